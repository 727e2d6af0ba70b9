#include "lab/evaluate/run/answer_text.h"

#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <map>
#include <vector>

namespace answerbox::lab {
namespace {

bool IsAsciiPunctuation(char c) {
  return (c >= '!' && c <= '/') || (c >= ':' && c <= '@') ||
         (c >= '[' && c <= '`') || (c >= '{' && c <= '~');
}

std::string LowerCase(std::string_view text) {
  std::string lower;
  lower.reserve(text.size());
  const auto* bytes = reinterpret_cast<const utf8proc_uint8_t*>(text.data());
  auto left = static_cast<utf8proc_ssize_t>(text.size());
  while (left > 0) {
    utf8proc_int32_t code_point = 0;
    const auto length = utf8proc_iterate(bytes, left, &code_point);
    if (length <= 0) break;
    std::array<utf8proc_uint8_t, 4> encoded{};
    const auto size =
        utf8proc_encode_char(utf8proc_tolower(code_point), encoded.data());
    lower.append(encoded.begin(), encoded.begin() + size);
    bytes += length;
    left -= length;
  }
  return lower;
}

std::vector<std::string_view> Words(std::string_view text) {
  constexpr std::string_view kSpace = " \t\n\v\f\r";
  std::vector<std::string_view> words;
  for (std::size_t begin = text.find_first_not_of(kSpace);
       begin != std::string_view::npos;) {
    const std::size_t end =
        std::min(text.find_first_of(kSpace, begin), text.size());
    words.push_back(text.substr(begin, end - begin));
    begin = text.find_first_not_of(kSpace, end);
  }
  return words;
}

double WordF1(std::string_view a, std::string_view b) {
  const auto a_words = Words(a);
  const auto b_words = Words(b);
  if (a_words.empty() || b_words.empty()) {
    return a_words.empty() == b_words.empty() ? 1.0 : 0.0;
  }
  std::map<std::string_view, int> counts;
  for (const auto word : a_words) ++counts[word];
  double shared = 0;
  for (const auto word : b_words) {
    if (counts[word]-- > 0) ++shared;
  }
  return 2 * shared / static_cast<double>(a_words.size() + b_words.size());
}

}  // namespace

bool Contains(std::string_view answer, std::span<const std::string> gold) {
  const std::string lower = LowerCase(answer);
  return std::ranges::any_of(gold, [&](const std::string& text) {
    return lower.find(LowerCase(text)) != std::string::npos;
  });
}

double TokenF1(std::string_view answer, std::span<const std::string> gold) {
  const std::string normalized = NormalizeAnswer(answer);
  double best = 0;
  for (const std::string& text : gold) {
    best = std::max(best, WordF1(normalized, NormalizeAnswer(text)));
  }
  return best;
}

bool ExactMatch(std::string_view answer, std::span<const std::string> gold) {
  const std::string normalized = NormalizeAnswer(answer);
  return std::ranges::any_of(gold, [&](const std::string& text) {
    return normalized == NormalizeAnswer(text);
  });
}

std::string NormalizeAnswer(std::string_view text) {
  std::string plain = LowerCase(text);
  std::erase_if(plain, IsAsciiPunctuation);
  std::string normalized;
  for (const std::string_view word : Words(plain)) {
    if (word == "a" || word == "an" || word == "the") continue;
    if (!normalized.empty()) normalized += ' ';
    normalized += word;
  }
  return normalized;
}

}  // namespace answerbox::lab
