// The text of an answer as a person reads it, and where its parts stand in it.
#pragma once

#include <boost/json/object.hpp>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "client/terminal/line_wrap.h"
#include "client/terminal/terminal.h"

namespace answerbox::client {

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

// The best answer of a reply of `ask`, on lines for a terminal: a sentence in
// its paragraph with the matching words set off, any other form by itself. What
// decided is in bold, the short answer in green, or between marks where the
// terminal has no styles.
[[nodiscard]] std::string AnswerText(const boost::json::object& reply,
                                     const Terminal& terminal);

// The text of one answer for pipes, with a line for each paragraph, item and
// row. The short answer is set off as above.
[[nodiscard]] std::string AnswerTextLines(const boost::json::object& answer,
                                          const Terminal& terminal);

}  // namespace answerbox::client
