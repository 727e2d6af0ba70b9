#include "client/commands/command_line.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <iostream>
#include <memory>
#include <numeric>
#include <optional>
#include <streambuf>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "client/commands/command.h"
#include "client/failure.h"
#include "client/terminal/human_units.h"
#include "client/terminal/line_wrap.h"
#include "client/terminal/printable.h"
#include "platform/file/open_file.h"

namespace answerbox::client {
namespace {

constexpr std::size_t kMaxHelpColumns = 100;  // Longer lines are hard to read.
constexpr std::size_t kNameColumns = 30;
constexpr std::size_t kMinTextColumns = 30;  // Least room beside the names.
constexpr std::size_t kNameIndent = 2;       // Of names.
constexpr std::size_t kTextIndent = 6;       // Of text below its name.

// Wraps `text` to `columns`, each of its lines by itself. Continuation lines
// are indented further than the line's beginning.
std::string Within(std::size_t columns, std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    const std::size_t indent =
        std::min(line.find_first_not_of(' '), line.size());
    const std::string lines =
        Indented(line.substr(indent), columns, indent, 2 * indent);
    out += lines.empty() ? "\n" : lines;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

}  // namespace

HelpFormat::HelpFormat(std::size_t columns)
    : columns_(std::min(columns, kMaxHelpColumns)) {
  column_width(kNameColumns);
}

std::string HelpFormat::make_description(const CLI::App* app) const {
  return Within(columns_, Formatter::make_description(app));
}

std::string HelpFormat::make_usage(const CLI::App* app,
                                   std::string name) const {
  return Within(columns_, Formatter::make_usage(app, std::move(name)));
}

std::string HelpFormat::make_footer(const CLI::App* app) const {
  return Within(columns_, Formatter::make_footer(app));
}

std::string HelpFormat::make_option(const CLI::Option* option,
                                    bool is_positional) const {
  return Entry(
      make_option_name(option, is_positional) + make_option_opts(option),
      make_option_desc(option));
}

std::string HelpFormat::make_subcommand(const CLI::App* command) const {
  return Entry(command->get_display_name(true), command->get_description());
}

std::string HelpFormat::Entry(const std::string& name,
                              const std::string& text) const {
  // In a narrow terminal a column beside the names would hold only a word or
  // two, so the text goes below the names.
  if (columns_ < kNameColumns + kMinTextColumns) {
    return Indented(name, columns_, kNameIndent, kTextIndent) +
           Indented(text, columns_, kTextIndent, kTextIndent);
  }
  const std::string right =
      Indented(text, columns_, kNameColumns, kNameColumns);
  std::string left = std::string(kNameIndent, ' ') + name;
  if (right.empty() || left.size() >= kNameColumns) {
    return Indented(name, columns_, kNameIndent, kTextIndent) + right;
  }
  left.resize(kNameColumns, ' ');
  return left + right.substr(kNameColumns);
}

namespace {

// Counts the insertions, deletions, replacements and swaps of neighbours that
// turn one word into the other (optimal string alignment).
std::size_t EditDistance(std::string_view from, std::string_view to) {
  std::vector<std::size_t> before_last(to.size() + 1);
  std::vector<std::size_t> last(to.size() + 1);
  std::vector<std::size_t> row(to.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  // Three rows are enough: a swap looks back two.
  for (std::size_t i = 1; i <= from.size(); ++i) {
    before_last.swap(last);
    last.swap(row);
    row[0] = i;
    for (std::size_t j = 1; j <= to.size(); ++j) {
      const std::size_t replaced = last[j - 1] + (from[i - 1] != to[j - 1]);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, replaced});
      if (i > 1 && j > 1 && from[i - 1] == to[j - 2] &&
          from[i - 2] == to[j - 1]) {
        row[j] = std::min(row[j], before_last[j - 2] + 1);
      }
    }
  }
  return row[to.size()];
}

bool IsOption(std::string_view word) {
  return word.size() > 1 && word.front() == '-';
}

std::vector<std::string> CommandsOf(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command :
       app.get_subcommands([](const CLI::App*) { return true; })) {
    names.push_back(command->get_name());
  }
  return names;
}

std::vector<std::string> OptionsOf(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) {
      names.push_back("--" + name);
    }
  }
  return names;
}

// Returns a command's name with those above it: "answerbox energy report".
std::string FullName(const CLI::App& app) {
  const CLI::App* parent = app.get_parent();
  return parent == nullptr ? app.get_name()
                           : FullName(*parent) + " " + app.get_name();
}

// Commands for laboratories moved to answerbox-lab, where they have the same
// names.
constexpr std::pair<std::string_view, std::string_view> kLabCommands[] = {
    {"answerbox evaluate", "squad"},     {"answerbox evaluate", "retrieval"},
    {"answerbox evaluate", "select"},    {"answerbox evaluate", "summaries"},
    {"answerbox evaluate", "grounding"}, {"answerbox evaluate", "long"},
    {"answerbox exam", "leaderboard"},   {"answerbox exam", "qrels"},
    {"answerbox exam", "bank"}};

bool IsLabCommand(const CLI::App& app, std::string_view word) {
  const std::string name = FullName(app);
  return std::ranges::any_of(kLabCommands, [&](const auto& moved) {
    return moved.first == name && moved.second == word;
  });
}

// Describes the first word that `app` did not know, if it is an option or
// stands where a command is expected.
std::optional<std::string> ExplainUnknown(const CLI::App& app) {
  const std::vector<std::string> unknown = app.remaining();
  if (unknown.empty()) return std::nullopt;
  const std::string word = unknown.front();
  const std::vector<std::string> commands = CommandsOf(app);
  std::string message;
  std::string nearest;
  if (IsOption(word)) {
    const std::string name = word.substr(0, word.find('='));
    message = FullName(app) + " has no option " + name;
    nearest = NearestName(name, OptionsOf(app));
  } else if (!commands.empty()) {
    message = FullName(app) + " has no command \"" + word + "\"";
    if (IsLabCommand(app, word)) {
      return message +
             ": it is a command of answerbox-lab, which is built with the "
             "tests (docs/lab)";
    }
    nearest = NearestName(word, commands);
    if (nearest.empty()) return message + "; it has " + Joined(commands);
  } else {
    return std::nullopt;
  }
  return nearest.empty() ? message
                         : message + "; did you mean " + nearest + "?";
}

// Names the unknown command or option and the nearest one that exists;
// otherwise says what the parser found.
std::string ExplainUsage(const CLI::App& program,
                         const CLI::ParseError& error) {
  const CLI::App* app = &program;
  while (true) {
    if (auto unknown = ExplainUnknown(*app)) return *unknown;
    const std::vector<CLI::App*> chosen = app->get_subcommands();
    if (chosen.empty()) break;
    app = chosen.front();
  }
  const bool lacks_command =
      error.get_exit_code() ==
          static_cast<int>(CLI::ExitCodes::RequiredError) &&
      !CommandsOf(*app).empty();
  if (lacks_command) {
    return FullName(*app) + " takes a command: " + Joined(CommandsOf(*app));
  }
  return error.what();
}

}  // namespace

std::string NearestName(std::string_view word,
                        const std::vector<std::string>& names) {
  std::string nearest;
  std::size_t least = 0;
  if (word.empty()) return nearest;
  for (const std::string& name : names) {
    const std::size_t distance =
        name.starts_with(word) ? 1 : EditDistance(word, name);
    // Words are unlike when more than a third of their letters would change.
    if (3 * distance > std::max(word.size(), name.size()) + 1) continue;
    if (nearest.empty() || distance < least) {
      nearest = name;
      least = distance;
    }
  }
  return nearest;
}
namespace {

constexpr std::size_t kBufferBytes = std::size_t{64} << 10;

// Standard output while a command runs. Reports output that could not be
// written. Only one may live at a time. While it lives, std::cout writes
// through it.
class StandardOutput final : public std::streambuf {
 public:
  StandardOutput();
  StandardOutput(const StandardOutput&) = delete;
  StandardOutput& operator=(const StandardOutput&) = delete;
  ~StandardOutput() override;

  // Writes the buffered rest. Returns the first error that occurred, or 0.
  [[nodiscard]] int Finish();

 protected:
  int_type overflow(int_type character) override;
  int sync() override;

 private:
  std::streambuf* before_;
  std::vector<char> buffer_;
  int error_ = 0;
};

StandardOutput::StandardOutput()
    : before_(std::cout.rdbuf(this)), buffer_(kBufferBytes) {
  setp(buffer_.data(), buffer_.data() + buffer_.size());
}

StandardOutput::~StandardOutput() {
  sync();
  std::cout.rdbuf(before_);  // The stream accepts output again.
}

int StandardOutput::Finish() {
  sync();
  return error_;
}

StandardOutput::int_type StandardOutput::overflow(int_type character) {
  if (sync() != 0) return traits_type::eof();
  if (!traits_type::eq_int_type(character, traits_type::eof())) {
    sputc(traits_type::to_char_type(character));
  }
  return traits_type::not_eof(character);
}

int StandardOutput::sync() {
  const char* at = pbase();
  while (error_ == 0 && at != pptr()) {
    const ssize_t count =
        write(STDOUT_FILENO, at, static_cast<std::size_t>(pptr() - at));
    if (count >= 0) {
      at += count;
    } else if (errno != EINTR) {
      // The error is kept for Finish(): a full disk must not look like success.
      error_ = errno;
    }
  }
  setp(buffer_.data(), buffer_.data() + buffer_.size());
  return error_ == 0 ? 0 : -1;
}

constexpr AddCommand kCommands[] = {
    AddAddCommand,         AddAskCommand,       AddSearchCommand,
    AddContextCommand,     AddSummarizeCommand, AddGroundCommand,
    AddListCommand,        AddShowCommand,      AddRemoveCommand,
    AddCollectionsCommand, AddStatusCommand,    AddDoctorCommand,
    AddAuditCommand,       AddEnergyCommand,    AddUserCommand,
    AddCertificateCommand, AddConvertCommand,   AddEvaluateCommand,
    AddExamCommand,        AddPackCommand,      AddInboxCommand,
    AddBackupCommand,      AddRestoreCommand,   AddSetupCommand};

constexpr const char* kFooter =
    "Examples:\n"
    "  answerbox add handbook/                  add a folder of documents\n"
    "  answerbox ask how long is a vaccine kept  ask what they say\n"
    "  answerbox list                           see what is there\n"
    "\n"
    "Options stand before the command or after it. Exit codes: 0 answered or "
    "done, 1 refused, 2 usage, 3 no daemon, 4 input rejected, 5 daemon "
    "failure, 6 output not written. More: man answerbox";

constexpr ProgramFrame kClient{
    .name = "answerbox",
    .description =
        "Answers questions from your own documents, through answerboxd.",
    .footer = kFooter,
    .add_options = AddCommonOptions,
    .commands = kCommands};

int ParseAndRun(int argc, char** argv, const ProgramFrame& frame) {
  CLI::App program(frame.description, frame.name);
  // Set before any command is added, as commands inherit it.
  program.formatter(std::make_shared<HelpFormat>(
      Terminal::Of(STDOUT_FILENO, ColorChoice::kNever).columns));
  program.require_subcommand(1);
  program.footer(frame.footer);
  CommonOptions before_command;
  frame.add_options(program, before_command);
  int exit_code = static_cast<int>(ExitCode::kDone);
  for (const AddCommand add : frame.commands) add(program, exit_code);
  // CLI11 reports all results, --help included, by exceptions. They end here.
  try {
    program.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    const auto code = static_cast<CLI::ExitCodes>(error.get_exit_code());
    if (code == CLI::ExitCodes::Success) {
      return program.exit(error);  // Help or version: to standard output.
    }
    std::cerr << frame.name << ": " << Escaped(ExplainUsage(program, error))
              << "\nTry \"" << frame.name << " --help\" or \"" << frame.name
              << " COMMAND --help\".\n";
    return static_cast<int>(ExitCode::kUsage);
  }
  return exit_code;
}

}  // namespace

const ProgramFrame& ClientProgram() { return kClient; }

int RunCommandLine(int argc, char** argv, const ProgramFrame& frame) {
  if (!platform::OccupyStandardDescriptors()) {
    return static_cast<int>(ExitCode::kOutputFailed);
  }
  StandardOutput output;
  const int exit_code = ParseAndRun(argc, argv, frame);
  const int error = output.Finish();
  if (error == 0) return exit_code;
  const bool was_carried_out =
      exit_code == static_cast<int>(ExitCode::kDone) ||
      exit_code == static_cast<int>(ExitCode::kRefused);
  std::cerr << frame.name << ": can't write to standard output: "
            << std::generic_category().message(error)
            << (was_carried_out ? " (the command itself was carried out)\n"
                                : "\n");
  return was_carried_out ? static_cast<int>(ExitCode::kOutputFailed)
                         : exit_code;
}

}  // namespace answerbox::client
