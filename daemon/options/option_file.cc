#include "daemon/options/option_file.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cerrno>
#include <map>
#include <optional>
#include <system_error>

#include "daemon/options/toml_parser.h"
#include "platform/file/open_file.h"

namespace answerbox::daemon {
namespace {

using Clock = std::chrono::steady_clock;

Error Unread(const std::filesystem::path& path, std::string_view why) {
  return {ErrorKind::kInvalidParams, path.native() + ": " + std::string(why),
          path.native()};
}

Error Unread(const std::filesystem::path& path, int error) {
  return Unread(path, std::generic_category().message(error));
}

Result<void> CheckKind(const std::filesystem::path& path, mode_t mode,
                       PipePatience patience) {
  if (S_ISDIR(mode)) {
    return Unread(path, "it is a folder; name a file with options");
  }
  if (S_ISFIFO(mode) && patience == kRefusePipes) {
    return Unread(path,
                  "it is a pipe, which can only be read when the daemon "
                  "starts; name a regular file, or restart the daemon");
  }
  // A character device is /dev/null: a way to say that there are no options.
  if (!S_ISREG(mode) && !S_ISCHR(mode) && !S_ISFIFO(mode)) {
    return Unread(path, "it is no regular file; name a file with options");
  }
  return {};
}

// Whether something can be read before the deadline. False as soon as the last
// writer of a pipe has closed it.
bool WaitForText(int file, Clock::time_point deadline) {
  for (;;) {
    const auto left =
        std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now());
    if (left.count() < 0) return false;
    pollfd waiting{file, POLLIN, 0};
    const int ready = ::poll(&waiting, 1, static_cast<int>(left.count()));
    if (ready >= 0) return (waiting.revents & POLLIN) != 0;
    if (errno != EINTR) return false;
  }
}

Error TooLong(const std::filesystem::path& path) {
  return Unread(path, "it has more than " +
                          std::to_string(kMaxOptionFileBytes) +
                          " bytes, the most an option file may have");
}

Error Silent(const std::filesystem::path& path) {
  return Unread(path,
                "nothing was written to it in time; name a file with options, "
                "or /dev/null for none");
}

Result<std::string> ReadAll(const std::filesystem::path& path, int file,
                            mode_t mode, Clock::time_point deadline) {
  std::string text;
  std::array<char, 16384> block;
  for (;;) {
    const ssize_t count = ::read(file, block.data(), block.size());
    if (count < 0 && errno == EINTR) continue;
    // EAGAIN is a pipe whose writer has written nothing yet.
    if (count < 0 && errno != EAGAIN) return Unread(path, errno);
    // A pipe that had no writer yet reads as if it had ended.
    const bool is_unwritten_pipe = S_ISFIFO(mode) && text.empty();
    if (count == 0 && !is_unwritten_pipe) return text;
    if (count <= 0) {
      if (!WaitForText(file, deadline)) return Silent(path);
      continue;
    }
    text.append(block.data(), static_cast<std::size_t>(count));
    // Whoever names a disk image by mistake should not fill the memory.
    if (text.size() > kMaxOptionFileBytes) return TooLong(path);
  }
}

Error MisreadAt(const std::filesystem::path& path,
                const toml::source_position& position,
                std::string_view message) {
  return {ErrorKind::kInvalidParams,
          path.native() + ":" + std::to_string(position.line) + ":" +
              std::to_string(position.column) + ": " + std::string(message),
          path.native()};
}

// The value as text for SetOption; nothing for arrays and tables.
std::optional<std::string> TextOf(const toml::node& node) {
  // Exact: a number in quotes is a text, and a text without quotes is no TOML.
  if (const auto text = node.value_exact<std::string>()) return *text;
  if (const auto number = node.value_exact<std::int64_t>()) {
    return std::to_string(*number);
  }
  if (const auto number = node.value_exact<double>()) {
    return RealText(*number);
  }
  return std::nullopt;
}

Result<void> Apply(const std::filesystem::path& path, const toml::key& key,
                   const toml::node& node, Options& options) {
  const auto table = OptionTable();
  const auto row = std::ranges::find(table, key.str(), &OptionRow::key);
  if (row == table.end()) {
    return MisreadAt(path, key.source().begin,
                     "there is no option \"" + std::string(key.str()) +
                         "\"; see answerboxd --help");
  }
  const toml::source_position position = node.source().begin;
  const std::optional<std::string> text = TextOf(node);
  // An octal mode as a TOML integer would be read as decimal digits.
  const bool is_number_for_mode =
      std::holds_alternative<ModeOption>(row->type) && !node.is_string();
  if (!text || is_number_for_mode) {
    return MisreadAt(path, position,
                     std::string(row->key) + " takes " + DescribeValues(*row) +
                         (is_number_for_mode ? ", in quotes" : ""));
  }
  if (auto set = SetOption(*row, *text, options); !set) {
    return MisreadAt(path, position, set.error().message);
  }
  return {};
}

constexpr const char* kExamples =
    "Examples:\n"
    "  answerboxd --state-dir ~/answerbox --socket ~/answerbox/socket\n"
    "      Serve your own documents, without privileges.\n"
    "  answerboxd --config /etc/answerbox/answerboxd.toml --log-level debug\n"
    "      Take the options from a file, but log more.\n"
    "\n"
    "Every option may stand in the file, with _ for -: state_dir = \"...\".\n"
    "Exit codes: 0 stopped as told, 1 could not start or go on, 2 usage.\n";

EarlyExit UsageError(const std::string& message) {
  return {kUsageExitCode, "answerboxd: " + message +
                              "\nTry answerboxd --help for the options.\n"};
}

// A text says in its placeholder what it takes, so only the other kinds
// describe their values.
std::string HelpOf(const OptionRow& row, const Options& defaults) {
  const std::string value = GetOption(row, defaults);
  std::string help(row.help);
  if (!std::holds_alternative<TextOption>(row.type)) {
    help += " " + DescribeValues(row) + ".";
  }
  return value.empty() ? help : help + " Default: " + value;
}

// The given flags, by row. They are applied after the file has been read.
using Given = std::map<const OptionRow*, std::string>;

// All flags are texts to the library: SetOption checks them, so that a flag and
// the same key in a file get the same message. The last of a flag that is given
// twice counts, as scripts append overrides.
void Declare(CLI::App& app, Given& given) {
  for (const OptionRow& row : OptionTable()) {
    const auto keep = [&given, &row](const std::string& text) {
      given[&row] = text;
    };
    const auto* text = std::get_if<TextOption>(&row.type);
    app.add_option_function<std::string>(FlagOf(row), keep,
                                         HelpOf(row, Options()))
        ->type_name(text != nullptr ? std::string(text->placeholder) : "VALUE")
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  }
}

std::variant<Options, EarlyExit> Combine(const std::string& config,
                                         PipePatience patience,
                                         const Given& given) {
  Options options;
  if (!config.empty()) {
    if (auto read = ReadOptionFile(config, patience, options); !read) {
      return UsageError(read.error().message);
    }
  }
  // After the file, which the command line overrides.
  for (const auto& [row, text] : given) {
    if (auto set = SetOption(*row, text, options); !set) {
      return UsageError(FlagOf(*row) + ": " + set.error().message);
    }
  }
  if (auto checked = CheckTogether(options); !checked) {
    return UsageError(checked.error().message);
  }
  return options;
}

}  // namespace

Result<std::string> ReadOptionText(const std::filesystem::path& path,
                                   PipePatience patience) {
  // Without O_NONBLOCK, opening a pipe would wait for a writer.
  const auto file = platform::OpenFile(path, O_RDONLY | O_NONBLOCK | O_NOCTTY);
  if (!file) return Unread(path, file.error().code.value());
  struct stat status {};
  if (::fstat(file->get(), &status) != 0) return Unread(path, errno);
  if (auto fit = CheckKind(path, status.st_mode, patience); !fit) {
    return fit.error();
  }
  return ReadAll(path, file->get(), status.st_mode, Clock::now() + patience);
}

Result<void> ReadOptionFile(const std::filesystem::path& path,
                            PipePatience patience, Options& options) {
  const Result<std::string> text = ReadOptionText(path, patience);
  if (!text) return text.error();
  return ReadOptions(*text, path, options);
}

Result<void> ReadOptions(std::string_view text,
                         const std::filesystem::path& path, Options& options) {
  const toml::parse_result parsed = toml::parse(text, path.native());
  if (!parsed) {
    return MisreadAt(path, parsed.error().source().begin,
                     parsed.error().description());
  }
  // In the parser's order, by key. No option depends on another one here;
  // CheckTogether sees them all.
  for (const auto& [key, node] : parsed.table()) {
    if (auto applied = Apply(path, key, node, options); !applied) {
      return applied.error();
    }
  }
  return {};
}

std::variant<Options, EarlyExit> ReadCommandLine(int argument_count,
                                                 const char* const* arguments,
                                                 PipePatience patience) {
  CLI::App app("Answers questions from your own documents, offline.",
               "answerboxd");
  app.footer(kExamples);
  app.set_version_flag("--version",
                       std::string("answerboxd ") + ANSWERBOX_VERSION);
  std::string config;
  app.add_option("--config", config, "A TOML file with options.")
      ->type_name("FILE");
  Given given;
  Declare(app, given);
  try {
    app.parse(argument_count, arguments);
  } catch (const CLI::CallForHelp&) {
    return EarlyExit{0, app.help()};
  } catch (const CLI::CallForVersion& version) {
    return EarlyExit{0, std::string(version.what()) + "\n"};
  } catch (const CLI::ParseError& error) {
    return UsageError(error.what());
  }
  return Combine(config, patience, given);
}

}  // namespace answerbox::daemon
