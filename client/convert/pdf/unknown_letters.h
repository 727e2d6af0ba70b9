// Text whose letters nobody knows: its font has no map to Unicode and its
// codes, taken for letters, are no language; or the map leads to characters for
// private use.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "client/convert/document/converted_document.h"

namespace answerbox::client {

// The fonts of `pdffonts`' list that have no map to Unicode and may have codes
// of their own: subsets, fonts without a name, and those of glyph numbers. Most
// are sound all the same, as their encoding tells the letters.
[[nodiscard]] std::vector<std::string> ListMaplessFonts(std::string_view list);

// The same of the PDF open as `fd`; none where pdffonts fails.
[[nodiscard]] std::vector<std::string> MaplessFontsOf(int fd);

// Neighbouring letters of words, and of these the pairs that are common in
// languages of Latin letters: some 90 % of a language, 30 % of random letters.
struct LetterPairs {
  static constexpr std::uint32_t kFewest = 20;  // That tell of a text.

  std::uint32_t all = 0;
  std::uint32_t common = 0;

  void Add(std::string_view text);
  // Whether at least kFewest are there, and too few are common.
  [[nodiscard]] bool IsNoLanguage() const;
};

// Whether the text of some font in `xml`, as `pdftohtml -xml` prints it, is no
// language, on a page or in all: only then its map matters.
[[nodiscard]] bool HasStrangeLetters(std::string_view xml);

struct PageLetters {
  std::uint32_t page = 0;   // As poppler counts: from 1.
  std::uint32_t known = 0;  // Words.
  std::uint32_t unknown = 0;
};

// Takes such text off `xml`, as `pdftohtml -xml` prints it. Returns the pages
// that had some, by number.
//   fonts  MaplessFontsOf
[[nodiscard]] std::vector<PageLetters> DropUnknownLetters(
    std::span<const std::string> fonts, std::string& xml);

// Puts what `xml` has left of `pages` in place of their text in `text`, as
// pdftotext prints it, a form feed after each page: it tells no fonts.
void TakeKnownLetters(std::span<const PageLetters> pages, std::string_view xml,
                      std::string& text);

// Takes all text off the pages of which a third or more is unknown, so that
// they are recognised as pictures, and these pages off `pages`.
void ClearUnknownPages(std::vector<PageLetters>& pages, std::string& xml);

}  // namespace answerbox::client
