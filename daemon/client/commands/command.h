// What every command that talks to the daemon shares: its common options, its
// connection, and how it ends.
#pragma once

#include <CLI/CLI.hpp>
#include <boost/json/object.hpp>
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

// --json, --socket, --color and --version.
void AddCommonOptions(CLI::App& command, CommonOptions& options);

// --collection, "default" unless given.
void AddCollectionOption(CLI::App& command, std::string& collection);

[[nodiscard]] Outcome<Connection> Connect(const CommonOptions& options);

// Prints `object` on a line of standard output.
void PrintJson(const boost::json::value& value);

// The exit code of a command. A failure goes to standard error as one sentence,
// and with --json as {"error":{"kind","message",...}} to standard output too.
[[nodiscard]] int Conclude(const CommonOptions& options,
                           const Outcome<ExitCode>& outcome);

}  // namespace answerbox::client
