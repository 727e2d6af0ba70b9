// Which elements of a PDF's tags the letters of its blocks belong to, and the
// headings and items that these tell.
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

// Finds where the letters of `from` stand in `to`: for each the place in `to`,
// or kNoLetter. A stretch of 14 letters that occurs once in each of the texts
// is taken to be the same, and so are the equal letters before and after it; so
// the order of stretches may differ. Between them, 6 letters are enough. No
// place is given twice. Takes n log n time and some 50 bytes for each letter.
// Precondition: both are shorter than kNoLetter.
[[nodiscard]] std::vector<std::uint32_t> MatchLetters(std::u32string_view from,
                                                      std::u32string_view to);

// A heading, an item or another element that has text.
struct TagElement {
  TagRole role = TagRole::kOther;
  std::uint8_t level = 0;  // As TaggedText's.
  std::size_t letters = 0;
};

// A letter or digit of a block. The pieces of a table are its cells, row by
// row, those of other blocks their mark and their text.
struct BlockLetter {
  std::uint32_t piece = 0;
  std::uint32_t begin = 0;  // Bytes in the piece.
  std::uint32_t end = 0;
};

// Letters of a block that one element has; between them stand only letters that
// no element has.
struct TagStretch {
  std::uint32_t element = 0;  // A number for TaggedBlocks::element().
  std::size_t letters = 0;    // That it has.
  BlockLetter first;
  BlockLetter last;
};

// What the tags say of one block.
struct TaggedBlock {
  std::vector<TagStretch> stretches;
  std::size_t letters = 0;
  std::size_t tagged_letters = 0;

  // Whether an element is known for at least so many of 100 letters.
  [[nodiscard]] bool IsTagged(std::size_t percent) const noexcept {
    return tagged_letters > 0 && tagged_letters * 100 >= letters * percent;
  }
};

// The pieces of a block, as BlockLetter counts them.
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

  // How many letters the tags have; how many of them a block has; and how many
  // stretches stand before one that the tags have earlier.
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

// Whether headings are tagged as such: no long texts, no large part of the
// text, and three quarters of those that the layout shows.
[[nodiscard]] bool AreHeadingsSound(const TaggedBlocks& tagged,
                                    std::span<const LayoutBlock> blocks);

// Gives headings the level of the heading that the tags have there. Others,
// which the tags do not know, get the level of those that looked like them. A
// short paragraph or item that the tags have as a heading becomes one. What the
// layout shows as a heading stays one.
void UseHeadings(const TaggedBlocks& tagged, std::vector<LayoutBlock>& blocks);

// Whether items have a text, and not nearly all text is of items.
[[nodiscard]] bool AreItemsSound(const TaggedBlocks& tagged);

// A paragraph, or a table, that consists of whole items becomes these items. In
// a list that is known in full, the tags tell how items are nested.
[[nodiscard]] std::vector<LayoutBlock> UseItems(
    const TaggedBlocks& tagged, std::vector<LayoutBlock> blocks);

}  // namespace answerbox::client::tags
