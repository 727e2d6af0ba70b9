#include "client/convert/document/reading_notes.h"

#include <algorithm>

#include "engine/text/ascii.h"

namespace answerbox::client {

std::uint32_t CountWords(std::string_view text) {
  std::uint32_t words = 0;
  bool in_word = false;
  for (const char c : text) {
    const bool is_blank = engine::IsOneOf(c, engine::kAsciiSpace);
    words += !in_word && !is_blank;
    in_word = !is_blank;
  }
  return words;
}

void NoteLeftOut(LeftOut why, std::string_view text, ReadingNotes& notes) {
  const std::uint32_t words = CountWords(text);
  if (words == 0) return;
  notes.left_out_text += text;
  notes.left_out_text += ' ';
  const auto known = std::ranges::find(notes.left_out, why, &LeftOutWords::why);
  if (known != notes.left_out.end()) {
    known->words += words;
  } else {
    notes.left_out.push_back({.why = why, .words = words});
  }
}

}  // namespace answerbox::client
