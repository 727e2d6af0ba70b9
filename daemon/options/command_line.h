// Reads options from the command line, which overrides the configuration file.
#pragma once

#include <string>
#include <variant>

#include "daemon/options/option_file.h"
#include "daemon/options/options.h"

namespace answerbox::daemon {

// The program prints `output` and ends.
struct EarlyExit {
  int exit_code = 0;  // kUsageExitCode: wrong command line or file.
  // To standard output if exit_code is 0, else to standard error.
  std::string output;
};

inline constexpr int kUsageExitCode = 2;

// Reads the file that --config names, and then the flags. `patience` is for
// that file (option_file.h).
[[nodiscard]] std::variant<Options, EarlyExit> ReadCommandLine(
    int argument_count, const char* const* arguments, PipePatience patience);

}  // namespace answerbox::daemon
