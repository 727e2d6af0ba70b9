// Every option of the daemon. Most are the settings of the room that they
// concern, where the default stands; the table below has names, units, ranges
// and help. docs/limits.md describes what happens at each limit.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "daemon/audit/audit_options.h"
#include "daemon/cascade/model_options.h"
#include "daemon/collections/files/store_options.h"
#include "daemon/dispatch/bounds.h"
#include "daemon/energy/energy_settings.h"
#include "daemon/error.h"
#include "daemon/exam/check_schedule.h"
#include "daemon/inbox/inbox_options.h"
#include "daemon/protocol/http/codec/http_settings.h"
#include "daemon/protocol/mqtt/tcp/mqtt_settings.h"
#include "daemon/protocol/unix_socket/session_bounds.h"
#include "engine/ask/workspace.h"
#include "engine/numeric/arithmetic.h"
#include "platform/service/journal.h"

namespace answerbox::daemon {

struct Options {
  std::string socket = "/run/answerbox/answerbox.sock";
  ::mode_t socket_mode = 0660;
  std::string socket_group;  // Empty: the daemon's own group.
  platform::Priority log_level = platform::Priority::kInfo;
  std::chrono::milliseconds shutdown_grace{10'000};

  engine::Arithmetic arithmetic = engine::Arithmetic::kFixed;
  std::size_t arena_bytes = engine::kDefaultArenaBytes;  // Of one question.
  std::chrono::days exam_interval = CheckSchedule::kInterval;

  StoreOptions store{.state_dir = "/var/lib/answerbox",
                     .defaults = {.theta = 0.45}};
  DispatchBounds dispatch;
  LaneSizes lanes;
  SessionBounds sessions;  // With what MQTT clients may have of requests, too.
  mqtt::MqttSettings mqtt;
  http::HttpSettings http;
  ModelOptions model;
  AuditOptions audit;
  EnergySettings energy;
  InboxOptions inbox;
};

// The table of options, with one row for each. The configuration file, the
// command line and --help use it, and tests compare it with docs/limits.md and
// deploy/answerboxd.toml.

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
