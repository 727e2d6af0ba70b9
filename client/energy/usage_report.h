// Renders the result of `energy.report` for people and for spreadsheets.
#pragma once

#include <boost/json/object.hpp>
#include <string>

#include "client/terminal/terminal.h"

namespace answerbox::client {

// Renders a table of collections and callers, and the machine as a whole.
[[nodiscard]] std::string UsagePage(const boost::json::object& reply,
                                    const Terminal& terminal);

// Renders such a table for each of the `periods` in `reply`.
[[nodiscard]] std::string PeriodsPage(const boost::json::object& reply,
                                      const Terminal& terminal);

// Writes CSV as in RFC 4180, but with \n at line ends: a line of names, then
// one for each collection and caller. docs/man/answerbox.1 lists the columns.
[[nodiscard]] std::string UsageCsv(const boost::json::object& reply);
// Writes the same for each period. The period's columns come first.
[[nodiscard]] std::string PeriodsCsv(const boost::json::object& reply);

}  // namespace answerbox::client
