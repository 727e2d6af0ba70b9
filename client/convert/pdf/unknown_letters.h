// Finds text with unknown letters: its font has no map to Unicode, and its
// codes, read as letters, are no language; or the map leads to characters for
// private use.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "client/convert/document/converted_document.h"
#include "client/convert/pdf/poppler.h"

namespace answerbox::client {

// Returns the fonts in the list of `pdffonts` that have no map to Unicode and
// may have codes of their own: subsets, fonts without a name, and those of
// glyph numbers. Most are sound all the same, as their encoding gives the
// letters.
[[nodiscard]] std::vector<std::string> ListMaplessFonts(std::string_view list);

// Returns the same for the PDF open as `fd`; none if pdffonts fails.
[[nodiscard]] std::vector<std::string> MaplessFontsOf(const PdfInput& file);

// Counts neighbouring letters within words, and the pairs among them that are
// common in languages of Latin letters: some 90 % of a language, 30 % of random
// letters.
struct LetterPairs {
  static constexpr std::uint32_t kFewest = 20;  // Fewer prove nothing.

  std::uint32_t all = 0;
  std::uint32_t common = 0;

  void Add(std::string_view text);
  // Whether there are at least kFewest pairs, and too few are common.
  [[nodiscard]] bool IsNoLanguage() const;
};

// Whether the text of some font in `xml`, the output of `pdftohtml -xml`, is no
// language, on a page or in all: only then its map matters.
[[nodiscard]] bool HasStrangeLetters(std::string_view xml);

struct PageLetters {
  std::uint32_t page = 0;   // As poppler counts: from 1.
  std::uint32_t known = 0;  // Number of words.
  std::uint32_t unknown = 0;
};

// Removes such text from `xml`, the output of `pdftohtml -xml`. Returns the
// pages that had some, by number.
//   fonts  MaplessFontsOf
[[nodiscard]] std::vector<PageLetters> DropUnknownLetters(
    std::span<const std::string> fonts, std::string& xml);

// In `text`, the output of pdftotext with a form feed after each page, replaces
// the text of `pages` with what `xml` has left of it: pdftotext does not name
// fonts.
void TakeKnownLetters(std::span<const PageLetters> pages, std::string_view xml,
                      std::string& text);

// Removes all text from the pages of which a third or more is unknown, so that
// they are recognised as pictures, and removes these pages from `pages`.
void ClearUnknownPages(std::vector<PageLetters>& pages, std::string& xml);

}  // namespace answerbox::client
