// What commands share: their common options, the connection to the daemon, and
// how they end.
#pragma once

#include <CLI/CLI.hpp>
#include <boost/json/object.hpp>
#include <memory>
#include <string>

#include "daemon/client/failure.h"
#include "daemon/client/rpc/connection.h"
#include "daemon/client/terminal/terminal.h"

namespace answerbox::client {

inline constexpr const char* kVersionLine = "answerbox " ANSWERBOX_VERSION;

struct CommonOptions {
  std::string socket;  // Empty: DefaultSocketPath().
  bool json = false;
  ColorChoice color = ColorChoice::kAuto;

  [[nodiscard]] Terminal Output() const;  // Standard output.
  [[nodiscard]] Terminal Errors() const;  // Standard error.
};

// --json and --version, for a command that needs no daemon.
void AddOutputOptions(CLI::App& command, CommonOptions& options);

// --json, --socket, --color and --version.
void AddCommonOptions(CLI::App& command, CommonOptions& options);

// --collection, "default" unless given.
void AddCollectionOption(CLI::App& command, std::string& collection);

// Takes numbers from 0 to 1, and nothing that is not a number.
[[nodiscard]] CLI::Validator Fraction();

[[nodiscard]] Outcome<Connection> Connect(const CommonOptions& options);

// Prints `object` on a line of standard output.
void PrintJson(const boost::json::value& value);

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
  command.callback([options, run, &exit_code] {
    exit_code = Conclude(options->common, run(*options));
  });
}

}  // namespace answerbox::client
