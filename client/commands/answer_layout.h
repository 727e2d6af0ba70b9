// Lays out answers of several parts: lists as lists, rows with their headings,
// running text in paragraphs.
#pragma once

#include <boost/json/object.hpp>
#include <cstddef>
#include <string>
#include <string_view>

#include "client/terminal/line_wrap.h"
#include "client/terminal/terminal.h"

namespace answerbox::client {

// Begins each line of an answer on a terminal.
inline constexpr std::string_view kAnswerIndent = "  ";

// Returns the greatest width of an answer's lines in columns, without what is
// printed before and after them.
[[nodiscard]] std::size_t AnswerColumns(const Terminal& terminal);

// Returns `text` with marks around the range, unless that is empty. They set
// off a short answer where no style can.
[[nodiscard]] std::string Marked(std::string text, TextRange range);

// Returns `text` in a form that fits on one line: line ends and control
// characters become blanks, and each run of blanks becomes one.
[[nodiscard]] std::string OneLine(std::string_view text);

// Returns the answer as lines for a terminal. The sentence that decided is
// bold, and the short answer is set off.
[[nodiscard]] std::string FormedLines(const boost::json::object& answer,
                                      const Terminal& terminal);

// Returns the answer with one line for each paragraph, item and row, however
// wide it is.
[[nodiscard]] std::string FormedTextLines(const boost::json::object& answer,
                                          const Terminal& terminal);

// Separates headings on a terminal.
inline constexpr std::string_view kSectionArrow = " \xE2\x80\xBA ";

// Returns a place such as "handbook.pdf, page 3, Vaccines > Storage" for an
// object with `document`, `page` and `section`.
//   separator  is written between two headings
[[nodiscard]] std::string PlaceText(const boost::json::object& answer,
                                    std::string_view separator);

// Names the places of sentences that say the same, which `also_in` lists:
// ", also in a.md and 2 more". Empty if there are none.
[[nodiscard]] std::string AlsoInText(const boost::json::object& answer);

}  // namespace answerbox::client
