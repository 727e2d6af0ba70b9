// The table of options, with one row for each. The configuration file, the
// command line and --help use it, and tests compare it with docs/limits.md and
// deploy/answerboxd.toml.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "daemon/error.h"
#include "daemon/options/options.h"

namespace answerbox::daemon {

struct TextOption {
  std::string (*get)(const Options& options);
  void (*set)(Options& options, std::string_view text);
  std::string_view placeholder;  // In --help: "DIR", "PATH", ...
};

// A name and its enumerator.
struct Choice {
  std::string_view name;
  int value;
};

struct ChoiceOption {
  std::span<const Choice> choices;  // All enumerators.
  int (*get)(const Options& options);
  void (*set)(Options& options, int value);
};

struct IntegerOption {
  std::uint64_t (*get)(const Options& options);
  void (*set)(Options& options, std::uint64_t value);
  std::uint64_t min;
  std::uint64_t max;
  std::string_view unit;
};

struct RealOption {
  double (*get)(const Options& options);
  void (*set)(Options& options, double value);
  double min;
  double max;
};

// File permissions, written in octal as text: "0660".
struct ModeOption {
  ::mode_t Options::*member;
};

// When a new value takes effect.
enum class Counts : std::uint8_t {
  kFromStart,   // When the daemon is restarted.
  kFromReload,  // When the daemon reloads its options (SIGHUP).
};

struct OptionRow {
  std::string_view key;  // In the file. As a flag: `--key-with-hyphens`.
  std::variant<TextOption, ChoiceOption, IntegerOption, RealOption, ModeOption>
      type;
  std::string_view help;
  Counts counts = Counts::kFromStart;
};

[[nodiscard]] std::span<const OptionRow> OptionTable();

// Sets the option from text. Errors: kInvalidParams with a message that names
// the allowed values; `options` is then unchanged.
[[nodiscard]] Result<void> SetOption(const OptionRow& row,
                                     std::string_view text, Options& options);

// The shortest text that reads back as `value`: "0.3".
[[nodiscard]] std::string RealText(double value);

// The value as SetOption takes it.
[[nodiscard]] std::string GetOption(const OptionRow& row,
                                    const Options& options);

// The allowed values, for people: "1 to 64 bytes", "fixed or float".
[[nodiscard]] std::string DescribeValues(const OptionRow& row);

// `max_line_bytes` as a flag: `--max-line-bytes`.
[[nodiscard]] std::string FlagOf(const OptionRow& row);

// Checks that depend on several options, and on the form of an address. Errors:
// kInvalidParams.
[[nodiscard]] Result<void> CheckTogether(const Options& options);

// The differences between the read and the running options, as text for people:
// "theta 0.2 -> 0.3, max_questions 8 -> 4". Empty: none.
struct ReloadedOptions {
  std::string changed;      // Applied.
  std::string needs_start;  // Applied when the daemon is restarted.
};

// Copies to `running` the options that may change while the daemon runs: all of
// them or, when memory is short and std::bad_alloc is thrown, none.
[[nodiscard]] ReloadedOptions TakeOver(const Options& read, Options& running);

}  // namespace answerbox::daemon
