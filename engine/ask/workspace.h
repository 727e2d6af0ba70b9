// The memory and stemmers for one question at a time. Made once and used for
// many questions, so that asking allocates nothing from the heap.
#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "engine/numeric/arena.h"
#include "engine/profile.h"
#include "engine/text/term_normalizer.h"

namespace answerbox::engine {

inline constexpr std::size_t kDefaultArenaBytes = std::size_t{1} << 20;

class Workspace {
 public:
  explicit Workspace(std::size_t arena_bytes = kDefaultArenaBytes)
      : storage_(std::make_unique_for_overwrite<std::byte[]>(arena_bytes)),
        arena_({storage_.get(), arena_bytes}),
        paper_(Profile::kPaper),
        default_(Profile::kDefault) {}
  // With an arena in memory of the caller's, which outlives it.
  explicit Workspace(std::span<std::byte> storage)
      : arena_(storage), paper_(Profile::kPaper), default_(Profile::kDefault) {}

  [[nodiscard]] Arena& arena() noexcept { return arena_; }
  [[nodiscard]] const Arena& arena() const noexcept { return arena_; }
  // The normalizer of a profile.
  [[nodiscard]] TermNormalizer& normalizer(Profile profile) noexcept {
    return profile == Profile::kPaper ? paper_ : default_;
  }

 private:
  // Uninitialised, so that pages that no question uses take no memory. Null if
  // the caller has the memory.
  std::unique_ptr<std::byte[]> storage_;
  Arena arena_;
  TermNormalizer paper_;
  TermNormalizer default_;
};

}  // namespace answerbox::engine
