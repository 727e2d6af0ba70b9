#include "daemon/client/commands/command.h"

#include <unistd.h>

#include <charconv>
#include <iostream>
#include <map>
#include <system_error>

#include "daemon/client/rpc/socket_path.h"
#include "daemon/client/terminal/json_text.h"
#include "daemon/client/terminal/printable.h"

namespace answerbox::client {

Terminal CommonOptions::Output() const {
  return Terminal::Of(STDOUT_FILENO, color);
}

Terminal CommonOptions::Errors() const {
  return Terminal::Of(STDERR_FILENO, color);
}

void AddOutputOptions(CLI::App& command, CommonOptions& options) {
  command.add_flag("--json", options.json,
                   "Print one JSON object instead of text");
  command.set_version_flag("--version", kVersionLine, "Print the version");
}

void AddCommonOptions(CLI::App& command, CommonOptions& options) {
  AddOutputOptions(command, options);
  command
      .add_option("--socket", options.socket,
                  "The daemon's socket (default $ANSWERBOX_SOCKET, "
                  "$XDG_RUNTIME_DIR/answerbox.sock, or "
                  "/run/answerbox/answerbox.sock)")
      ->type_name("PATH");
  command
      .add_option("--color", options.color,
                  "Colours and bold: auto (on a terminal), always or never")
      ->type_name("WHEN")
      ->transform(CLI::CheckedTransformer(std::map<std::string, ColorChoice>{
                                              {"auto", ColorChoice::kAuto},
                                              {"always", ColorChoice::kAlways},
                                              {"never", ColorChoice::kNever}})
                      .description(""));
}

void AddCollectionOption(CLI::App& command, std::string& collection) {
  command
      .add_option("-c,--collection", collection,
                  "The collection (default \"default\")")
      ->type_name("NAME");
}

CLI::Validator Fraction() {
  return {[](const std::string& text) -> std::string {
            const char* end = text.data() + text.size();
            double number = 0;
            const auto read = std::from_chars(text.data(), end, number);
            // Written so that it fails for NaN.
            if (read.ec == std::errc() && read.ptr == end && number >= 0 &&
                number <= 1) {
              return {};
            }
            return text + " is not a number from 0 to 1";
          },
          ""};
}

Outcome<Connection> Connect(const CommonOptions& options) {
  return Connection::Open(options.socket.empty() ? DefaultSocketPath()
                                                 : options.socket);
}

void PrintJson(const boost::json::value& value) {
  std::cout << JsonText(value) << "\n";
}

int Conclude(const CommonOptions& options, const Outcome<ExitCode>& outcome) {
  if (outcome) {
    // A full disk behind standard output must not look like success.
    std::cout.flush();
    return static_cast<int>(std::cout ? *outcome : ExitCode::kDaemonFailed);
  }
  const Failure& failure = outcome.error();
  std::cerr << "answerbox: " << Escaped(failure.message) << "\n";
  if (options.json) {
    boost::json::object error{{"kind", failure.kind},
                              {"message", failure.message}};
    for (const auto& detail : failure.details) {
      error.insert_or_assign(detail.key(), detail.value());
    }
    PrintJson(boost::json::object{{"error", std::move(error)}});
  }
  return static_cast<int>(failure.exit_code);
}

}  // namespace answerbox::client
