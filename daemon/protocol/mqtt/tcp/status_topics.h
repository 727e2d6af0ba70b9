// What the daemon tells of itself in topics: docs/protocol-mqtt.md, "Topics".
// All of it is retained:
// - answerbox/status: "online", and "offline" at the end;
// - answerbox/COLLECTION/documents: how many documents there are, and of which
//   snapshot; sent when they change;
// - answerbox/COLLECTION/exam: what the collection answered of its exam, if it
//   has one; sent when that changes;
// - $SYS/broker/...: connections, messages, memory.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "daemon/protocol/mqtt/broker/broker.h"

namespace answerbox::daemon::mqtt {

// The last exam of a collection.
struct ExamState {
  bool is_warning = false;  // It answers less than it did, or must.
  std::uint64_t snapshot = 0;
  std::size_t questions = 0;
  std::size_t answered = 0;
  std::size_t before = 0;  // How many were answered before.
  std::size_t lost = 0;    // How many of those are not answered now.
};

struct CollectionState {
  std::string name;
  std::uint64_t snapshot = 0;
  std::uint64_t documents = 0;
  std::optional<ExamState> exam{};
};
using ListCollections = std::function<std::vector<CollectionState>()>;

class StatusTopics {
 public:
  // `broker` outlives this.
  StatusTopics(Broker& broker, ListCollections list_collections)
      : broker_(broker), list_collections_(std::move(list_collections)) {}

  void TellOnline(Time now);
  void TellOffline(Time now);
  // Tells what has changed. Once a second is enough.
  void Tick(Time now);

 private:
  void TellCollections(Time now);
  // Retains the text unless it is retained. `there` gets what is retained now.
  void TellTopic(const std::string& topic, const std::string& text, Time now,
                 std::map<std::string, std::string>& there);
  void TellBroker(Time now);
  // False where memory had no room to retain it.
  bool Retain(std::string_view topic, std::string_view payload, Time now);

  Broker& broker_;
  const ListCollections list_collections_;
  std::map<std::string, std::string> told_;  // Topics of collections.
  std::optional<Time> started_;
  std::optional<Time> broker_told_;
};

}  // namespace answerbox::daemon::mqtt
