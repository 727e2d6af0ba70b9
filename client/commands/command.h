// What commands share: their common options, the connection to the daemon, and
// how they end.
#pragma once

#include <CLI/CLI.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "client/failure.h"
#include "client/rpc/connection.h"
#include "client/terminal/terminal.h"

namespace answerbox::client {

inline constexpr std::chrono::seconds kDefaultTimeout{60};
inline constexpr std::chrono::hours kMaxTimeout{24};

struct CommonOptions {
  // The name that failure messages begin with.
  std::string program = "answerbox";
  std::string socket;  // Empty: DefaultSocketPath().
  bool json = false;
  ColorChoice color = ColorChoice::kAuto;
  // How long the daemon may be silent. Without a value the wait has no end.
  std::optional<std::chrono::milliseconds> timeout = kDefaultTimeout;

  [[nodiscard]] Terminal Output() const;  // Standard output.
  [[nodiscard]] Terminal Errors() const;  // Standard error.
};

// --json and --version, for a command that needs no daemon. Takes the name of
// the program from the command's ancestors.
void AddOutputOptions(CLI::App& command, CommonOptions& options);

// --json, --socket, --color, --timeout and --version.
void AddCommonOptions(CLI::App& command, CommonOptions& options);

// Gives the command the common options that stood before it on the command
// line: `answerbox --socket S list` is `answerbox list --socket S`. Ignores
// options that the command does not have. Call it once the command was chosen.
void TakeOptionsBeforeCommand(CLI::App& command);

// Adds --collection. Its default is "default".
void AddCollectionOption(CLI::App& command, std::string& collection);

// Returns a validator that accepts only numbers from `least` to `most`.
//   range  the range as messages name it, such as "0 to 1"
[[nodiscard]] CLI::Validator NumberWithin(double least, double most,
                                          const std::string& range);
// Returns the same validator for numbers from 0 to 1.
[[nodiscard]] CLI::Validator Fraction();

[[nodiscard]] Outcome<Connection> Connect(const CommonOptions& options);

// Connects for one call. Errors: those of Connect and of Connection::Call.
[[nodiscard]] Outcome<boost::json::value> CallOnce(
    const CommonOptions& options, std::string_view method,
    const boost::json::object& params);

// Calls the method. Meanwhile a progress bar is shown, unless with --json.
// Errors: those of Connection::Call.
[[nodiscard]] Outcome<boost::json::value> CallWithProgress(
    const CommonOptions& options, Connection& connection,
    std::string_view method, const boost::json::object& params);

// Prints `value` as a line on standard output. On a terminal, characters that
// could control it are escaped.
void PrintJson(const boost::json::value& value);

// Prints JSON that is one line of text already, in the same way. In a file or a
// pipe its bytes stay as they are.
void PrintJsonLine(std::string_view json);

// Prints a sentence about what was done, wrapped to the width of a terminal.
void PrintSentence(const CommonOptions& options, const std::string& sentence);

// Prints the result of a command: `value` with --json, else `page`, a page or a
// sentence about what was done.
void PrintPage(const CommonOptions& options, const boost::json::value& value,
               const std::string& page);
void PrintDone(const CommonOptions& options, const boost::json::value& value,
               const std::string& sentence);

// Prints a failure to standard error. If an exam refused a change, lists the
// questions that the change would lose.
void PrintFailure(const Failure& failure,
                  std::string_view program = "answerbox");

// Returns a failure as --json prints it in the member "error":
// {"kind","message",...}.
[[nodiscard]] boost::json::object ErrorJson(const Failure& failure);

// Returns the exit code of a command. Prints a failure to standard error as one
// sentence and, with --json, to standard output as
// {"error":{"kind","message",...}}.
[[nodiscard]] int Conclude(const CommonOptions& options,
                           const Outcome<ExitCode>& outcome);

// Completes a command: adds its common options and the examples in its help,
// and runs it when the user chooses it.
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

// Completes a command that needs no daemon: adds --json, --version and the
// examples in its help, and runs it when the user chooses it.
template <typename Options>
void CompleteOfflineCommand(CLI::App& command, std::shared_ptr<Options> options,
                            const char* examples,
                            Outcome<ExitCode> (*run)(const Options&),
                            int& exit_code) {
  AddOutputOptions(command, options->common);
  command.footer(examples);
  command.callback([&command, options, run, &exit_code] {
    TakeOptionsBeforeCommand(command);
    exit_code = Conclude(options->common, run(*options));
  });
}

// Joins the words with blanks. Errors: kRejected for bytes that are not UTF-8;
// `what` is the text's name in the message.
[[nodiscard]] Outcome<std::string> JoinWords(
    const std::vector<std::string>& words, std::string_view what);

}  // namespace answerbox::client
