// Reads from the objects of a PDF what no program of poppler prints: the notes
// that readers attach to a page or to marked words, and whether any shape is
// transparent or any text tagged.
#pragma once

#include <cstdint>
#include <string_view>

namespace answerbox::client {

// Counts the words of the notes whose dictionaries are in `bytes`, an
// uncompressed part of a PDF (ISO 32000-1, 12.5.6.4 and 12.5.6.10): at least
// one for each note that is not empty.
[[nodiscard]] std::uint32_t CountNoteWords(std::string_view bytes);

// Whether `bytes`, an uncompressed part of a PDF, makes a shape transparent
// (ISO 32000-1, 8.4.5: an opacity other than 1, or a luminosity mask).
[[nodiscard]] bool SetsTransparency(std::string_view bytes);

// Skips the blanks of PDF, of which NUL is one.
[[nodiscard]] std::string_view SkipBlanks(std::string_view text);

// Returns what follows `key` in the dictionary that continues in `text`. Empty
// if only a string or a dictionary within it has the key.
[[nodiscard]] std::string_view ValueOf(std::string_view text,
                                       std::string_view key);

struct WrittenObjects {
  std::uint32_t note_words = 0;
  // Also true if unknown: in an encrypted file, or past the bounds.
  bool may_be_transparent = false;
  // Also true if unknown: in an encrypted file, or past the bounds, or if a
  // stream of objects can't be unpacked, or has more filters than that.
  bool may_be_tagged = false;
};

// Reads all three from the PDF open as `fd`, including compressed streams of
// objects. Linear in its size; takes 2 MiB, and at most 4 MiB more for a
// stream. Counts at most 16,384 notes of a file, and reads at most 64 MiB of
// objects in streams, each counted as at least 4 KiB; a book has some 5 MiB.
// Notes that a later revision of the file removed count as well.
[[nodiscard]] WrittenObjects ReadWrittenObjects(int fd, std::uint64_t size);

}  // namespace answerbox::client
