// Adds the parameters of a call as options of a command.
#pragma once

#include <CLI/CLI.hpp>
#include <boost/json/object.hpp>

#include "protocol/calls/call.h"

namespace answerbox::client {

namespace calls = protocol::calls;

// Adds an option for each parameter that has one in the table of calls. Values
// from the command line go into `params`, ready to be sent; all others are left
// to the daemon's defaults. `params` must live until the program has parsed its
// command line.
void AddCallOptions(CLI::App& command, const calls::Call& call,
                    boost::json::object& params);

}  // namespace answerbox::client
