// Passages that systems retrieved or generated: JSON lines with "id" and
// "text", and perhaps "title".
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "lab/client.h"

namespace answerbox::lab {

inline constexpr std::size_t kMaxPassageFileBytes = std::size_t{512} << 20;
inline constexpr std::size_t kMaxPassages = 4'000'000;
inline constexpr std::size_t kMaxPassageIdBytes = 256;
inline constexpr std::size_t kMaxPassageLineBytes = std::size_t{1} << 20;

struct ExamPassage {
  std::string id;    // Without white space, as a run names it.
  std::string text;  // Begins with the title, if there is one.
};

// Members other than these are passed over. Errors: kRejected, with `name`,
// line and column: no JSON object, no id or text, an id that is too long, holds
// white space or comes again; past the bounds above; or no passage.
[[nodiscard]] Outcome<std::vector<ExamPassage>> ParsePassages(
    const std::string& name, std::string_view contents);

}  // namespace answerbox::lab
