#include "client/convert/html_attribute.h"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <system_error>

namespace answerbox::client {
namespace {

constexpr std::string_view kHtmlBlanks = " \t\r\n\f";

// `lower` is in lower case.
bool EqualsIgnoringCase(std::string_view text, std::string_view lower) {
  return std::equal(text.begin(), text.end(), lower.begin(), lower.end(),
                    [](char a, char b) {
                      return (a >= 'A' && a <= 'Z' ? a + ('a' - 'A') : a) == b;
                    });
}

}  // namespace

std::string_view AttributeOf(const GumboElement& element, const char* name) {
  const GumboAttribute* attribute =
      gumbo_get_attribute(&element.attributes, name);
  return attribute == nullptr ? std::string_view() : attribute->value;
}

bool HasWord(const GumboElement& element, const char* name,
             std::string_view word) {
  std::string_view words = AttributeOf(element, name);
  while (true) {
    words.remove_prefix(
        std::min(words.find_first_not_of(kHtmlBlanks), words.size()));
    if (words.empty()) return false;
    const std::size_t end =
        std::min(words.find_first_of(kHtmlBlanks), words.size());
    if (EqualsIgnoringCase(words.substr(0, end), word)) return true;
    words.remove_prefix(end);
  }
}

std::optional<int> NumberOf(const GumboElement& element, const char* name,
                            int least, int most) {
  std::string_view text = AttributeOf(element, name);
  text.remove_prefix(
      std::min(text.find_first_not_of(kHtmlBlanks), text.size()));
  if (text.starts_with('+')) text.remove_prefix(1);
  int number = 0;
  const std::errc error =
      std::from_chars(text.data(), text.data() + text.size(), number).ec;
  if (error == std::errc::invalid_argument) return std::nullopt;
  if (error == std::errc::result_out_of_range) {
    return text.starts_with('-') ? least : most;
  }
  return std::clamp(number, least, most);
}

}  // namespace answerbox::client
