// Sets a box up: what was answered becomes options, drop-ins of the unit, a
// certificate, collections and members of the group that may ask. What is so
// already is left alone. docs/operations.md, "As a service".
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "client/failure.h"
#include "client/rpc/connection.h"
#include "daemon/options/options.h"

namespace answerbox::client {

enum class Network : std::uint8_t {
  kSocket,   // The Unix socket alone.
  kMachine,  // And MQTT for programs of this machine.
  kLan,      // And MQTT by TLS for private networks.
  kPage,     // And HTTPS for browsers there.
  // MQTT or HTTP without TLS for others. May be so, but can't be answered.
  kOpen,
};

// What setup asks. As a file: a line `key = value` for each, by these names.
struct Answers {
  std::vector<std::string> users;  // Who may do everything, besides root.
  Network network = Network::kSocket;
  // What every browser may ask, with kPage.
  std::vector<std::string> kiosk;
  std::vector<std::string> collections;
  std::string sensor = "auto";     // As the option energy_sensor.
  bool calibrate = false;          // Now, when all else is done.
  std::string questions = "hash";  // As the option audit_questions.
};

// Each sets one answer from what a person typed. Errors: kRejected, with what
// may be typed.
[[nodiscard]] Outcome<void> SetUsers(std::string_view text, Answers& answers);
[[nodiscard]] Outcome<void> SetNetwork(std::string_view text, Answers& answers);
struct SetupQuestion {
  std::string_view key;   // In a file.
  std::string_view text;  // On a terminal.
  std::string (*get)(const Answers& answers);
  Outcome<void> (*set)(std::string_view text, Answers& answers);
};
// In the order in which they are asked.
[[nodiscard]] const std::vector<SetupQuestion>& SetupQuestions();

inline constexpr std::size_t kMaxAnswerBytes = std::size_t{64} << 10;

// Sets the answers that a TOML file gives, or standard input for "-"; the
// others stay. Errors: kRejected, with file, line and column.
[[nodiscard]] Outcome<void> ReadAnswers(const std::filesystem::path& file,
                                        Answers& answers);

// Where setup works.
struct SetupPlace {
  // Where /etc, /usr and /run are: "/" except in tests.
  std::filesystem::path root = "/";
  std::filesystem::path option_file;
  std::string socket;
  SilenceLimits limits;

  // "/etc/group" below the root.
  [[nodiscard]] std::filesystem::path At(std::string_view path) const {
    return root / path.substr(1);
  }
};

// The box as it is.
struct Situation {
  SetupPlace place;
  std::string option_text;  // Of the file; empty if there is none.
  daemon::Options options;
  Answers today;     // What is so. An answer that is not given stays so.
  Answers proposed;  // Beyond that, what somebody who is asked is offered.
  // "NAME: why it is read, or not", as the daemon sees them.
  std::vector<std::string> sensors;
  // Names of enabled socket units by which systemd listens for others.
  std::vector<std::string> socket_units;
  bool has_systemd = false;
  bool has_daemon = false;  // One answers.
};

// Errors: kRejected if the options have a mistake, with its place.
[[nodiscard]] Outcome<Situation> LookAround(const SetupPlace& place);

struct SetupStep {
  std::string what;  // "Add alice to the group answerbox"
  std::function<Outcome<void>()> carry_out;
  // Once it is carried out. Without one it stays, and a failure says so.
  std::function<Outcome<void>()> undo = {};
  // What it does can as well be done later.
  bool may_fail = false;
};

struct SetupPlan {
  std::vector<SetupStep> steps;      // None: all is as answered.
  std::vector<std::string> by_hand;  // What is left to a person.
};

// Errors: kRejected if the options can't be set without changing others, or a
// user or group is not there.
[[nodiscard]] Outcome<SetupPlan> MakePlan(const Situation& situation,
                                          const Answers& answers);

// Carries out the steps, and tells each with how it ended. Once one fails that
// must not, undoes those before it, the last one first; the failure says what
// stays. Signals that would end the process in between wait until the last step
// that must not fail.
using TellStep =
    std::function<void(const SetupStep& step, const Outcome<void>& end)>;
[[nodiscard]] Outcome<void> CarryOut(const SetupPlan& plan,
                                     const TellStep& tell);

}  // namespace answerbox::client
