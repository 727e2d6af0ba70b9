// Patterns for names of documents, as shells have them: `*` stands for any
// characters, `/` included, and `?` for one character. All others stand for
// themselves.
#pragma once

#include <algorithm>
#include <string_view>

namespace answerbox::engine {

// Names and patterns are valid UTF-8. At worst, takes time proportional to the
// product of their lengths.
[[nodiscard]] bool MatchesPattern(std::string_view name,
                                  std::string_view pattern) noexcept;

// What names that match the pattern begin with: its part before the first `*`
// or `?`.
[[nodiscard]] inline std::string_view FixedPrefix(
    std::string_view pattern) noexcept {
  return pattern.substr(0,
                        std::min(pattern.find_first_of("*?"), pattern.size()));
}

}  // namespace answerbox::engine
