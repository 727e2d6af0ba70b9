// What commands share: their common options, the connection to the daemon, and
// how they end.
#pragma once

#include <CLI/CLI.hpp>
#include <boost/json/object.hpp>
#include <chrono>
#include <memory>
#include <optional>
#include <string>

#include "client/failure.h"
#include "client/rpc/connection.h"
#include "client/terminal/terminal.h"

namespace answerbox::client {

inline constexpr const char* kVersionLine = "answerbox " ANSWERBOX_VERSION;

inline constexpr std::chrono::seconds kDefaultTimeout{60};
inline constexpr std::chrono::hours kMaxTimeout{24};

struct CommonOptions {
  std::string socket;  // Empty: DefaultSocketPath().
  bool json = false;
  ColorChoice color = ColorChoice::kAuto;
  // How long the daemon may say nothing; none: for ever.
  std::optional<std::chrono::milliseconds> timeout = kDefaultTimeout;

  [[nodiscard]] Terminal Output() const;  // Standard output.
  [[nodiscard]] Terminal Errors() const;  // Standard error.
};

// --json and --version, for a command that needs no daemon.
void AddOutputOptions(CLI::App& command, CommonOptions& options);

// --json, --socket, --color, --timeout and --version.
void AddCommonOptions(CLI::App& command, CommonOptions& options);

// Common options that were given before the command and not to it itself:
// `answerbox --socket S list` is `answerbox list --socket S`. An option that
// the command does not have is passed over. To be called once it was chosen.
void TakeOptionsBeforeCommand(CLI::App& command);

// --collection, "default" unless given.
void AddCollectionOption(CLI::App& command, std::string& collection);

// Takes numbers from 0 to 1, and nothing that is not a number.
[[nodiscard]] CLI::Validator Fraction();

[[nodiscard]] Outcome<Connection> Connect(const CommonOptions& options);

// Prints `value` on a line of standard output; for a terminal with escapes for
// all that could steer it.
void PrintJson(const boost::json::value& value);

// Prints a sentence about what was done; on a terminal within its width.
void PrintSentence(const CommonOptions& options, const std::string& sentence);

// The exit code of a command. A failure goes to standard error as one sentence,
// and with --json as {"error":{"kind","message",...}} to standard output too.
[[nodiscard]] int Conclude(const CommonOptions& options,
                           const Outcome<ExitCode>& outcome);

// Completes a command: its common options, the examples in its help, and what
// it does when the user chooses it.
template <typename Options>
void CompleteCommand(CLI::App& command, std::shared_ptr<Options> options,
                     const char* examples,
                     Outcome<ExitCode> (*run)(const Options&), int& exit_code) {
  AddCommonOptions(command, options->common);
  command.footer(examples);
  command.callback([&command, options, run, &exit_code] {
    TakeOptionsBeforeCommand(command);
    exit_code = Conclude(options->common, run(*options));
  });
}

}  // namespace answerbox::client
