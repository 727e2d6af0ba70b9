// Runs the command line within the test and captures its output.
#pragma once

#include <string>
#include <vector>

#include "client/commands/command_line.h"
#include "tests/client/rpc/scripted_daemon.h"

namespace answerbox::client {

struct Invocation {
  int exit_code;
  std::string output;
  std::string errors;
};

// Runs `answerbox ARGUMENTS`, or another program of commands.
Invocation Invoke(std::vector<std::string> arguments,
                  const ProgramFrame& program = ClientProgram());

// The same with --socket, for a daemon that follows `script`.
Invocation InvokeAgainst(ScriptedDaemon::Script script,
                         std::vector<std::string> arguments);

}  // namespace answerbox::client
