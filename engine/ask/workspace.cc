#include "engine/ask/workspace.h"

namespace answerbox::engine {

Workspace::Workspace(std::size_t arena_bytes)
    : storage_(std::make_unique_for_overwrite<std::byte[]>(arena_bytes)),
      arena_({storage_.get(), arena_bytes}),
      paper_(Profile::kPaper),
      default_(Profile::kDefault) {}

Workspace::Workspace(std::span<std::byte> storage)
    : arena_(storage), paper_(Profile::kPaper), default_(Profile::kDefault) {}

TermNormalizer& Workspace::normalizer(Profile profile) noexcept {
  return profile == Profile::kPaper ? paper_ : default_;
}

}  // namespace answerbox::engine
