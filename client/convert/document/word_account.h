// What became of every word that a file shows: so that nobody trusts a text
// from which words are missing without being told of it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "client/convert/document/converted_document.h"

namespace answerbox::client {

enum class WordFate : std::uint8_t {
  kUsable,  // Searched, and given as an answer.
  // In the text, but set aside.
  kContents,
  kFurniture,
  kReferences,
  kIndex,
  kLicence,
  // Not in the text, as LeftOut says.
  kStruck,
  kDeleted,
  kHidden,
  kCovered,
  kComment,
  // Not in the text, and should be.
  kUnreadable,
  kLost,
};
inline constexpr std::size_t kWordFates =
    static_cast<std::size_t>(WordFate::kLost) + 1;

// The stable word for programs, such as "furniture"; static storage.
[[nodiscard]] std::string_view ToString(WordFate fate) noexcept;

// A page, or a part of a file without pages. A number counts as a word.
struct PageAccount {
  std::uint32_t page = 0;  // From 1; 0: a part without pages.
  std::array<std::uint32_t, kWordFates> words = {};
  std::uint32_t pictures = 0;  // That may hold words: nobody read them.

  [[nodiscard]] std::uint32_t Count(WordFate fate) const {
    return words[static_cast<std::size_t>(fate)];
  }
  [[nodiscard]] std::uint32_t Shown() const;
  [[nodiscard]] std::uint32_t SetAside() const;  // In the text or not.
  [[nodiscard]] std::uint32_t Missing() const;   // Unreadable or lost.
  // It shows nothing but pictures.
  [[nodiscard]] bool IsPicture() const { return pictures > 0 && Shown() == 0; }
};

struct WordAccount {
  std::vector<PageAccount> pages = {};  // By number.
  std::string guessed_charset = {};
  bool is_mended = false;

  [[nodiscard]] PageAccount Total() const;
};

// Compares the text with `document.shown`, the second way of reading. A word is
// lost if it is shown more often than the text and the notes have it. Case,
// accents and typographic forms do not matter, nor where a word is parted.
// Without a second way nothing is lost that the notes do not tell.
[[nodiscard]] WordAccount AccountOf(const ConvertedDocument& document);

// One phrase that follows a file's name and a colon: what is missing or set
// aside beyond a bound, pages with pictures, the guessed character set, that
// the file was mended. Empty where a person need not be told.
[[nodiscard]] std::string DescribeLoss(const WordAccount& account);

// Whether nothing of that is missing or doubtful. A picture beside text may be
// a photograph, and a guessed character set is mostly right.
[[nodiscard]] bool IsComplete(const WordAccount& account);

// "2, 5-7, 9 and 12 more". `pages` ascend.
[[nodiscard]] std::string PageRanges(const std::vector<std::uint32_t>& pages);

}  // namespace answerbox::client
