// What commands share: their common options, the connection to the daemon,
// options that take one of a few words, questions that an exam lost, and how
// they end.
#pragma once

#include <CLI/CLI.hpp>
#include <algorithm>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
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

// Ends parsing with a list of the words that the option takes.
[[noreturn]] inline void RefuseWord(const std::string& option,
                                    const std::string& word,
                                    const std::vector<std::string>& choices) {
  std::string words;
  for (std::size_t i = 0; i < choices.size(); ++i) {
    if (i > 0) words += i + 1 < choices.size() ? ", " : " or ";
    words += choices[i];
  }
  throw CLI::ValidationError(option,
                             "takes " + words + ", not \"" + word + "\"");
}

template <typename Value>
using Choices = std::vector<std::pair<std::string, Value>>;

// Adds an option that sets `variable` to what the given word stands for.
template <typename Value, typename Variable>
CLI::Option* AddChoice(CLI::App& command, const std::string& name,
                       Variable& variable, Choices<Value> choices,
                       const std::string& help) {
  return command
      .add_option_function<std::string>(
          name,
          [name, choices, &variable](const std::string& word) {
            std::vector<std::string> words;
            for (const auto& [choice, value] : choices) {
              if (choice == word) {
                variable = value;
                return;
              }
              words.push_back(choice);
            }
            RefuseWord(name, word, words);
          },
          help)
      ->type_name("WORD");
}

// Returns a line for each question that the change would lose, with what
// answers it now. Those that must be answered come first. Empty for other
// errors.
//   details  `data` of the daemon's error exam_failed
[[nodiscard]] std::string LostQuestions(const boost::json::object& details);

// How many lost questions a command keeps for its report.
inline constexpr std::size_t kMaxKeptLostQuestions = 1000;

// Bounds what a command keeps of refusals by the exam, as many documents may be
// refused, each with up to 200 questions.
class LostQuestionsBound {
 public:
  // Returns `exam` with as many of its lost questions as the bound still
  // allows. Its counts stay as they are.
  [[nodiscard]] boost::json::object Kept(boost::json::object exam);

 private:
  std::size_t left_ = kMaxKeptLostQuestions;
};

}  // namespace answerbox::client
