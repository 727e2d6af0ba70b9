// The results of `answerbox ground`: a page for people, and JSON lines
// (docs/grounding.md) for many answers.
#pragma once

#include <boost/json/object.hpp>
#include <cstddef>
#include <istream>
#include <span>
#include <string>

#include "client/failure.h"
#include "client/rpc/connection.h"
#include "client/terminal/terminal.h"

namespace answerbox::client {

// A longer line is reported as an error and not parsed.
inline constexpr std::size_t kMaxGroundLineBytes = std::size_t{4} << 20;

// Checks the answer on each line, and prints a line for each to standard
// output. For a line that can't be read, or that the daemon refuses, it prints
// a line with an error. Blank lines are skipped. Returns kRejected if there was
// an error on any line, else kDone. Errors: those of Connection::Call that end
// the connection.
//   further  parameters that are added to every request
[[nodiscard]] Outcome<ExitCode> GroundLines(std::istream& lines,
                                            const boost::json::object& further,
                                            Connection& connection);

// Returns for people the verdict, each sentence with its score and its support,
// and what is contradicted or unsupported.
//   reply   result of the method `ground`
//   labels  names of the context's passages, such as file names
[[nodiscard]] std::string GroundingPage(const boost::json::object& reply,
                                        std::span<const std::string> labels,
                                        const Terminal& terminal);

}  // namespace answerbox::client
