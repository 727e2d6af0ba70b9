// Which steps lead from the box as it is to the box as it was answered.
#include <signal.h>

#include <algorithm>
#include <memory>

#include "client/energy/energy.h"
#include "client/input/file_contents.h"
#include "client/rpc/json_fields.h"
#include "client/setup/file_changes.h"
#include "client/setup/host_certificate.h"
#include "client/setup/option_edit.h"
#include "client/setup/service.h"
#include "client/setup/setup.h"
#include "platform/service/account_files.h"

namespace answerbox::client {
namespace {

namespace json = boost::json;

constexpr const char* kGroup = "answerbox";
constexpr const char* kOwnCollections = "default";
constexpr const char* kDropIns = "/etc/systemd/system/answerboxd.service.d/";
constexpr const char* kShipped = "/usr/share/answerbox/drop-ins/";
constexpr const char* kLocalDropIn = "mqtt-local.conf";
constexpr const char* kLanDropIn = "mqtt-network.conf";
// Of a start of the daemon; a large audit log is checked afterwards.
constexpr std::chrono::seconds kStartPatience{60};
constexpr std::size_t kMaxDropInBytes = std::size_t{64} << 10;

class Planner {
 public:
  Planner(const Situation& situation, const Answers& answers)
      : now_(situation), wanted_(answers) {}

  Outcome<SetupPlan> Make() {
    // The option file is last: it alone tells the daemon to listen.
    for (const auto part :
         {&Planner::PlanCertificate, &Planner::PlanDropIns,
          &Planner::PlanOptions, &Planner::PlanRestart, &Planner::PlanUsers,
          &Planner::PlanCollections, &Planner::PlanCalibration}) {
      const auto planned = (this->*part)();
      if (!planned) return planned.error();
    }
    return std::move(plan_);
  }

 private:
  [[nodiscard]] bool ChangesNetwork() const {
    return wanted_.network != now_.today.network;
  }

  void Add(std::string what, std::function<Outcome<void>()> carry_out,
           std::function<void()> undo) {
    plan_.steps.push_back(
        {std::move(what), std::move(carry_out), std::move(undo)});
  }

  // Plans to write a file, or without `content` to remove it. Without `rights`
  // a file keeps those that it has.
  void AddFile(const std::string& what, const std::filesystem::path& path,
               std::optional<std::string> content,
               std::optional<FileRights> rights = {}) {
    const auto saved = std::make_shared<SavedFile>();
    Add(
        what,
        [=]() -> Outcome<void> {
          auto before = SaveFile(path);
          if (!before) return before.error();
          *saved = std::move(*before);
          auto done = content ? ReplaceFile(path, *content,
                                            rights.value_or(saved->rights))
                              : RemoveKnownFile(path);
          // It may have failed when the file was replaced already.
          if (!done) PutBack(*saved);
          return done;
        },
        [=] { PutBack(*saved); });
    changes_service_ = true;
  }

  [[nodiscard]] std::filesystem::path OwnKey() const {
    return now_.place.At("/etc/answerbox/mqtt/answerbox.key");
  }
  [[nodiscard]] std::filesystem::path OwnCertificate() const {
    return now_.place.At("/etc/answerbox/mqtt/answerbox.crt");
  }

  Outcome<void> PlanCertificate() {
    if (wanted_.network != Network::kLan || !ChangesNetwork()) return {};
    const daemon::mqtt::MqttSettings& mqtt = now_.options.mqtt;
    if (IsSoundPair(mqtt.certificate, mqtt.key)) return {};
    certificate_ = OwnCertificate();
    key_ = OwnKey();
    if (IsSoundPair(certificate_, key_)) return {};
    const auto group =
        platform::GroupNamed(now_.place.At("/etc/group"), kGroup);
    if (!group) return NoGroup();
    auto made = MakeHostCertificate();
    if (!made) return made.error();
    std::string names;
    for (const std::string& name : made->names) {
      names += (names.empty() ? "" : ", ") + name;
    }
    AddFile("Write the key " + key_.native() + ", for the group " + kGroup,
            key_, made->key,
            FileRights{.mode = 0640, .owner = {}, .group = group->number});
    AddFile("Write the certificate " + certificate_.native() + " for " + names,
            certificate_, made->certificate, FileRights{});
    plan_.by_hand.push_back("Give clients " + certificate_.native() +
                            " as their CA file, and add users with "
                            "\"answerbox user add NAME\".");
    return {};
  }

  // A drop-in that its owner changed is left alone.
  [[nodiscard]] bool IsShipped(const std::filesystem::path& path,
                               const std::string& shipped) const {
    const auto there = ReadFileContents(path, kMaxDropInBytes);
    return there && *there == shipped;
  }

  Outcome<void> PlanDropIns() {
    const std::pair<const char*, Network> all[] = {
        {kLocalDropIn, Network::kMachine}, {kLanDropIn, Network::kLan}};
    for (const auto& [name, network] : all) {
      const std::filesystem::path source = now_.place.At(kShipped) / name;
      const std::filesystem::path path = now_.place.At(kDropIns) / name;
      std::error_code ignored;
      const bool is_there = std::filesystem::exists(path, ignored);
      const bool is_wanted = wanted_.network == network && ChangesNetwork();
      const bool is_unwanted = wanted_.network != network && is_there;
      if (!is_wanted && !is_unwanted) continue;
      const auto shipped = ReadFileContents(source, kMaxDropInBytes);
      if (!shipped && is_wanted) return shipped.error();
      if (is_wanted && !is_there) {
        AddFile("Let the unit use the network: " + path.native(), path,
                *shipped);
      } else if (is_unwanted && shipped && IsShipped(path, *shipped) &&
                 ChangesNetwork()) {
        AddFile("Take the unit's network away: " + path.native(), path,
                std::nullopt);
      }
    }
    return {};
  }

  [[nodiscard]] OptionChanges WantedOptions() const {
    OptionChanges changes;
    const daemon::mqtt::MqttSettings& mqtt = now_.options.mqtt;
    // A line that sets an option to what it is without it would say nothing.
    const auto set = [&changes](const char* key, const std::string& now,
                                const std::string& value) {
      if (now != value) changes.emplace_back(key, value);
    };
    if (ChangesNetwork()) {
      const bool is_lan = wanted_.network == Network::kLan;
      if (wanted_.network == Network::kSocket) {
        set("mqtt", mqtt.plain_addresses, "");
      } else if (!is_lan && mqtt.plain_addresses.empty()) {
        set("mqtt", "", "127.0.0.1:1883");
      }
      set("mqtt_tls", mqtt.tls_addresses, is_lan ? "0.0.0.0:8883" : "");
      if (!certificate_.empty()) {
        set("mqtt_certificate", mqtt.certificate, certificate_);
        set("mqtt_key", mqtt.key, key_);
      }
    }
    set("energy_sensor", now_.today.sensor, wanted_.sensor);
    set("audit_questions", now_.today.questions, wanted_.questions);
    return changes;
  }

  Outcome<void> PlanOptions() {
    const OptionChanges changes = WantedOptions();
    if (changes.empty()) return {};
    const std::filesystem::path& file = now_.place.option_file;
    auto text = WithOptions(now_.option_text, changes, file);
    if (!text) return text.error();
    std::string told;
    for (const auto& [key, value] : changes) {
      told += (told.empty() ? "" : ", ") + key + " = \"" + value + "\"";
    }
    if (!now_.option_text.empty()) {
      const std::string kept = file.native() + ".before-setup";
      AddFile("Keep the options as they were: " + kept, kept, now_.option_text,
              FileRights{.mode = 0600});
    }
    AddFile("Set in " + file.native() + ": " + told, file, std::move(*text));
    return {};
  }

  // Its undoing must come after that of the files, so it is a step before them.
  Outcome<void> PlanRestart() {
    if (!changes_service_) return {};
    if (!now_.has_systemd) {
      plan_.by_hand.push_back(
          "Restart the daemon, so that it takes its options: systemd does not "
          "run this machine.");
      return {};
    }
    const auto was_restarted = std::make_shared<bool>(false);
    const std::string socket = now_.place.socket;
    plan_.steps.insert(plan_.steps.begin(),
                       {.what = {},
                        .carry_out = []() -> Outcome<void> { return {}; },
                        .undo =
                            [=] {
                              if (!*was_restarted) return;
                              const auto done =
                                  RestartService(socket, kStartPatience);
                              static_cast<void>(done);
                            }});
    Add("Restart the daemon, and wait until it answers",
        [=] {
          *was_restarted = true;
          return RestartService(socket, kStartPatience);
        },
        {});
    return {};
  }

  Outcome<void> PlanCollections() {
    const bool will_answer = now_.has_daemon || now_.has_systemd;
    for (const std::string& name : wanted_.collections) {
      const bool is_there = now_.has_daemon &&
                            std::ranges::find(now_.today.collections, name) !=
                                now_.today.collections.end() &&
                            !IsProposed(name);
      if (is_there) continue;
      if (!will_answer) {
        plan_.by_hand.push_back(
            "Once the daemon runs: answerbox collections "
            "create " +
            name);
        continue;
      }
      // An empty one that is left does no harm; somebody may have added to it.
      Add("Make the collection \"" + name + "\"",
          [place = now_.place, name]() -> Outcome<void> {
            auto daemon = Connection::Open(place.socket, place.limits);
            if (!daemon) return daemon.error();
            const auto made =
                daemon->CallPatiently("collections.create", {{"name", name}});
            if (!made) return made.error();
            return {};
          },
          {});
    }
    return {};
  }

  // Where there is no collection, one is proposed as if it were there.
  [[nodiscard]] bool IsProposed(const std::string& name) const {
    return now_.has_no_collection && name == kOwnCollections;
  }

  Outcome<void> NoGroup() const {
    return Rejected(std::string("there is no group ") + kGroup + " in " +
                    now_.place.At("/etc/group").native() +
                    ": install the package, or run systemd-sysusers");
  }

  Outcome<void> PlanUsers() {
    const auto group =
        platform::GroupNamed(now_.place.At("/etc/group"), kGroup);
    for (const std::string& user : wanted_.users) {
      if (!platform::HasUser(now_.place.At("/etc/passwd"), user)) {
        return Rejected("there is no user \"" + user +
                        "\" on this machine: add one with \"adduser " + user +
                        "\", or name another");
      }
      if (!group) return NoGroup();
      if (std::ranges::find(group->members, user) != group->members.end()) {
        continue;
      }
      const auto run = [user, root = now_.place.root](const char* how) {
        std::vector<std::string> words = {"usermod"};
        if (root != "/") words.insert(words.end(), {"--prefix", root});
        words.insert(words.end(), {how, "-G", kGroup, user});
        return RunProgram(words);
      };
      Add(
          "Let " + user + " ask: a member of the group " + kGroup,
          [run] { return run("-a"); }, [run] { static_cast<void>(run("-r")); });
      plan_.by_hand.push_back(user + " must log in again before asking.");
    }
    return {};
  }

  Outcome<void> PlanCalibration() {
    if (!wanted_.calibrate) return {};
    plan_.steps.push_back(
        {.what = "Measure what a question costs",
         .carry_out =
             [place = now_.place, collections = wanted_.collections] {
               return Calibrate(place, collections);
             },
         .undo = {},
         .may_fail = true});
    return {};
  }

  static Outcome<void> Calibrate(const SetupPlace& place,
                                 const std::vector<std::string>& collections) {
    auto daemon = Connection::Open(place.socket, place.limits);
    if (!daemon) return daemon.error();
    const std::string collection =
        collections.empty() ? kOwnCollections : collections.front();
    const auto batch = MakeBatch(*daemon, collection);
    if (!batch) return batch.error();
    const auto done = daemon->Call(
        "energy.calibrate",
        {{"collection", collection},
         {"questions", json::array(batch->begin(), batch->end())}});
    if (!done) return done.error();
    return {};
  }

  const Situation& now_;
  const Answers& wanted_;
  SetupPlan plan_;
  bool changes_service_ = false;
  std::filesystem::path certificate_;  // Empty: the options' own stays.
  std::filesystem::path key_;
};

// Signals that end a program, blocked while it lives.
class WithoutInterruption {
 public:
  WithoutInterruption() {
    sigset_t ends;
    ::sigemptyset(&ends);
    for (const int one : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP}) {
      ::sigaddset(&ends, one);
    }
    ::sigprocmask(SIG_BLOCK, &ends, &before_);
  }
  WithoutInterruption(const WithoutInterruption&) = delete;
  WithoutInterruption& operator=(const WithoutInterruption&) = delete;
  ~WithoutInterruption() { ::sigprocmask(SIG_SETMASK, &before_, nullptr); }

 private:
  sigset_t before_{};
};

}  // namespace

Outcome<SetupPlan> MakePlan(const Situation& situation,
                            const Answers& answers) {
  return Planner(situation, answers).Make();
}

Outcome<void> CarryOut(const SetupPlan& plan, const TellStep& tell) {
  const WithoutInterruption quiet;
  for (std::size_t i = 0; i < plan.steps.size(); ++i) {
    const SetupStep& step = plan.steps[i];
    const auto done = step.carry_out();
    if (done || step.may_fail) {
      tell(step, done);
      continue;
    }
    while (i-- > 0) {
      if (plan.steps[i].undo) plan.steps[i].undo();
    }
    Failure failure = done.error();
    failure.message += "; all was put back as it was";
    return failure;
  }
  return {};
}

}  // namespace answerbox::client
