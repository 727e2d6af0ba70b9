// What is checked: an answer, whoever wrote it, against the passages that it
// was given as context.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "engine/text/text_block.h"

namespace answerbox::engine {

inline constexpr std::size_t kMaxCheckedAnswerBytes = std::size_t{64} << 10;
// Bounds all passages together.
inline constexpr std::size_t kMaxCheckedContextBytes = std::size_t{1} << 20;
inline constexpr std::size_t kMaxCheckedPassages = 1000;

// All texts are valid UTF-8, within the limits above.
struct CheckedAnswer {
  std::span<const std::string_view> context;  // Passages; may be empty.
  std::string_view question;  // At most kMaxQuestionBytes; may be empty.
  std::string_view answer;
};

// Bytes of one passage of the context.
struct ContextPlace {
  std::uint32_t passage = 0;  // Index in CheckedAnswer::context.
  ByteRange range;

  friend bool operator==(const ContextPlace&, const ContextPlace&) = default;
};

}  // namespace answerbox::engine
