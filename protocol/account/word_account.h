// What became of every word that a file shows: so that nobody trusts a text
// from which words are missing without being told of it. The client makes it
// when it reads the file, and the daemon keeps it with the document.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace answerbox::protocol {

enum class WordFate : std::uint8_t {
  kUsable,  // Searched, and given as an answer.
  // In the text, but set aside.
  kContents,
  kFurniture,
  kReferences,
  kIndex,
  kLicence,
  // Not in the text, as the reader left them out.
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

// Whether words of that fate are in the text or left out of it, and answer
// nothing: neither usable nor missing.
[[nodiscard]] bool IsSetAside(WordFate fate) noexcept;

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

  friend bool operator==(const PageAccount&, const PageAccount&) = default;
};

// Bounds of an account that is stored. The sum of a page's counts fits into 32
// bits.
inline constexpr std::uint32_t kMostCounted = (1u << 28) - 1;
inline constexpr std::uint32_t kMostPageNumber = (1u << 24) - 1;
inline constexpr std::size_t kMaxAccountPages = 1000;
inline constexpr std::size_t kMaxCharsetBytes = 40;

struct WordAccount {
  PageAccount total = {};               // Of all pages; its `page` is 0.
  std::uint32_t page_count = 0;         // Pages and parts of the file.
  std::vector<PageAccount> pages = {};  // By number.
  std::uint32_t further_pages = 0;      // That Abridged had no room for.
  // The character set that was guessed, as its standard names it; empty where
  // none was.
  std::string guessed_charset = {};
  bool is_mended = false;  // The file was damaged.
  // What pages draw beside text was not read: struck and unseen words are in
  // the text.
  bool are_drawings_unread = false;
  bool is_structure_lost = false;  // The text has no blocks.

  friend bool operator==(const WordAccount&, const WordAccount&) = default;
};

// The account of these pages, with their sum.
[[nodiscard]] WordAccount SumOf(std::vector<PageAccount> pages);

// The account as it is stored: with those pages alone of which not all is in
// the text, at most kMaxAccountPages. Where there are more, pages with missing
// words go before pages without.
[[nodiscard]] WordAccount Abridged(WordAccount account);

}  // namespace answerbox::protocol
