#include "daemon/protocol/mqtt/tcp/status_topics.h"

#include <utility>

#include "daemon/json/json_writer.h"

namespace answerbox::daemon::mqtt {
namespace {

constexpr std::chrono::seconds kBrokerInterval{10};

std::string DocumentsTopic(std::string_view collection) {
  return "answerbox/" + std::string(collection) + "/documents";
}

std::string WriteState(const CollectionState& state) {
  JsonWriter json;
  json.BeginObject();
  json.Key("collection").String(state.name);
  json.Key("snapshot").Integer(state.snapshot);
  json.Key("documents").Integer(state.documents);
  json.EndObject();
  return json.Take();
}

}  // namespace

void StatusTopics::TellOnline(Time now) {
  started_ = now;
  Retain("answerbox/status", "online", now);
  Tick(now);
}

void StatusTopics::TellOffline(Time now) {
  Retain("answerbox/status", "offline", now);
}

void StatusTopics::Tick(Time now) {
  TellCollections(now);
  if (!broker_told_ || now - *broker_told_ >= kBrokerInterval) TellBroker(now);
}

void StatusTopics::TellCollections(Time now) {
  std::map<std::string, CollectionState> there;
  for (CollectionState& state : list_collections_()) {
    const auto told = told_.find(state.name);
    const bool is_told =
        (told != told_.end() && told->second == state) ||
        Retain(DocumentsTopic(state.name), WriteState(state), now);
    // What memory has no room for is told with a later tick.
    if (!is_told && told == told_.end()) continue;
    if (!is_told) state = told->second;
    std::string name = state.name;
    there.emplace(std::move(name), std::move(state));
  }
  for (const auto& [name, _] : told_) {
    // An empty message ends what is retained.
    if (!there.contains(name)) Retain(DocumentsTopic(name), {}, now);
  }
  told_ = std::move(there);
}

void StatusTopics::TellBroker(Time now) {
  broker_told_ = now;
  const Statistics statistics = broker_.statistics();
  const auto uptime = std::chrono::duration_cast<std::chrono::seconds>(
      now - started_.value_or(now));
  const auto tell = [&](std::string_view name, std::uint64_t value) {
    Retain("$SYS/broker/" + std::string(name), std::to_string(value), now);
  };
  Retain("$SYS/broker/version", "answerbox " ANSWERBOX_VERSION, now);
  tell("uptime", static_cast<std::uint64_t>(uptime.count()));
  tell("clients/connected", statistics.connections);
  tell("sessions", statistics.sessions);
  tell("retained messages/count", statistics.retained);
  tell("messages/received", statistics.messages_received);
  tell("messages/dropped", statistics.messages_dropped);
  tell("sessions/given up", statistics.sessions_given_up);
  tell("memory/bytes", statistics.memory_bytes);
}

bool StatusTopics::Retain(std::string_view topic, std::string_view payload,
                          Time now) {
  Publish message;
  message.topic = topic;
  message.payload = payload;
  message.is_retained = true;
  return !IsError(broker_.PublishFor({}, message, now));
}

}  // namespace answerbox::daemon::mqtt
