// New numbers for the chunks of an input of a merge. Chunks of removed
// documents have no new number; the others keep their order, without gaps.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace answerbox::engine {

class ChunkRenumbering {
 public:
  // The `count` chunks from `first` on get the numbers from `new_first` on.
  // Precondition: `first` and `new_first` are past all chunks of earlier calls.
  void Keep(std::uint32_t first, std::uint32_t count, std::uint32_t new_first) {
    if (count == 0) return;
    if (!runs_.empty()) {
      Run& last = runs_.back();
      if (last.end == first &&
          last.new_begin + (first - last.begin) == new_first) {
        last.end += count;
        return;
      }
    }
    runs_.push_back({first, first + count, new_first});
  }

  // Memory of a run. There is at most one run more than there are gaps.
  static constexpr std::size_t kRunBytes = 12;

 private:
  friend class RenumberingCursor;

  struct Run {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    std::uint32_t new_begin = 0;
  };
  static_assert(sizeof(Run) == kRunBytes);

  std::vector<Run> runs_;
};

// Maps chunks to their new numbers; the chunks must ascend from call to call.
class RenumberingCursor {
 public:
  // Maps nothing.
  RenumberingCursor() = default;
  // `renumbering` outlives the cursor.
  explicit RenumberingCursor(const ChunkRenumbering& renumbering) noexcept
      : run_(renumbering.runs_.data()), end_(run_ + renumbering.runs_.size()) {}

  // Nothing for a chunk of a removed document.
  [[nodiscard]] std::optional<std::uint32_t> Map(std::uint32_t chunk) noexcept {
    while (run_ != end_ && run_->end <= chunk) ++run_;
    if (run_ == end_ || chunk < run_->begin) return std::nullopt;
    return run_->new_begin + (chunk - run_->begin);
  }

 private:
  const ChunkRenumbering::Run* run_ = nullptr;
  const ChunkRenumbering::Run* end_ = nullptr;
};

}  // namespace answerbox::engine
