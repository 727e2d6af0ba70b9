// What the objects of a PDF tell that no program of poppler prints: the notes
// that readers stick to a page or to words that they mark, and whether shapes
// are drawn see-through.
#pragma once

#include <cstdint>
#include <string_view>

namespace answerbox::client {

// Counts the words of the notes whose dictionaries stand in `bytes`, a part of
// a PDF without compression (ISO 32000-1, 12.5.6.4 and 12.5.6.10): at least one
// for each note that says something.
[[nodiscard]] std::uint32_t CountNoteWords(std::string_view bytes);

// Whether `bytes`, a part as above, sets what is drawn see-through (ISO
// 32000-1, 8.4.5: an opacity other than 1, or a mask of luminosity).
[[nodiscard]] bool SetsTransparency(std::string_view bytes);

struct WrittenObjects {
  std::uint32_t note_words = 0;
  // Also where that is not known: in an encrypted file, or past the bounds.
  bool may_be_transparent = false;
};

// The same of the PDF open as `fd`, also in its streams of objects. Linear in
// its size; takes 2 MiB, and at most 4 MiB more for a stream. Notes beyond
// 16,384, or 64 MiB of objects in streams, each of at least 4 KiB, are not
// counted; a book has some 5 MiB. What an update of the file took back counts
// as well.
[[nodiscard]] WrittenObjects ReadWrittenObjects(int fd, std::uint64_t size);

}  // namespace answerbox::client
