// A second way of reading the words of an RTF file, for the account of its
// words.
#pragma once

#include <string>
#include <string_view>

namespace answerbox::client {

// Words by what happens to them: pandoc leaves out hidden or deleted words
// without saying so.
struct RtfWords {
  std::string shown = {};
  std::string hidden = {};
  std::string deleted = {};
  std::string comments = {};
};

// Returns the words outside of control words and of destinations that no page
// shows. Labels of lists are left out, as the reader counts items itself. Lines
// of headers and footers count once. Words with letters of a character set
// other than Windows-1252 are left out.
[[nodiscard]] RtfWords ReadRtfWords(std::string_view rtf);

}  // namespace answerbox::client
