// Finds the elements of a PDF's tags that the letters of its blocks belong to,
// and the headings and items that they show.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "client/convert/layout/layout_document.h"
#include "client/convert/tags/tags.h"

namespace answerbox::client::tags {

inline constexpr std::uint32_t kNoLetter = 0xffffffff;

// Finds where the letters of `from` are in `to`: for each letter its place in
// `to`, or kNoLetter. A stretch of 14 letters that is unique in both texts is
// taken to be the same in both, together with the equal letters before and
// after it, so the order of stretches may differ. Between such stretches, 6
// letters are enough. No place is returned twice. Takes n log n time and some
// 50 bytes for each letter. Precondition: both are shorter than kNoLetter.
[[nodiscard]] std::vector<std::uint32_t> MatchLetters(std::u32string_view from,
                                                      std::u32string_view to);

// A heading, an item or another element that has text.
struct TagElement {
  TagRole role = TagRole::kOther;
  std::uint8_t level = 0;  // As TaggedText's.
  std::size_t letters = 0;
};

// A letter or digit of a block. The pieces of a table are its cells, row by
// row; those of other blocks are their mark and their text.
struct BlockLetter {
  std::uint32_t piece = 0;
  std::uint32_t begin = 0;  // Bytes in the piece.
  std::uint32_t end = 0;
};

// Letters of a block that belong to one element, with only letters of no
// element between them.
struct TagStretch {
  std::uint32_t element = 0;  // A number for TaggedBlocks::element().
  std::size_t letters = 0;    // How many these are.
  BlockLetter first;
  BlockLetter last;
};

// What the tags say of one block.
struct TaggedBlock {
  std::vector<TagStretch> stretches;
  std::size_t letters = 0;
  std::size_t tagged_letters = 0;

  // Whether the elements of at least `percent` of 100 letters are known.
  [[nodiscard]] bool IsTagged(std::size_t percent) const noexcept {
    return tagged_letters > 0 && tagged_letters * 100 >= letters * percent;
  }
};

// Returns the pieces of a block, in the order that BlockLetter counts them.
[[nodiscard]] std::vector<std::string_view> PiecesOf(const LayoutBlock& block);

class TaggedBlocks {
 public:
  // Finds the letters of `tags` in `blocks` (MatchLetters).
  TaggedBlocks(const TagText& tags, std::span<const LayoutBlock> blocks);

  [[nodiscard]] std::size_t size() const noexcept { return blocks_.size(); }
  [[nodiscard]] const TaggedBlock& operator[](std::size_t i) const noexcept {
    return blocks_[i];
  }
  [[nodiscard]] const TagElement& element(std::uint32_t number) const noexcept {
    return elements_[number];
  }
  [[nodiscard]] std::span<const TagElement> elements() const noexcept {
    return elements_;
  }
  // Whether a stretch has nearly all letters of its element.
  [[nodiscard]] bool IsWhole(const TagStretch& stretch) const noexcept {
    return stretch.letters * 10 >= element(stretch.element).letters * 9;
  }

  // The number of letters in the tags; how many of them are in blocks; and how
  // many stretches stand before one that comes earlier in the tags.
  [[nodiscard]] std::size_t letters() const noexcept { return letters_; }
  [[nodiscard]] std::size_t found_letters() const noexcept { return found_; }
  [[nodiscard]] std::size_t steps_back() const noexcept { return steps_back_; }

 private:
  std::vector<TagElement> elements_;
  std::vector<TaggedBlock> blocks_;
  std::size_t letters_ = 0;
  std::size_t found_ = 0;
  std::size_t steps_back_ = 0;
};

// Whether headings are tagged correctly: they include no long texts, no large
// part of the text, and three quarters of the headings that the layout shows.
[[nodiscard]] bool AreHeadingsSound(const TaggedBlocks& tagged,
                                    std::span<const LayoutBlock> blocks);

// Gives headings the level of their tags. Headings without a tag get the level
// of those that look like them. A short paragraph or item that is tagged as a
// heading becomes one. What the layout shows as a heading stays one.
void UseHeadings(const TaggedBlocks& tagged, std::vector<LayoutBlock>& blocks);

// Whether tagged items have text, but do not make up nearly all text.
[[nodiscard]] bool AreItemsSound(const TaggedBlocks& tagged);

// Turns a paragraph, or a table, that consists of whole items into these items.
// In a list whose items are all known, the tags decide how items are nested.
[[nodiscard]] std::vector<LayoutBlock> UseItems(
    const TaggedBlocks& tagged, std::vector<LayoutBlock> blocks);

}  // namespace answerbox::client::tags
