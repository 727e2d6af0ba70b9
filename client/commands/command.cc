#include "client/commands/command.h"

#include <unistd.h>

#include <algorithm>
#include <boost/json/array.hpp>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <iostream>

#include "client/rpc/message.h"
#include "client/terminal/human_units.h"
#include "client/terminal/json_text.h"
#include "client/terminal/line_wrap.h"
#include "client/terminal/printable.h"
#include "client/terminal/progress_bar.h"
#include "engine/text/utf8.h"
#include "engine/text/whole_number.h"
#include "protocol/calls/question.h"

namespace answerbox::client {

std::string LostQuestions(const boost::json::object& details) {
  const boost::json::object& exam = ObjectAt(details, "exam");
  const boost::json::array& lost = ArrayAt(exam, "lost");
  std::string text;
  for (const boost::json::value& value : lost) {
    const boost::json::object& question = AsObject(value);
    text += FlagAt(question, "must") ? "  must  " : "        ";
    text += Escaped(TextAt(question, "id")) + ": " +
            Escaped(TextAt(question, "question")) + "\n";
    const boost::json::object& answer =
        ObjectAt(ObjectAt(question, "before"), "answer");
    if (answer.empty()) continue;
    text += "          now: " + Escaped(TextAt(answer, "text")) + " (" +
            Escaped(TextAt(answer, "document")) + ")\n";
  }
  const std::uint64_t count = NumberAt(exam, "lost_count");
  // The daemon lists a limited number of them, but counts all. Who may not read
  // gets none, and the message tells how many.
  if (!lost.empty() && count > lost.size()) {
    text += "  and " + Counted(count - lost.size(), "question") + " more\n";
  }
  return text;
}

boost::json::object LostQuestionsBound::Kept(boost::json::object exam) {
  boost::json::value* const member = exam.if_contains("lost");
  if (member == nullptr || !member->is_array()) return exam;
  boost::json::array& lost = member->get_array();
  const std::size_t kept = std::min(lost.size(), left_);
  left_ -= kept;
  lost.erase(lost.begin() + static_cast<std::ptrdiff_t>(kept), lost.end());
  return exam;
}

namespace {

using Timeout = std::optional<std::chrono::milliseconds>;

Timeout ParseTimeout(const std::string& text) {
  if (text == "none") return std::nullopt;
  const auto seconds = engine::WholeNumber<double>(text);
  const auto most = std::chrono::duration<double>(kMaxTimeout).count();
  // Written so that it fails for NaN.
  if (!seconds || !(*seconds >= 0 && *seconds <= most)) {
    throw CLI::ValidationError(
        "--timeout",
        "takes seconds, 0 to 86400, or none, not \"" + text + "\"");
  }
  if (*seconds == 0) return std::nullopt;
  return std::chrono::milliseconds(
      static_cast<std::int64_t>(std::ceil(*seconds * 1000)));
}

// The message goes to standard error even when that is no terminal, so that a
// user who waits knows why.
void TellOfWaiting(const CommonOptions& options, const std::string& socket) {
  // Clears a progress bar that may stand on this line.
  if (options.Errors().is_terminal) std::cerr << "\r\x1b[K";
  std::cerr << "answerbox: waiting for the daemon at " << Escaped(socket);
  if (options.timeout) {
    char seconds[32];
    std::snprintf(seconds, sizeof seconds, "%g",
                  std::chrono::duration<double>(*options.timeout).count());
    std::cerr << ", for " << seconds << " s at most (--timeout)\n";
  } else {
    std::cerr << ", however long it takes (--timeout)\n";
  }
}

}  // namespace

Terminal CommonOptions::Output() const {
  return Terminal::Of(STDOUT_FILENO, color);
}

Terminal CommonOptions::Errors() const {
  return Terminal::Of(STDERR_FILENO, color);
}

void AddOutputOptions(CLI::App& command, CommonOptions& options) {
  command.add_flag("--json", options.json,
                   "Print one JSON object instead of text");
  // Messages begin with the name of the outermost command: the program that the
  // user typed.
  const CLI::App* root = &command;
  while (root->get_parent() != nullptr) root = root->get_parent();
  options.program = root->get_name();
  command.set_version_flag("--version", options.program + " " ANSWERBOX_VERSION,
                           "Print the version");
}

void AddCommonOptions(CLI::App& command, CommonOptions& options) {
  AddOutputOptions(command, options);
  command
      .add_option("--socket", options.socket,
                  "The daemon's socket (default $ANSWERBOX_SOCKET, "
                  "$XDG_RUNTIME_DIR/answerbox.sock, or "
                  "/run/answerbox/answerbox.sock)")
      ->type_name("PATH");
  AddChoice<ColorChoice>(
      command, "--color", options.color,
      {{"auto", ColorChoice::kAuto},
       {"always", ColorChoice::kAlways},
       {"never", ColorChoice::kNever}},
      "Colours and bold: auto (on a terminal), always or never")
      ->type_name("WHEN");
  command
      .add_option_function<std::string>(
          "--timeout",
          [&options](const std::string& text) {
            options.timeout = ParseTimeout(text);
          },
          "Give up when the daemon has said nothing for so long (default 60; "
          "0 or none: never)")
      ->type_name("SECONDS");
}

void TakeOptionsBeforeCommand(CLI::App& command) {
  for (const char* name : {"--json", "--socket", "--color", "--timeout"}) {
    CLI::Option* own = command.get_option_no_throw(name);
    // An option after the command is meant for this command, and wins.
    if (own == nullptr || own->count() > 0) continue;
    for (const CLI::App* above = command.get_parent(); above != nullptr;
         above = above->get_parent()) {
      const CLI::Option* given = above->get_option_no_throw(name);
      if (given == nullptr || given->count() == 0) continue;
      // The value is added as if it had been given here, so that its checks and
      // its callback run.
      own->add_result(given->results());
      own->run_callback();
      break;
    }
  }
}

void AddCollectionOption(CLI::App& command, std::string& collection) {
  command
      .add_option(std::string(protocol::calls::kCollection.option.name),
                  collection,
                  HelpText(&protocol::calls::kCollection,
                           protocol::calls::kCollection.option))
      ->type_name(std::string(protocol::calls::kCollection.option.metavar));
}

CLI::Validator NumberWithin(double least, double most,
                            const std::string& range) {
  return {[least, most, range](const std::string& text) -> std::string {
            const auto number = engine::WholeNumber<double>(text);
            // Written so that it fails for NaN.
            if (number && *number >= least && *number <= most) return {};
            return text + " is not a number from " + range;
          },
          ""};
}

CLI::Validator Fraction() { return NumberWithin(0, 1, "0 to 1"); }

Outcome<Connection> Connect(const CommonOptions& options) {
  const std::string socket =
      options.socket.empty() ? DefaultSocketPath() : options.socket;
  return Connection::Open(
      socket,
      SilenceLimits{
          .on_notice = [options, socket] { TellOfWaiting(options, socket); },
          .give_up = options.timeout});
}

Outcome<boost::json::value> CallOnce(const CommonOptions& options,
                                     std::string_view method,
                                     const boost::json::object& params) {
  Outcome<Connection> connection = Connect(options);
  if (!connection) return connection.error();
  return connection->CallPatiently(method, params);
}

Outcome<boost::json::value> CallWithProgress(
    const CommonOptions& options, Connection& connection,
    std::string_view method, const boost::json::object& params) {
  // Cleared when it is destroyed.
  ProgressBar bar(options.json ? Terminal{} : options.Errors());
  return connection.Call(
      method, params, [&bar](const RemoteProgress& progress) {
        bar.Update(
            {.done_bytes = progress.done, .total_bytes = progress.total});
      });
}

void PrintJson(const boost::json::value& value) {
  PrintJsonLine(JsonText(value));
}

void PrintJsonLine(std::string_view json) {
  // JSON has no colours. The terminal only decides whether to escape.
  const Terminal terminal = Terminal::Of(STDOUT_FILENO, ColorChoice::kAuto);
  std::cout << ShownJson(terminal, json) << "\n";
}

void PrintSentence(const CommonOptions& options, const std::string& sentence) {
  std::cout << SentenceLines(options.Output(), sentence);
}

void PrintPage(const CommonOptions& options, const boost::json::value& value,
               const std::string& page) {
  if (options.json) return PrintJson(value);
  std::cout << page;
}

void PrintDone(const CommonOptions& options, const boost::json::value& value,
               const std::string& sentence) {
  if (options.json) return PrintJson(value);
  PrintSentence(options, sentence);
}

void PrintFailure(const Failure& failure, std::string_view program) {
  std::cerr << program << ": " << Escaped(failure.message) << "\n"
            << LostQuestions(failure.details);
}

boost::json::object ErrorJson(const Failure& failure) {
  boost::json::object error{{"kind", failure.kind},
                            {"message", failure.message}};
  for (const auto& detail : failure.details) {
    error.insert_or_assign(detail.key(), detail.value());
  }
  return error;
}

int Conclude(const CommonOptions& options, const Outcome<ExitCode>& outcome) {
  if (outcome) return static_cast<int>(*outcome);
  const Failure& failure = outcome.error();
  PrintFailure(failure, options.program);
  if (options.json) {
    PrintJson(boost::json::object{{"error", ErrorJson(failure)}});
  }
  return static_cast<int>(failure.exit_code);
}

Outcome<std::string> JoinWords(const std::vector<std::string>& words,
                               std::string_view what) {
  std::string text;
  for (const std::string& word : words) {
    if (!text.empty()) text += ' ';
    text += word;
  }
  if (const auto valid = engine::ValidateUtf8(text); !valid) {
    return Rejected(std::string(what) + " is not valid UTF-8 at byte offset " +
                    std::to_string(valid.error().offset));
  }
  return text;
}

}  // namespace answerbox::client
