// Reads options from a TOML file and from the command line. In the file each is
// one `key = value`, with the keys of options.h.
#pragma once

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <variant>

#include "daemon/error.h"
#include "daemon/options/options.h"

namespace answerbox::daemon {

inline constexpr std::size_t kMaxOptionFileBytes = std::size_t{1} << 20;

// How long to wait for the text when the file is a pipe, as a shell makes it of
// `--config <(...)`. With kRefusePipes a pipe is an error: a daemon that reads
// its options again must not wait, and would find a used pipe empty.
using PipePatience = std::chrono::milliseconds;
inline constexpr PipePatience kRefusePipes{0};
inline constexpr PipePatience kStartPatience{30'000};

// Returns the bytes of a file, a pipe or a character device such as /dev/null.
// Errors: kInvalidParams, with the path, when it is something else, can't be
// read, has more than kMaxOptionFileBytes, or gives no text in time.
[[nodiscard]] Result<std::string> ReadOptionText(
    const std::filesystem::path& path, PipePatience patience);

// Sets the options that the file names and leaves the rest. Errors:
// kInvalidParams, with the file when it can't be read; with
// file, line and column when it can't be parsed, or has an unknown key or an
// invalid value. `options` may be changed in part then.
[[nodiscard]] Result<void> ReadOptionFile(const std::filesystem::path& path,
                                          PipePatience patience,
                                          Options& options);

// The same for the text of a file, which messages call `path`.
[[nodiscard]] Result<void> ReadOptions(std::string_view text,
                                       const std::filesystem::path& path,
                                       Options& options);

// The program prints `output` and ends.
struct EarlyExit {
  int exit_code = 0;  // kUsageExitCode: wrong command line or file.
  // To standard output if exit_code is 0, else to standard error.
  std::string output;
};

inline constexpr int kUsageExitCode = 2;

// Reads the file that --config names, and then the flags of the command line,
// which override it. `patience` is for that file.
[[nodiscard]] std::variant<Options, EarlyExit> ReadCommandLine(
    int argument_count, const char* const* arguments, PipePatience patience);

}  // namespace answerbox::daemon
