// Clients that do their part of QoS 1 and 2 across connections and restarts of
// the broker, and know what they were promised.
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "tests/daemon/protocol/mqtt/broker/dialogue.h"

namespace answerbox::daemon::mqtt {

class LastingClient {
 public:
  explicit LastingClient(std::string client_id) : id_(std::move(client_id)) {}

  // Sends CONNECT on a connection of its own.
  void Connect(Dialogue& dialogue);
  void Drop();
  // The broker is gone.
  void OnCrash() { client_ = nullptr; }
  [[nodiscard]] bool is_connected() const { return client_ != nullptr; }
  // Whether all is there that it subscribes to.
  [[nodiscard]] bool is_subscribed() const { return is_subscribed_; }
  // Messages of its own that are not acknowledged as a whole.
  [[nodiscard]] std::size_t unacknowledged() const { return sent_.size(); }

  // Publishes a message with a number that nobody else has.
  void Publish(unsigned number, unsigned qos);
  // Takes what the broker has sent, and answers. False where that was nothing.
  // Throws where the broker breaks a promise.
  bool Read();

  // How often each number came.
  [[nodiscard]] const std::map<unsigned, unsigned>& received() const {
    return received_;
  }

 private:
  struct Sent {
    unsigned number = 0;
    unsigned qos = 0;
    bool is_received = false;  // PUBREC has come.
  };

  void OnConnected(bool is_present);
  void OnPublish(const ServerPacket& packet);
  void SendPublish(unsigned packet_id, bool is_duplicate);

  const std::string id_;
  Client* client_ = nullptr;
  bool has_session_ = false;
  bool is_subscribed_ = false;
  unsigned last_id_ = 0;
  std::map<unsigned, Sent> sent_;            // By packet id.
  std::map<unsigned, unsigned> unreleased_;  // Numbers by packet id: QoS 2.
  std::map<unsigned, unsigned> received_;
};

}  // namespace answerbox::daemon::mqtt
