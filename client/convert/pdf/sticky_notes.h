// Notes that readers stick to a page, or to words that they mark. No program of
// poppler prints them.
#pragma once

#include <cstdint>
#include <string_view>

namespace answerbox::client {

// Counts the words of the notes whose dictionaries stand in `bytes`, a part of
// a PDF without compression (ISO 32000-1, 12.5.6.4 and 12.5.6.10): at least one
// for each note that says something.
[[nodiscard]] std::uint32_t CountNoteWords(std::string_view bytes);

// The same of the PDF open as `fd`, also in its streams of objects. Linear in
// its size; takes 2 MiB, and at most 4 MiB more for a stream. Notes beyond
// 16,384, or 64 MiB of objects in streams, each of at least 4 KiB, are not
// counted; a book has some 5 MiB. What an update of the file took back counts
// as well.
[[nodiscard]] std::uint32_t CountNoteWords(int fd, std::uint64_t size);

}  // namespace answerbox::client
