#include "engine/retrieval/name_pattern.h"

#include <cstddef>

namespace answerbox::engine {
namespace {

// Where the character that begins at `at` ends.
std::size_t EndOfCharacter(std::string_view text, std::size_t at) noexcept {
  constexpr unsigned char kContinuationMask = 0xC0;
  constexpr unsigned char kContinuation = 0x80;
  ++at;
  while (at < text.size() && (static_cast<unsigned char>(text[at]) &
                              kContinuationMask) == kContinuation) {
    ++at;
  }
  return at;
}

}  // namespace

// If a character does not match, the last `*` is made to stand for one more
// character. An earlier `*` is never made longer: that would only leave a
// shorter rest of the name for the rest of the pattern.
bool MatchesPattern(std::string_view name, std::string_view pattern) noexcept {
  std::size_t n = 0;
  std::size_t p = 0;
  std::size_t after_star = std::string_view::npos;  // In the pattern.
  std::size_t star_end = 0;  // What the last `*` stands for ends here.
  while (n < name.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      after_star = ++p;
      star_end = n;
    } else if (p < pattern.size() && pattern[p] == '?') {
      n = EndOfCharacter(name, n);
      ++p;
    } else if (p < pattern.size() && pattern[p] == name[n]) {
      ++n;
      ++p;
    } else if (after_star != std::string_view::npos) {
      n = star_end = EndOfCharacter(name, star_end);
      p = after_star;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', p) == std::string_view::npos;
}

}  // namespace answerbox::engine
