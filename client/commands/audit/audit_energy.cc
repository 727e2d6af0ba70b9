#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <utility>

#include "client/commands/audit/audit_command.h"
#include "client/rpc/message.h"
#include "protocol/audit/record_line.h"

namespace answerbox::client {
namespace {

namespace json = boost::json;

// Quotes within a text are escaped, so only a member of the record can match.
constexpr std::string_view kRun = "\"run\":\"";

// Returns the member `energy` in the form that replies have, with the record
// that states it.
std::string EnergyMember(const json::object& record, const json::array& run) {
  json::object energy{{"state", TextAt(record, "state")}};
  if (run.size() >= 3) {
    energy["uj"] = run[1];
    energy["uncertainty_uj"] = run[2];
  }
  energy["sensor"] = TextAt(record, "sensor");
  energy["record"] = NumberAt(record, "seq");
  return "\"energy\":" + json::serialize(energy);
}

}  // namespace

void EnergyOfRuns::Note(std::string_view line) {
  const auto prefix = protocol::ReadPrefix(line);
  if (!prefix || prefix->kind != "energy") return;
  boost::system::error_code error;
  const json::value value = json::parse({line.data(), line.size()}, error);
  if (error || !value.is_object()) return;
  const json::object& record = value.get_object();
  for (const json::value& run : ArrayAt(record, "runs")) {
    if (!run.is_array() || run.get_array().empty() ||
        !run.get_array()[0].is_string()) {
      continue;
    }
    const json::string& name = run.get_array()[0].get_string();
    members_[{name.data(), name.size()}] =
        EnergyMember(record, run.get_array());
  }
}

std::string EnergyOfRuns::Join(std::string_view line) const {
  std::string joined(line);
  const std::size_t run = line.find(kRun);
  if (run == line.npos || !line.ends_with('}')) return joined;
  const std::size_t begin = run + kRun.size();
  const auto found =
      members_.find(line.substr(begin, line.find('"', begin) - begin));
  if (found == members_.end()) return joined;
  joined.pop_back();
  return joined + ',' + found->second + '}';
}

}  // namespace answerbox::client
