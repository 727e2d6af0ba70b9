#include "daemon/generation/several_facts.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace answerbox::daemon {
namespace {

constexpr std::array<std::string_view, 9> kQuestionWords = {
    "how", "what", "when", "where", "which", "who", "whom", "whose", "why"};
constexpr std::array<std::string_view, 8> kComparisons = {
    "compare",    "compared",    "comparison", "contrast",
    "difference", "differences", "versus",     "vs"};

bool IsLetter(char c) {
  const char lower = static_cast<char>(c | 0x20);
  return (lower >= 'a' && lower <= 'z') ||
         static_cast<unsigned char>(c) >= 0x80;
}

char Lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
}

template <std::size_t N>
bool Has(const std::array<std::string_view, N>& words, std::string_view word) {
  return std::ranges::any_of(words, [word](std::string_view known) {
    return std::ranges::equal(known, word, {}, {}, Lower);
  });
}

}  // namespace

bool WantsSeveralFacts(std::string_view question) noexcept {
  constexpr std::array<std::string_view, 1> kAnd = {"and"};
  if (std::ranges::count(question, '?') > 1) return true;
  bool had_question_word = false;
  bool joins = false;  // "and" was the last word.
  for (std::size_t at = 0; at < question.size();) {
    if (!IsLetter(question[at])) {
      ++at;
      continue;
    }
    std::size_t end = at;
    while (end < question.size() && IsLetter(question[end])) ++end;
    const std::string_view word = question.substr(at, end - at);
    at = end;
    if (Has(kComparisons, word)) return true;
    const bool asks = Has(kQuestionWords, word);
    if (asks && joins && had_question_word) return true;
    had_question_word = had_question_word || asks;
    joins = Has(kAnd, word);
  }
  return false;
}

}  // namespace answerbox::daemon
