// How answers of several parts stand on lines: lists as lists, rows with their
// headings, running text in paragraphs.
#pragma once

#include <boost/json/object.hpp>
#include <cstddef>
#include <string>
#include <string_view>

#include "client/terminal/line_wrap.h"
#include "client/terminal/terminal.h"

namespace answerbox::client {

// Stands before each line of an answer on a terminal.
inline constexpr std::string_view kAnswerIndent = "  ";

// How wide the lines of an answer are, without what stands before and after
// them.
[[nodiscard]] std::size_t AnswerColumns(const Terminal& terminal);

// Returns `text` with marks around the range, unless that is empty. They set
// off a short answer where no style can.
[[nodiscard]] std::string Marked(std::string text, TextRange range);

// Text as it can stand on a line: line ends and control characters become
// blanks, and one blank stands for several.
[[nodiscard]] std::string OneLine(std::string_view text);

// An answer on lines for a terminal. What decided is in bold, and the short
// answer is set off.
[[nodiscard]] std::string FormedLines(const boost::json::object& answer,
                                      const Terminal& terminal);

// An answer with a line for each paragraph, item and row, however wide.
[[nodiscard]] std::string FormedTextLines(const boost::json::object& answer,
                                          const Terminal& terminal);

// Stands between headings on a terminal.
inline constexpr std::string_view kSectionArrow = " \xE2\x80\xBA ";

// "handbook.pdf, page 3, Vaccines > Storage" for an object with `document`,
// `page` and `section`.
//   separator  between two headings
[[nodiscard]] std::string PlaceText(const boost::json::object& answer,
                                    std::string_view separator);

// Names the places of sentences that say the same, which `also_in` lists:
// ", also in a.md and 2 more". Empty if there are none.
[[nodiscard]] std::string AlsoInText(const boost::json::object& answer);

}  // namespace answerbox::client
