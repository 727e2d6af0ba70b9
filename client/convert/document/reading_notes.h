// What a reader saw in a file but left out of the document's text, or took with
// doubt. A person who trusts the text must be told of both.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace answerbox::client {

// Why words of a file are not in its text.
enum class LeftOut : std::uint8_t {
  kStruck,      // A line is drawn through them.
  kDeleted,     // Removed by a tracked change.
  kHidden,      // Marked as hidden, or invisible.
  kCovered,     // In the colour of their ground.
  kComment,     // An editor's note beside the text.
  kUnreadable,  // Shown, but no program can tell the letters.
  kRepeated,    // The head of a table, repeated on a further page.
  kPicture,     // In a picture, which text recognition did not read.
};

struct LeftOutWords {
  std::uint32_t page = 0;  // From 1; 0: a part of the file without pages.
  LeftOut why = LeftOut::kHidden;
  // 0 for a picture, whose words are unknown.
  std::uint32_t words = 0;
};

struct ReadingNotes {
  std::vector<LeftOutWords> left_out = {};  // In any order.
  // The words that were left out, if the reader knows them: the account of a
  // file without pages compares these words instead of subtracting a number.
  std::string left_out_text = {};
  // The character set that was guessed, as its standard names it. Empty if the
  // file names its character set or is UTF-8.
  std::string guessed_charset = {};
  // The file was damaged, and was read as far as it could be mended.
  bool is_mended = false;
  // Drawings beside the text, or elements nested too deep, were not read:
  // struck and unseen words may be in the text.
  bool are_drawings_unread = false;
  // The text has no blocks, because the reader's blocks were not a valid tree.
  bool is_structure_lost = false;
};

// Counts the words between blanks.
[[nodiscard]] std::uint32_t CountWords(std::string_view text);

// Adds words that are left out of a file without pages.
void NoteLeftOut(LeftOut why, std::string_view text, ReadingNotes& notes);

}  // namespace answerbox::client
