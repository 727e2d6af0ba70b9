// Which elements of a PDF's tags the letters of its blocks belong to.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "client/convert/layout/layout_document.h"
#include "client/convert/tags/tag_text.h"

namespace answerbox::client::tags {

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

  // Of all letters of the tags; how many of them a block has; and how many
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

}  // namespace answerbox::client::tags
