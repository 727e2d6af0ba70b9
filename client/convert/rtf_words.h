// What an RTF file shows by a second way, for the account of its words.
#pragma once

#include <string>
#include <string_view>

namespace answerbox::client {

// Words by what becomes of them: pandoc leaves out what is hidden or deleted,
// and says nothing of it.
struct RtfWords {
  std::string shown = {};
  std::string hidden = {};
  std::string deleted = {};
  std::string comments = {};
};

// The words outside of control words and of destinations that no page shows.
// Labels of lists are left out, as the reader counts items itself; lines of
// headers and footers count once. Words with letters of a character set other
// than Windows-1252 are left out.
[[nodiscard]] RtfWords ReadRtfWords(std::string_view rtf);

}  // namespace answerbox::client
