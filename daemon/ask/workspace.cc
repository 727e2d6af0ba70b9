#include "daemon/ask/ask.h"

namespace answerbox::daemon {

Workspace::Workspace(std::size_t arena_bytes)
    : storage_(std::make_unique_for_overwrite<std::byte[]>(arena_bytes)),
      arena_({storage_.get(), arena_bytes}),
      paper_(engine::Profile::kPaper),
      default_(engine::Profile::kDefault) {}

engine::TermNormalizer& Workspace::normalizer(
    engine::Profile profile) noexcept {
  return profile == engine::Profile::kPaper ? paper_ : default_;
}

}  // namespace answerbox::daemon
