#include "daemon/protocol/mqtt/tcp/status_topics.h"

#include <utility>

#include "daemon/error.h"
#include "protocol/json/json_writer.h"

namespace answerbox::daemon::mqtt {
namespace {

constexpr std::chrono::seconds kBrokerInterval{10};

std::string TopicOf(std::string_view collection, std::string_view what) {
  return "answerbox/" + std::string(collection) + "/" + std::string(what);
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

std::string WriteExam(std::string_view collection, const ExamState& exam) {
  JsonWriter json;
  json.BeginObject();
  json.Key("collection").String(collection);
  json.Key("warning").Bool(exam.is_warning);
  json.Key("questions").Integer(exam.questions);
  json.Key("answered").Integer(exam.answered);
  json.Key("before").Integer(exam.before);
  json.Key("lost").Integer(exam.lost);
  json.Key("snapshot").Integer(exam.snapshot);
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
  if (broker_told_ && now - *broker_told_ < kBrokerInterval) return;
  TellBroker(now);
  if (!box_.prefix.empty()) TellBox(now);
}

void StatusTopics::TellBox(Time now) {
  if (!is_box_announced_) {
    is_box_announced_ =
        Retain(DiscoveryTopic(box_), DiscoveryMessage(box_), now);
  }
  std::string state = StateMessage(read_box_state_());
  if (state != box_told_ && Retain(kBoxStateTopic, state, now)) {
    box_told_ = std::move(state);
  }
}

// Only changes are published, to spare subscribers, and the sessions that keep
// messages for them.
void StatusTopics::TellCollections(Time now) {
  std::map<std::string, std::string> there;
  for (const CollectionState& state : list_collections_()) {
    TellTopic(TopicOf(state.name, "documents"), WriteState(state), now, there);
    if (!state.exam) continue;
    TellTopic(TopicOf(state.name, "exam"), WriteExam(state.name, *state.exam),
              now, there);
  }
  for (const auto& [topic, text] : told_) {
    // An empty message removes the retained one. If memory has no room for it,
    // a later tick sends it.
    if (!there.contains(topic) && !Retain(topic, {}, now)) {
      there.emplace(topic, text);
    }
  }
  told_ = std::move(there);
}

void StatusTopics::TellTopic(const std::string& topic, const std::string& text,
                             Time now,
                             std::map<std::string, std::string>& there) {
  const auto told = told_.find(topic);
  const bool is_told =
      (told != told_.end() && told->second == text) || Retain(topic, text, now);
  // If memory has no room for the message, a later tick publishes it.
  if (!is_told && told == told_.end()) return;
  there.emplace(topic, is_told ? text : told->second);
}

// The names under $SYS are those of mosquitto, which dashboards know.
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
