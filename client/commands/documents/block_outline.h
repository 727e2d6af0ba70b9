// Shows the blocks of a stored document as an outline for people.
#pragma once

#include <boost/json/array.hpp>
#include <string>
#include <string_view>

#include "client/terminal/terminal.h"

namespace answerbox::client {

// Returns a line for each block, indented by its depth: its kind with level,
// number or position, and its first words. A line before the first block of
// each page names the page.
//   blocks  as documents.blocks gives them
//   text    the document's text
[[nodiscard]] std::string BlockOutline(const boost::json::array& blocks,
                                       std::string_view text,
                                       const Terminal& terminal);

}  // namespace answerbox::client
