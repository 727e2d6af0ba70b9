// Finds where sections that say nothing of a document's subject end. A heading
// alone is weak evidence: levels are guessed or missing, and text that is set
// aside by mistake is never found. So the blocks below the heading must look
// like contents or references, and the section ends with the last block that
// does.
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

// Finds the headings of a document by their words: in lower case, without
// signs, blanks and the numbers before them.
class HeadingWords {
 public:
  HeadingWords(std::string_view text,
               const std::vector<engine::TextBlock>& blocks);

  // Returns the last heading with the words of `line`, as an index in the
  // blocks; 0 if there is none. Marks before and a page number after the words
  // do not count.
  [[nodiscard]] std::size_t Find(std::string_view line) const;
  // Returns how many headings, the title excluded, have a level.
  [[nodiscard]] std::size_t CountAt(std::uint8_t level) const {
    return level < counts_.size() ? counts_[level] : 0;
  }

 private:
  std::map<std::string, std::size_t> last_;
  std::array<std::size_t, 7> counts_ = {};
};

// Returns where the contents below a heading end: after the last block most of
// whose lines name a later heading, or end with rising numbers as of pages.
// `heading` + 1 if nothing looks like contents. O(n log n) in the text.
//   heading, end  indices of blocks; the section is within
[[nodiscard]] std::size_t EndOfContents(
    std::string_view text, const std::vector<engine::TextBlock>& blocks,
    const HeadingWords& headings, std::size_t heading, std::size_t end);

// Consecutive blocks whose lines name later headings in their order.
struct NamingBlocks {
  std::size_t end;
  // Whether they are contents without a heading: four lines or more, which name
  // most headings of that level.
  bool are_contents;
};
[[nodiscard]] NamingBlocks FindNamingBlocks(
    std::string_view text, const std::vector<engine::TextBlock>& blocks,
    const HeadingWords& headings, std::size_t begin);

// Returns where references end: before a table and its caption, and before
// three blocks, or 600 bytes, without a year, an address or "et al.".
[[nodiscard]] std::size_t EndOfReferences(
    std::string_view text, const std::vector<engine::TextBlock>& blocks,
    std::size_t heading, std::size_t end);

}  // namespace answerbox::client
