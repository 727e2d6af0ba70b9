// Questions whose answer is a section of a page, as columns separated by tabs.
// The first line names the columns: "doc", "question", "start" and "end" are
// needed, "qtype" is read if it is there, others are passed over. A cell that
// begins with a quotation mark ends with one, and has two for each within.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "lab/client.h"

namespace answerbox::lab {

inline constexpr std::size_t kMaxSectionQuestions = 1'000'000;
inline constexpr std::size_t kMaxSectionColumns = 64;

struct SectionQuestion {
  std::size_t line = 0;  // In the file, from 1.
  std::string document;  // The page's file name.
  std::string kind;      // "treatment"; may be empty.
  std::string text;
  // Where the section is in the page's file, in characters (code points):
  // begin < end.
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

// Reads the whole file into memory. Errors: kRejected, with the line and what
// is wrong in it; also for a file without questions, and past the bounds above.
[[nodiscard]] Outcome<std::vector<SectionQuestion>> ReadSectionQuestions(
    const std::filesystem::path& path);

}  // namespace answerbox::lab
