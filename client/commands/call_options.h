// The options of a command that gives the parameters of a call.
#pragma once

#include <CLI/CLI.hpp>
#include <boost/json/object.hpp>

#include "protocol/calls/call.h"

namespace answerbox::client {

namespace calls = protocol::calls;

// Adds an option for each parameter that has one in the table of calls. What is
// given on the command line goes into `params`, ready to be sent; what is not
// given is left to the daemon. `params` lives until the program has parsed its
// command line.
void AddCallOptions(CLI::App& command, const calls::Call& call,
                    boost::json::object& params);

}  // namespace answerbox::client
