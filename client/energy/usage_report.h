// The result of `energy.report` for people and for spreadsheets.
#pragma once

#include <boost/json/object.hpp>
#include <string>

#include "client/terminal/terminal.h"

namespace answerbox::client {

// A table of collections and callers, and the machine as a whole.
[[nodiscard]] std::string UsagePage(const boost::json::object& reply,
                                    const Terminal& terminal);

// A table of the same, period by period: `reply` has `periods`.
[[nodiscard]] std::string PeriodsPage(const boost::json::object& reply,
                                      const Terminal& terminal);

// RFC 4180 but for its line ends, which are \n: a line of names, then one for
// each collection and caller. docs/man/answerbox.1 lists the columns.
[[nodiscard]] std::string UsageCsv(const boost::json::object& reply);
// The same for each period, which stands first in its lines.
[[nodiscard]] std::string PeriodsCsv(const boost::json::object& reply);

}  // namespace answerbox::client
