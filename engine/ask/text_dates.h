// How old a document says it is: by its name, or by a date of its own at the
// beginning of its text. Which of two versions is valid is then known.
#pragma once

#include <cstdint>
#include <string_view>

namespace answerbox::engine {

struct DocumentAge {
  std::uint32_t date = 0;     // year * 10000 + month * 100 + day; 0: not said.
  std::uint32_t version = 0;  // Of "v2.1", 2001; 0: not said.
};

// So many bytes of a text are looked at.
inline constexpr std::size_t kDatedBytes = 600;

// The name's date and version, or else the text's own date: one in its first
// line, on a short line of its own, or after a word such as "valid from" or
// "version". A date in a sentence is not the document's.
//   text  the document's first kDatedBytes bytes, or all that it has
[[nodiscard]] DocumentAge AgeOf(std::string_view name,
                                std::string_view text) noexcept;

// False where nothing tells.
[[nodiscard]] bool IsNewer(const DocumentAge& a, const DocumentAge& b) noexcept;

}  // namespace answerbox::engine
