// The units of a context, as a program or a person reads them.
#pragma once

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <string>

#include "client/terminal/terminal.h"

namespace answerbox::client {

// For pipes: each unit as it stands in its document, after a line with its
// place in brackets. A blank line stands between two.
[[nodiscard]] std::string UnitsText(const boost::json::array& units);

// Markdown: a heading for each document, and each unit as a quotation, with its
// page and section below.
[[nodiscard]] std::string UnitsMarkdown(const boost::json::array& units);

// For people: each unit, wrapped, and on the next line its place.
[[nodiscard]] std::string UnitsPage(const boost::json::array& units,
                                    const Terminal& terminal);

// How the question was read, and why a reply of `select` or `summarize` has
// nothing, on lines.
[[nodiscard]] std::string NothingFoundLines(const boost::json::object& reply,
                                            const Terminal& terminal);

}  // namespace answerbox::client
