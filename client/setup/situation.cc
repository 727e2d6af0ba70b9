// The box as it is, and so what setup proposes.
#include <algorithm>
#include <cstdlib>
#include <sstream>

#include "client/doctor/box.h"
#include "client/rpc/message.h"
#include "client/setup/setup.h"
#include "daemon/options/option_file.h"
#include "daemon/options/options.h"
#include "platform/service/account_files.h"

namespace answerbox::client {
namespace {

namespace json = boost::json;

Outcome<void> ReadOwnOptions(Situation& situation) {
  const std::filesystem::path& file = situation.place.option_file;
  std::error_code ignored;
  if (!std::filesystem::exists(file, ignored)) return {};
  auto text = daemon::ReadOptionText(file, daemon::kRefusePipes);
  if (!text) return Rejected(text.error().message);
  auto read = daemon::ReadOptions(*text, file, situation.options);
  if (read) read = daemon::CheckTogether(situation.options);
  if (!read) {
    return Rejected(read.error().message + "; correct it before setup");
  }
  situation.option_text = std::move(*text);
  return {};
}

std::string TextOf(std::string_view key, const daemon::Options& options) {
  for (const daemon::OptionRow& row : daemon::OptionTable()) {
    if (row.key == key) return daemon::GetOption(row, options);
  }
  return {};
}

constexpr const char* kPlainSocket = "answerboxd-mqtt.socket";
constexpr const char* kTlsSocket = "answerboxd-mqtt-tls.socket";
constexpr const char* kHttpSocket = "answerboxd-http.socket";
constexpr const char* kHttpsSocket = "answerboxd-https.socket";

void FindSocketUnits(Situation& situation) {
  const auto wants =
      situation.place.At("/etc/systemd/system/sockets.target.wants");
  for (const char* unit :
       {kPlainSocket, kTlsSocket, kHttpSocket, kHttpsSocket}) {
    std::error_code error;
    const auto status = std::filesystem::symlink_status(wants / unit, error);
    if (std::filesystem::exists(status)) {
      situation.socket_units.emplace_back(unit);
    }
  }
}

Network NetworkOf(const Situation& situation) {
  const daemon::mqtt::MqttSettings& mqtt = situation.options.mqtt;
  const daemon::http::HttpSettings& http = situation.options.http;
  const auto has_unit = [&](const char* unit) {
    return std::ranges::find(situation.socket_units, unit) !=
           situation.socket_units.end();
  };
  const std::string plain = mqtt.plain_addresses + "," + http.plain_addresses;
  if (!AreOfMachine(plain) || has_unit(kHttpSocket)) return Network::kOpen;
  if (!http.tls_addresses.empty() || has_unit(kHttpsSocket)) {
    return Network::kPage;
  }
  if (!mqtt.tls_addresses.empty() || has_unit(kTlsSocket)) return Network::kLan;
  return plain == "," && !has_unit(kPlainSocket) ? Network::kSocket
                                                 : Network::kMachine;
}

std::vector<std::string> KioskOf(const std::string& option) {
  std::vector<std::string> names;
  std::istringstream list(option);
  for (std::string name; std::getline(list, name, ',');) names.push_back(name);
  return names;
}

// The people in the group; the inbox's own account is a member, too.
std::vector<std::string> UsersOf(const SetupPlace& place) {
  auto group = platform::GroupNamed(place.At("/etc/group"), "answerbox");
  if (!group) return {};
  std::erase(group->members, "answerbox-inbox");
  return group->members;
}

// Whoever used sudo.
std::vector<std::string> CallerOf(const SetupPlace& place) {
  const char* caller = std::getenv("SUDO_USER");
  if (caller == nullptr || std::string_view(caller) == "root" ||
      !platform::UserNumber(place.At("/etc/passwd"), caller)) {
    return {};
  }
  return {caller};
}

void AskDaemonForState(Situation& situation) {
  auto daemon =
      Connection::Open(situation.place.socket, situation.place.limits);
  if (!daemon) return;
  const auto list = daemon->CallPatiently("collections.list", {});
  if (!list) return;
  situation.has_daemon = true;
  for (const json::value& one : ArrayAt(AsObject(*list), "collections")) {
    situation.today.collections.push_back(TextAt(AsObject(one), "name"));
  }
  const auto sensors = daemon->CallPatiently("energy.sensors", {});
  if (!sensors) return;
  for (const json::value& one : ArrayAt(AsObject(*sensors), "sensors")) {
    situation.sensors.push_back(TextAt(AsObject(one), "name") + ": " +
                                TextAt(AsObject(one), "reason"));
  }
}

}  // namespace

Outcome<Situation> LookAround(const SetupPlace& place) {
  Situation situation;
  situation.place = place;
  // A link stays one: the file that it names is replaced.
  std::error_code missing;
  const auto real = std::filesystem::canonical(place.option_file, missing);
  if (!missing) situation.place.option_file = real;
  const auto read = ReadOwnOptions(situation);
  if (!read) return read.error();
  const daemon::Options& options = situation.options;
  FindSocketUnits(situation);
  situation.today.users = UsersOf(place);
  situation.today.network = NetworkOf(situation);
  if (situation.today.network == Network::kPage) {
    situation.today.kiosk = KioskOf(options.http.kiosk);
  }
  situation.today.sensor = TextOf("energy_sensor", options);
  situation.today.questions = TextOf("audit_questions", options);
  std::error_code ignored;
  situation.has_systemd =
      std::filesystem::exists(place.At("/run/systemd/system"), ignored);
  AskDaemonForState(situation);
  situation.proposed = situation.today;
  if (situation.today.users.empty()) situation.proposed.users = CallerOf(place);
  if (situation.today.collections.empty()) {
    situation.proposed.collections = {"default"};
  }
  return situation;
}

}  // namespace answerbox::client
