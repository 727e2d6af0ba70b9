#include <CLI/CLI.hpp>
#include <map>
#include <string_view>
#include <utility>

#include "daemon/options/option_file.h"
#include "daemon/options/option_table.h"

namespace answerbox::daemon {
namespace {

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
