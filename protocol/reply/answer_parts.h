// The parts of an answer, and where they stand in its text.
#pragma once

#include <boost/json/object.hpp>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace answerbox::protocol {

// Half-open range of bytes.
struct TextRange {
  std::size_t begin;
  std::size_t end;

  friend bool operator==(const TextRange&, const TextRange&) = default;
};

struct LocatedPart {
  std::string role;
  std::size_t level = 0;  // Of an item, from 1.
  TextRange in_text{};
  TextRange in_document{};
};

// The parts of an answer, in order. `text` is the answer's text. Empty if the
// text is not the parts, joined: then nothing is known about its structure.
[[nodiscard]] std::vector<LocatedPart> LocateParts(
    const boost::json::object& answer, std::string_view text);

// What these bytes of the document are in the text: a range for each part that
// has some of them.
[[nodiscard]] std::vector<TextRange> InText(
    const std::vector<LocatedPart>& parts, TextRange in_document);

// Where the short answer stands in the text. Empty if no single part holds it.
[[nodiscard]] TextRange ShortInParts(const boost::json::object& answer,
                                     const std::vector<LocatedPart>& parts,
                                     std::string_view text);

enum class BlockKind : std::uint8_t { kParagraph, kHeading, kItem, kRow };

// A stretch of the text that has lines of its own.
struct AnswerBlock {
  BlockKind kind = BlockKind::kParagraph;
  std::size_t level = 0;  // Of an item, from 1.
  TextRange range{};      // In the text.
  // If the part is a row: where each of its cells stands, with the heading
  // before it.
  std::vector<TextRange> cells;
};

// The blocks of the text, in order.
[[nodiscard]] std::vector<AnswerBlock> BlocksOf(
    const std::vector<LocatedPart>& parts, std::string_view text);

}  // namespace answerbox::protocol
