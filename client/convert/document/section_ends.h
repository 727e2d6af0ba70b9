// Where sections that say nothing of a document's subject end. A heading alone
// tells that badly: levels are guessed, or missing, and what is set aside by
// mistake is lost to every question. So the blocks below it must look like
// contents or references, and the section ends with the last that does.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "engine/text/text_block.h"

namespace answerbox::client {

// The headings of a document by their words: in lower case, without signs,
// blanks and the numbers before them.
class HeadingWords {
 public:
  HeadingWords(std::string_view text,
               const std::vector<engine::TextBlock>& blocks);

  // The last heading with the words of `line`, as an index in the blocks; marks
  // before and a page number after them do not count. 0: there is none.
  [[nodiscard]] std::size_t Find(std::string_view line) const;
  // How many headings, the title aside, have a level.
  [[nodiscard]] std::size_t CountAt(std::uint8_t level) const {
    return level < counts_.size() ? counts_[level] : 0;
  }

 private:
  std::map<std::string, std::size_t> last_;
  std::array<std::size_t, 7> counts_ = {};
};

// Where contents below a heading end: after the last block most of whose lines
// name a later heading, or end with a number as pages do. Gives `heading` + 1
// where nothing looks like that. O(n log n) of their text.
//   heading, end  indices of blocks; the section is within
[[nodiscard]] std::size_t EndOfContents(
    std::string_view text, const std::vector<engine::TextBlock>& blocks,
    const HeadingWords& headings, std::size_t heading, std::size_t end);

// Blocks from a place on whose lines name later headings in their order.
struct NamingBlocks {
  std::size_t end;
  // They are contents without a heading: four lines or more, and they name most
  // headings of that level.
  bool are_contents;
};
[[nodiscard]] NamingBlocks FindNamingBlocks(
    std::string_view text, const std::vector<engine::TextBlock>& blocks,
    const HeadingWords& headings, std::size_t begin);

// Where references end: before a table and its caption, and before three
// blocks, or 600 bytes, without a year, an address or "et al.".
[[nodiscard]] std::size_t EndOfReferences(
    std::string_view text, const std::vector<engine::TextBlock>& blocks,
    std::size_t heading, std::size_t end);

}  // namespace answerbox::client
