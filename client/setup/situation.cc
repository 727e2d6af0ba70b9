// The box as it is, and so what setup proposes.
#include <cstdlib>

#include "client/input/file_contents.h"
#include "client/rpc/json_fields.h"
#include "client/setup/setup.h"
#include "daemon/options/option_file.h"
#include "daemon/options/option_table.h"
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

Network NetworkOf(const daemon::Options& options) {
  if (!options.mqtt.tls_addresses.empty()) return Network::kLan;
  return options.mqtt.plain_addresses.empty() ? Network::kSocket
                                              : Network::kMachine;
}

// Whoever used sudo is asked to be let in, as long as nobody is.
std::vector<std::string> UsersOf(const SetupPlace& place) {
  const auto group = platform::GroupNamed(place.At("/etc/group"), "answerbox");
  if (group && !group->members.empty()) return group->members;
  const char* caller = std::getenv("SUDO_USER");
  if (caller == nullptr || std::string_view(caller) == "root" ||
      !platform::HasUser(place.At("/etc/passwd"), caller)) {
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
  const auto read = ReadOwnOptions(situation);
  if (!read) return read.error();
  const daemon::Options& options = situation.options;
  situation.today.users = UsersOf(place);
  situation.today.network = NetworkOf(options);
  situation.today.sensor = TextOf("energy_sensor", options);
  situation.today.questions = TextOf("audit_questions", options);
  std::error_code ignored;
  situation.has_systemd =
      std::filesystem::exists(place.At("/run/systemd/system"), ignored);
  AskDaemonForState(situation);
  situation.has_no_collection = situation.today.collections.empty();
  if (situation.has_no_collection) situation.today.collections = {"default"};
  return situation;
}

}  // namespace answerbox::client
