// Publishes the daemon's state in topics: docs/protocol-mqtt.md, "Topics". All
// messages are retained:
// - answerbox/status: "online", and "offline" at the end;
// - answerbox/COLLECTION/documents: the number of documents, and the snapshot;
//   sent when they change;
// - answerbox/COLLECTION/exam: the result of the collection's exam, if it has
//   one; sent when it changes;
// - $SYS/broker/...: connections, messages, memory;
// - where the box is announced to Home Assistant: home_assistant.h.
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
#include "daemon/protocol/mqtt/tcp/home_assistant.h"

namespace answerbox::daemon::mqtt {

// The result of a collection's last exam.
struct ExamState {
  bool is_warning = false;  // It answers less than it did, or must.
  std::uint64_t snapshot = 0;
  std::size_t questions = 0;
  std::size_t answered = 0;
  std::size_t before = 0;  // Answered before.
  std::size_t lost = 0;    // Answered before, but not now.
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
  //   box             without a prefix, it is not announced
  //   read_box_state  called only for a box that is
  StatusTopics(Broker& broker, ListCollections list_collections, Box box = {},
               ReadBoxState read_box_state = {})
      : broker_(broker),
        list_collections_(std::move(list_collections)),
        box_(std::move(box)),
        read_box_state_(std::move(read_box_state)) {}

  void TellOnline(Time now);
  void TellOffline(Time now);
  // Publishes what has changed. Calling it once a second is enough.
  void Tick(Time now);

 private:
  void TellCollections(Time now);
  // Retains the text unless it is retained already. Adds it to `there`, the
  // topics that are retained now.
  void TellTopic(const std::string& topic, const std::string& text, Time now,
                 std::map<std::string, std::string>& there);
  void TellBroker(Time now);
  void TellBox(Time now);
  // Returns false if memory had no room to retain it.
  bool Retain(std::string_view topic, std::string_view payload, Time now);

  Broker& broker_;
  const ListCollections list_collections_;
  const Box box_;
  const ReadBoxState read_box_state_;
  bool is_box_announced_ = false;
  std::string box_told_;                     // Its state.
  std::map<std::string, std::string> told_;  // Topics of collections.
  std::optional<Time> started_;
  std::optional<Time> broker_told_;
};

}  // namespace answerbox::daemon::mqtt
