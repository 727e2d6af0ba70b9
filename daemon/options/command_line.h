// Options from the command line, which wins over the configuration file.
#pragma once

#include <string>
#include <variant>

#include "daemon/options/options.h"

namespace answerbox::daemon {

// The program has nothing more to do: it prints `output` and ends.
struct EarlyExit {
  int exit_code = 0;   // 2: the command line or the file is wrong.
  std::string output;  // For standard output at 0, else for standard error.
};

inline constexpr int kUsageExitCode = 2;

// Reads flags, and the file that --config names before them.
[[nodiscard]] std::variant<Options, EarlyExit> ReadCommandLine(
    int argument_count, const char* const* arguments);

}  // namespace answerbox::daemon
