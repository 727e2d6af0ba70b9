// Reads a text that is a number and nothing else.
#pragma once

#include <charconv>
#include <optional>
#include <string_view>
#include <system_error>

namespace answerbox::engine {

// All of `text` as a number in the way of std::from_chars: without blanks, '+'
// or a locale. Nothing for other texts, and for numbers that T does not hold.
//   base  of an integer; 10 by default
template <typename T, typename... Base>
[[nodiscard]] std::optional<T> WholeNumber(std::string_view text,
                                           Base... base) noexcept {
  T number{};
  const char* const end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, number, base...);
  if (read.ec != std::errc() || read.ptr != end) return std::nullopt;
  return number;
}

}  // namespace answerbox::engine
