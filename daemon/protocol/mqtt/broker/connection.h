// One network connection, as the broker sees it, and how it is sent packets.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <list>
#include <memory_resource>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "daemon/protocol/mqtt/broker/buffers.h"
#include "daemon/protocol/mqtt/broker/ports.h"
#include "daemon/protocol/mqtt/broker/session.h"

namespace answerbox::daemon::mqtt {

// Numbers that stand for topics on one connection: MQTT 5.0, section 3.3.2.3.4.

// The aliases that the client has set.
class IncomingAliases {
 public:
  explicit IncomingAliases(std::pmr::memory_resource& memory)
      : topics_(&memory) {}

  // Makes the alias stand for `topic`. Throws std::bad_alloc. Precondition:
  // `alias` is 1 to a bound that the caller has checked.
  void Set(std::uint16_t alias, std::string_view topic) {
    if (topics_.size() < alias) topics_.resize(alias);
    topics_[alias - std::size_t{1}] = topic;
  }
  // Returns an empty text if the alias is not set.
  [[nodiscard]] std::string_view Find(std::uint16_t alias) const noexcept {
    if (alias == 0 || alias > topics_.size()) return {};
    return topics_[alias - std::size_t{1}];
  }

 private:
  std::pmr::vector<std::pmr::string> topics_;
};

// The aliases that the broker has set. The first topics sent get one.
class OutgoingAliases {
 public:
  explicit OutgoingAliases(std::pmr::memory_resource& memory)
      : topics_(&memory) {}

  struct Alias {
    std::uint16_t number;
    bool is_new;  // Then the topic must be sent with it.
  };
  // Returns the alias of `topic`; nothing if no alias is left. A new alias is
  // set by this call: the packet must be sent. Throws std::bad_alloc.
  [[nodiscard]] std::optional<Alias> Find(std::string_view topic,
                                          std::uint16_t maximum) {
    for (std::size_t i = 0; i < topics_.size(); ++i) {
      if (topics_[i] == topic) {
        return Alias{static_cast<std::uint16_t>(i + 1), false};
      }
    }
    if (topics_.size() >= maximum) return std::nullopt;
    topics_.emplace_back(topic);
    return Alias{static_cast<std::uint16_t>(topics_.size()), true};
  }
  // Removes the last new alias, whose packet was not sent.
  void RemoveLast() noexcept { topics_.pop_back(); }

 private:
  std::pmr::vector<std::pmr::string> topics_;
};

class Connection {
 public:
  enum class State : std::uint8_t {
    kNew,       // CONNECT has not come yet.
    kExamined,  // The doorkeeper has CONNECT; the input keeps it.
    kOpen,
    kClosing,  // Reads no more; ends when its output is written.
  };

  Connection(Transport& its_transport, Time now,
             std::pmr::memory_resource& memory,
             std::pmr::memory_resource& large_packets)
      : transport(its_transport),
        input(memory, large_packets),
        output(memory),
        incoming_aliases(memory),
        outgoing_aliases(memory),
        opened(now),
        last_packet(now) {}
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  std::pmr::list<Connection>::iterator place;  // In the broker's list.
  Transport& transport;
  State state = State::kNew;
  Version version = Version::k5;
  Session* session = nullptr;  // While open.
  std::uint64_t entry = 0;     // As in Authority::Client.
  InputBuffer input;
  OutputQueue output;

  // The bounds of what the client accepts.
  std::uint16_t receive_maximum = 0;
  // The size of the largest possible packet, if the client sends no maximum:
  // section 2.1.4.
  std::uint32_t maximum_packet_bytes = 268435460;
  std::uint16_t topic_alias_maximum = 0;
  bool wants_problem_information = true;
  IncomingAliases incoming_aliases;
  OutgoingAliases outgoing_aliases;

  const Time opened;
  Time last_packet;
  std::optional<Time> large_since;      // While a large packet arrives.
  std::chrono::seconds keep_alive{0};   // 0: none.
  std::optional<Time> unwritten_since;  // While output waits.
  bool is_paused = false;  // No packet is read before a request has returned.
  // The same, until requests from before a restart have begun.
  bool awaits_old_requests = false;
  bool is_processing = false;  // A caller up the stack reads packets.
};

// Calls `encode` to append one packet to the given output. Returns false, and
// appends nothing, if the packet is longer than the client accepts
// [MQTT-3.1.2-24]. Throws std::bad_alloc; then nothing has changed.
template <typename Encode>
[[nodiscard]] bool WritePacket(Connection& connection, const Encode& encode) {
  Output& tail = connection.output.Tail();
  const std::size_t before = tail.size();
  encode(tail);
  if (tail.size() - before > connection.maximum_packet_bytes) {
    tail.resize(before);
    return false;
  }
  connection.transport.Wake();
  return true;
}

// From this many unwritten bytes on, messages stay in the session's queue, and
// no more packets of the client are read.
inline constexpr std::size_t kFullOutputBytes = 16 * 1024;

// Sends again what was in flight when the session's last connection ended
// [MQTT-4.4.0-1], then what waits, until the client's receive maximum is
// reached or its output is full. If memory has no room, the rest goes on
// waiting: call it again. Precondition: the connection has a session.
void SendWaiting(Connection& connection, Time now);

// Handles an acknowledgement of one of the session's messages. An unknown id is
// ignored: an honest client may send one after its session was ended.
void OnPublishAcknowledgement(Session& session, PacketId id) noexcept;
// Returns false if PUBREL is longer than the client accepts. Throws
// std::bad_alloc; then nothing has changed.
[[nodiscard]] bool OnPublishReceived(Connection& connection,
                                     const Acknowledgement& packet);
void OnPublishComplete(Session& session, PacketId id) noexcept;

}  // namespace answerbox::daemon::mqtt
