// The table of options: one row each, used by the configuration file, the
// command line, --help, and the tests that keep docs/limits.md and
// deploy/answerboxd.toml complete.
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
  std::string Options::*member;
  std::string_view placeholder;  // In --help: "DIR", "PATH", ...
};

// A name, and the enumerator that it stands for.
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
  std::uint64_t Options::*member;
  std::uint64_t min;
  std::uint64_t max;
  std::string_view unit;
};

struct RealOption {
  double Options::*member;
  double min;
  double max;
};

// File permissions, written in octal as text: "0660".
struct ModeOption {
  std::uint64_t Options::*member;
};

// When a new value counts.
enum class Counts : std::uint8_t {
  kFromStart,   // When the daemon is started anew.
  kFromReload,  // When it is told to read its options again (SIGHUP).
};

struct OptionRow {
  std::string_view key;  // In the file; `--key-with-hyphens` on the line.
  std::variant<TextOption, ChoiceOption, IntegerOption, RealOption, ModeOption>
      type;
  std::string_view help;
  Counts counts = Counts::kFromStart;
};

[[nodiscard]] std::span<const OptionRow> OptionTable();

// Sets the option from text. Errors: kInvalidParams with a message that names
// what is allowed; `options` is then unchanged.
[[nodiscard]] Result<void> SetOption(const OptionRow& row,
                                     std::string_view text, Options& options);

// The shortest text that reads back as `value`: "0.3".
[[nodiscard]] std::string RealText(double value);

// The value as SetOption takes it.
[[nodiscard]] std::string GetOption(const OptionRow& row,
                                    const Options& options);

// What values it takes, for people: "1 to 64 bytes", "fixed or float".
[[nodiscard]] std::string DescribeValues(const OptionRow& row);

// `max_line_bytes` as a flag: `--max-line-bytes`.
[[nodiscard]] std::string FlagOf(const OptionRow& row);

// What single ranges can't say. Errors: kInvalidParams.
[[nodiscard]] Result<void> CheckTogether(const Options& options);

}  // namespace answerbox::daemon
