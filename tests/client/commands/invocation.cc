#include "tests/client/commands/invocation.h"

#include <gtest/gtest.h>

#include <iostream>

namespace answerbox::client {

Invocation Invoke(std::vector<std::string> arguments,
                  const ProgramFrame& program) {
  arguments.insert(arguments.begin(), program.name);
  std::vector<char*> pointers;
  for (std::string& argument : arguments) pointers.push_back(argument.data());
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  Invocation invocation;
  invocation.exit_code = RunCommandLine(static_cast<int>(pointers.size()),
                                        pointers.data(), program);
  std::cout.flush();
  invocation.output = testing::internal::GetCapturedStdout();
  invocation.errors = testing::internal::GetCapturedStderr();
  return invocation;
}

Invocation InvokeAgainst(ScriptedDaemon::Script script,
                         std::vector<std::string> arguments) {
  const ScriptedDaemon daemon(std::move(script));
  arguments.insert(arguments.end(), {"--socket", daemon.socket()});
  return Invoke(std::move(arguments));
}

}  // namespace answerbox::client
