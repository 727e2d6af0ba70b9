// Which steps lead from the box as it is to the box as it was answered.
#include <algorithm>
#include <memory>

#include "client/doctor/box.h"
#include "client/energy/energy.h"
#include "client/input/file_contents.h"
#include "client/rpc/message.h"
#include "client/setup/file_changes.h"
#include "client/setup/service.h"
#include "client/setup/setup.h"
#include "platform/file/directory.h"
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

bool Has(const std::vector<std::string>& names, const std::string& name) {
  return std::ranges::find(names, name) != names.end();
}

class Planner {
 public:
  Planner(const Situation& situation, const Answers& answers)
      : now_(situation), wanted_(answers) {}

  Outcome<SetupPlan> Make() {
    // The option file is last: it alone tells the daemon to listen.
    for (const auto part :
         {&Planner::CheckSocketUnits, &Planner::PlanCertificate,
          &Planner::PlanDropIns, &Planner::PlanOptions, &Planner::PlanRestart,
          &Planner::PlanUsers, &Planner::PlanCollections,
          &Planner::PlanCalibration}) {
      const auto planned = (this->*part)();
      if (!planned) return planned.error();
    }
    return std::move(plan_);
  }

 private:
  [[nodiscard]] bool ChangesNetwork() const {
    return wanted_.network != now_.today.network ||
           wanted_.kiosk != now_.today.kiosk;
  }
  [[nodiscard]] bool WantsPage() const {
    return wanted_.network == Network::kPage;
  }
  [[nodiscard]] bool WantsTls() const {
    return wanted_.network == Network::kLan || WantsPage();
  }

  // They would listen beside what the options say.
  Outcome<void> CheckSocketUnits() {
    if (!ChangesNetwork() || now_.socket_units.empty()) return {};
    std::string units;
    for (const std::string& unit : now_.socket_units) units += " " + unit;
    return Rejected("systemd listens by" + units +
                    ": before another network, run \"systemctl disable --now" +
                    units + "\"");
  }

  void Add(std::string what, std::function<Outcome<void>()> carry_out,
           std::function<Outcome<void>()> undo) {
    plan_.steps.push_back(
        {std::move(what), std::move(carry_out), std::move(undo)});
  }

  // Plans to write a file, or without `content` to remove it. Without `rights`
  // a file keeps those that it has. With `expected`, refuses another content.
  void AddFile(const std::string& what, const std::filesystem::path& path,
               std::optional<std::string> content,
               std::optional<FileRights> rights = {},
               const std::optional<std::string>& expected = {}) {
    const auto saved = std::make_shared<SavedFile>();
    Add(
        what,
        [=]() -> Outcome<void> {
          auto before = SaveFile(path);
          if (!before) return before.error();
          if (expected && before->content.value_or("") != *expected) {
            return Rejected(path.native() +
                            " was changed meanwhile: run setup again");
          }
          *saved = std::move(*before);
          auto done = content ? ReplaceFile(path, *content,
                                            rights.value_or(saved->rights))
                              : RemoveKnownFile(path);
          if (done) return done;
          // It may have failed when the file was replaced already.
          Failure failure = done.error();
          if (const auto back = PutBack(*saved); !back) {
            failure.message += ", nor put back: " + back.error().message;
          }
          return failure;
        },
        [=] { return PutBack(*saved); });
    changes_service_ = true;
  }

  // One pair serves MQTT and HTTP.
  [[nodiscard]] std::string OwnKey() const {
    return now_.place.At("/etc/answerbox/mqtt/answerbox.key");
  }
  [[nodiscard]] std::string OwnCertificate() const {
    return now_.place.At("/etc/answerbox/mqtt/answerbox.crt");
  }

  // Certificate and key of a listener, by their options.
  struct PairOptions {
    const char* certificate_key;
    const std::string& certificate;
    const char* key_key;
    const std::string& key;
  };

  void UseOwn(const PairOptions& pair) {
    if (pair.certificate != OwnCertificate()) {
      certificate_options_.emplace_back(pair.certificate_key, OwnCertificate());
    }
    if (pair.key != OwnKey()) {
      certificate_options_.emplace_back(pair.key_key, OwnKey());
    }
  }

  Outcome<void> PlanCertificate() {
    if (!WantsTls() || !ChangesNetwork()) return {};
    const daemon::mqtt::MqttSettings& mqtt = now_.options.mqtt;
    const daemon::http::HttpSettings& http = now_.options.http;
    std::vector<PairOptions> pairs = {
        {"mqtt_certificate", mqtt.certificate, "mqtt_key", mqtt.key}};
    if (WantsPage()) {
      pairs.push_back(
          {"http_certificate", http.certificate, "http_key", http.key});
    }
    const auto now = std::chrono::floor<std::chrono::seconds>(
        std::chrono::system_clock::now());
    const std::string own = OwnCertificate();
    bool needs_own = false;
    for (const PairOptions& pair : pairs) {
      if (pair.certificate != own &&
          IsSoundPair(pair.certificate, pair.key, now)) {
        continue;
      }
      needs_own = true;
      UseOwn(pair);
    }
    if (!needs_own ||
        (IsSoundPair(own, OwnKey(), now) && IsForThisMachine(own))) {
      return {};
    }
    const auto daemon =
        platform::UserNumber(now_.place.At("/etc/passwd"), kGroup);
    if (!daemon) return NoGroup();
    auto made = MakeHostCertificate(now);
    if (!made) return made.error();
    std::string names;
    for (const std::string& name : made->names) {
      names += (names.empty() ? "" : ", ") + name;
    }
    AddFile("Write the key " + OwnKey() + ", for the daemon alone", OwnKey(),
            made->key, FileRights{.mode = 0400, .owner = *daemon});
    AddFile("Write the certificate " + own + " for " + names, own,
            made->certificate, FileRights{});
    plan_.by_hand.push_back("Give clients " + own +
                            " as their CA file, and add users with "
                            "\"answerbox user add NAME\".");
    return {};
  }

  // A drop-in that its owner changed is left alone.
  [[nodiscard]] bool IsShipped(const std::filesystem::path& path,
                               const std::string& shipped) const {
    // A pipe would be waited for.
    if (!platform::IsFile(path)) return false;
    const auto there = ReadFileContents(path, kMaxDropInBytes);
    return there && *there == shipped;
  }

  Outcome<void> PlanDropIns() {
    const std::pair<const char*, bool> all[] = {
        {kLocalDropIn, wanted_.network == Network::kMachine},
        {kLanDropIn, WantsTls()}};
    for (const auto& [name, fits] : all) {
      const std::filesystem::path source = now_.place.At(kShipped) / name;
      const std::filesystem::path path = now_.place.At(kDropIns) / name;
      std::error_code ignored;
      const bool is_there = std::filesystem::exists(path, ignored);
      const bool is_wanted = fits && ChangesNetwork();
      const bool is_unwanted = !fits && is_there;
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

  // A line that sets an option to what it is without it would say nothing.
  static void Set(const char* key, const std::string& now,
                  const std::string& value, OptionChanges& changes) {
    if (now != value) changes.emplace_back(key, value);
  }

  void AddNetwork(OptionChanges& changes) {
    const daemon::mqtt::MqttSettings& mqtt = now_.options.mqtt;
    const daemon::http::HttpSettings& http = now_.options.http;
    const auto set = [&changes](const char* key, const std::string& now,
                                const std::string& value) {
      Set(key, now, value, changes);
    };
    const bool is_socket = wanted_.network == Network::kSocket;
    if (is_socket) {
      set("mqtt", mqtt.plain_addresses, "");
    } else if (!AreOfMachine(mqtt.plain_addresses) ||
               (!WantsTls() && mqtt.plain_addresses.empty())) {
      set("mqtt", mqtt.plain_addresses, "127.0.0.1:1883");
    }
    if (!WantsTls()) {
      set("mqtt_tls", mqtt.tls_addresses, "");
    } else if (mqtt.tls_addresses.empty()) {
      set("mqtt_tls", "", "0.0.0.0:8883");
    }
    if (is_socket || !AreOfMachine(http.plain_addresses)) {
      set("http", http.plain_addresses, "");
    }
    if (!WantsPage()) {
      // Else a listener that somebody opens later would be open to all.
      if (!http.tls_addresses.empty()) set("http_kiosk", http.kiosk, "");
      set("https", http.tls_addresses, "");
    } else {
      if (http.tls_addresses.empty()) {
        set("https", "", "0.0.0.0:8443");
        plan_.by_hand.push_back(
            "Browsers open https://HOST:8443, where HOST is this machine's "
            "name or address. They warn until they trust the certificate.");
      }
      std::string kiosk;
      for (const std::string& name : wanted_.kiosk) {
        kiosk += (kiosk.empty() ? "" : ",") + name;
      }
      set("http_kiosk", http.kiosk, kiosk);
    }
  }

  OptionChanges WantedOptions() {
    OptionChanges changes;
    if (ChangesNetwork()) {
      AddNetwork(changes);
      changes.insert(changes.end(), certificate_options_.begin(),
                     certificate_options_.end());
    }
    Set("energy_sensor", now_.today.sensor, wanted_.sensor, changes);
    Set("audit_questions", now_.today.questions, wanted_.questions, changes);
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
    const std::string kept = file.native() + ".before-setup";
    std::error_code ignored;
    // What was there before the first setup is worth most.
    if (!now_.option_text.empty() && !std::filesystem::exists(kept, ignored)) {
      AddFile("Keep the options as they were: " + kept, kept, now_.option_text,
              FileRights{.mode = 0600});
    }
    AddFile("Set in " + file.native() + ": " + told, file, std::move(*text), {},
            now_.option_text);
    return {};
  }

  // Its undoing must come after that of the files, so it is a step before them.
  Outcome<void> PlanRestart() {
    const bool wants_tls = WantsTls();
    if (!changes_service_) {
      if (!wants_tls || !now_.has_daemon) return {};
      if (const auto served = CheckTls(now_.place); !served) {
        plan_.by_hand.push_back(served.error().message);
      }
      return {};
    }
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
                        .undo = [=]() -> Outcome<void> {
                          if (!*was_restarted) return {};
                          return RestartService(socket, kStartPatience);
                        }});
    Add(
        "Restart the daemon, and wait until it answers",
        [=, place = now_.place] {
          *was_restarted = true;
          auto done = RestartService(socket, kStartPatience);
          if (done && wants_tls) done = CheckTls(place);
          return done;
        },
        []() -> Outcome<void> { return {}; });
    return {};
  }

  // The daemon goes on without TLS where it can't have it.
  static Outcome<void> CheckTls(const SetupPlace& place) {
    auto daemon = Connection::Open(place.socket, place.limits);
    if (!daemon) return daemon.error();
    const auto status = daemon->CallPatiently("status", {});
    if (!status) return status.error();
    for (const json::value& one :
         ArrayAt(AsObject(*status), "out_of_service")) {
      const std::string what = TextAt(AsObject(one), "what");
      if (what != "mqtt_tls" && what != "https") continue;
      return Failure{ExitCode::kDaemonFailed, what,
                     (what == "https" ? "HTTPS" : "MQTT by TLS") +
                         std::string(" is not served: ") +
                         TextAt(AsObject(one), "message")};
    }
    return {};
  }

  Outcome<void> PlanCollections() {
    const bool will_answer = now_.has_daemon || now_.has_systemd;
    std::vector<std::string> names = wanted_.collections;
    for (const std::string& name : wanted_.kiosk) {
      if (!Has(names, name)) names.push_back(name);
    }
    for (const std::string& name : names) {
      if (Has(now_.today.collections, name)) continue;
      if (!will_answer) {
        plan_.by_hand.push_back(
            "Once the daemon runs: answerbox collections create " + name);
        continue;
      }
      // An empty one that is left does no harm; somebody may have added to it.
      Add("Make the collection \"" + name + "\"" +
              (now_.has_daemon ? "" : ", if it is not there"),
          [place = now_.place, name]() -> Outcome<void> {
            auto daemon = Connection::Open(place.socket, place.limits);
            if (!daemon) return daemon.error();
            const auto made =
                daemon->CallPatiently("collections.create", {{"name", name}});
            // A daemon that did not run could not be asked which there are.
            if (!made && made.error().kind != "already_exists") {
              return made.error();
            }
            return {};
          },
          {});
    }
    return {};
  }

  [[nodiscard]] Failure NoGroup() const {
    return Rejected(std::string("there is no user or no group ") + kGroup +
                    " in " + now_.place.At("/etc").native() +
                    ": install the package, or run systemd-sysusers");
  }

  // Adds the user to the group by "-a", or removes it by "-d".
  [[nodiscard]] std::function<Outcome<void>()> ChangeMember(
      const std::string& how, const std::string& user) const {
    std::vector<std::string> words = {"gpasswd"};
    if (now_.place.root != "/") {
      words.insert(words.end(), {"--root", now_.place.root});
    }
    words.insert(words.end(), {how, user, kGroup});
    return [words] { return RunProgram(words); };
  }

  Outcome<void> PlanUsers() {
    const std::vector<std::string>& members = now_.today.users;
    for (const std::string& user : wanted_.users) {
      if (Has(members, user)) continue;
      if (!platform::UserNumber(now_.place.At("/etc/passwd"), user)) {
        return Rejected("there is no user \"" + user +
                        "\" on this machine: add one with \"adduser " + user +
                        "\", or name another");
      }
      if (!platform::GroupNamed(now_.place.At("/etc/group"), kGroup)) {
        return NoGroup();
      }
      Add("Add " + user + " to the group " + kGroup, ChangeMember("-a", user),
          ChangeMember("-d", user));
      plan_.by_hand.push_back(user + " must log in again before asking.");
    }
    for (const std::string& user : members) {
      if (Has(wanted_.users, user)) continue;
      Add("Remove " + user + " from the group " + kGroup,
          ChangeMember("-d", user), ChangeMember("-a", user));
      plan_.by_hand.push_back("Log " + user +
                              " out: who is logged in stays a member.");
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
  OptionChanges certificate_options_;
};

}  // namespace

Outcome<SetupPlan> MakePlan(const Situation& situation,
                            const Answers& answers) {
  return Planner(situation, answers).Make();
}

}  // namespace answerbox::client
