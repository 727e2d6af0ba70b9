// The little of XML that poppler's output needs.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "client/convert/layout/length.h"

namespace answerbox::client::layout {

// The value of an attribute in a tag such as `<text top="1" left="2">`, still
// with its entities; nullopt when it is missing.
[[nodiscard]] std::optional<std::string_view> AttributeIn(
    std::string_view tag, std::string_view name);

// An attribute that is a number, in hundredths and clamped to +-kMaxLength; 0
// when it is missing or no number.
[[nodiscard]] Length LengthIn(std::string_view tag, std::string_view name);

// The text of `content` without its tags, entities resolved. What is not
// UTF-8, control characters and no-break spaces become spaces.
[[nodiscard]] std::string PlainText(std::string_view content);

}  // namespace answerbox::client::layout
