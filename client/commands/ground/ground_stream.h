// Many answers to check, of any system: JSON lines in, JSON lines out.
// docs/grounding.md says what they hold.
#pragma once

#include <boost/json/object.hpp>
#include <cstddef>
#include <istream>
#include <string>

#include "client/failure.h"
#include "client/rpc/connection.h"

namespace answerbox::client {

// A longer line is told, and not read.
inline constexpr std::size_t kMaxGroundLineBytes = std::size_t{4} << 20;

// Checks the answer on each line, and prints a line for each to standard
// output. A line that can't be read, or that the daemon refuses, gives a line
// with an error that names it. Blank lines are passed over. Returns kRejected
// if there was such a line, else kDone. Errors: those of Connection::Call that
// end the connection.
//   further  parameters of every request
[[nodiscard]] Outcome<ExitCode> GroundLines(std::istream& lines,
                                            const boost::json::object& further,
                                            Connection& connection);

}  // namespace answerbox::client
