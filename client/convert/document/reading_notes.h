// What a reader saw in a file and did not take into the document's text, or
// took with a doubt: a person who trusts the text must be told of both.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace answerbox::client {

// Why words of a file are not in its text.
enum class LeftOut : std::uint8_t {
  kStruck,      // A line through them.
  kDeleted,     // A change that was tracked, and took them away.
  kHidden,      // Marked as hidden, or invisible.
  kCovered,     // In the colour of what is behind them.
  kComment,     // A note of an editor's, beside the text.
  kUnreadable,  // Shown, but with no letters that a program can know.
  kRepeated,    // The head of a table, once more on a further page of it.
  kPicture,     // In a picture, which text recognition did not read.
};

struct LeftOutWords {
  std::uint32_t page = 0;  // From 1; 0: a part of the file without pages.
  LeftOut why = LeftOut::kHidden;
  // Of a picture 0, as nobody has read them.
  std::uint32_t words = 0;
};

struct ReadingNotes {
  std::vector<LeftOutWords> left_out = {};  // In any order.
  // What was left out, where the reader can tell the words: the account of a
  // file without pages compares them, instead of subtracting their number.
  std::string left_out_text = {};
  // The character set that was guessed, as its standard names it; empty where
  // the file tells it, or it is UTF-8.
  std::string guessed_charset = {};
  // The file was damaged, and is read as far as it could be mended.
  bool is_mended = false;
  // What pages draw beside text, or elements that nest too deep say of theirs,
  // was not read: struck and unseen words are in the text.
  bool are_drawings_unread = false;
  // The text has no blocks, as a reader's were no tree over it.
  bool is_structure_lost = false;
};

// How many words stand between blanks.
[[nodiscard]] std::uint32_t CountWords(std::string_view text);

// Adds words that are left out of a file without pages.
void NoteLeftOut(LeftOut why, std::string_view text, ReadingNotes& notes);

}  // namespace answerbox::client
