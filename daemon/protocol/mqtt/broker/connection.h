// One network connection, as the broker sees it, and what it is sent.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
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

// The client's aliases.
class IncomingAliases {
 public:
  explicit IncomingAliases(std::pmr::memory_resource& memory)
      : topics_(&memory) {}

  // The alias stands for `topic` from now on. Throws std::bad_alloc.
  // Precondition: `alias` is 1 to a bound that the caller has checked.
  void Set(std::uint16_t alias, std::string_view topic) {
    if (topics_.size() < alias) topics_.resize(alias);
    topics_[alias - std::size_t{1}] = topic;
  }
  // Empty where the alias stands for nothing.
  [[nodiscard]] std::string_view Find(std::uint16_t alias) const noexcept {
    if (alias == 0 || alias > topics_.size()) return {};
    return topics_[alias - std::size_t{1}];
  }

 private:
  std::pmr::vector<std::pmr::string> topics_;
};

// The aliases that the client accepts: the first topics sent get one.
class OutgoingAliases {
 public:
  explicit OutgoingAliases(std::pmr::memory_resource& memory)
      : topics_(&memory) {}

  struct Alias {
    std::uint16_t number;
    bool is_new;  // Then the topic must be sent with it.
  };
  // Absent where no alias is left for `topic`. A new one counts from the call
  // on: the packet must be sent. Throws std::bad_alloc.
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
  // Undoes the last new alias: its packet was not sent.
  void RemoveLast() noexcept { topics_.pop_back(); }

 private:
  std::pmr::vector<std::pmr::string> topics_;
};

class Connection {
 public:
  enum class State : std::uint8_t {
    kNew,       // CONNECT is still to come.
    kExamined,  // The doorkeeper has CONNECT, which stays at the input's start.
    kOpen,
    kClosing,  // Reads nothing more; ends when its output is written.
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

  Transport& transport;
  State state = State::kNew;
  Version version = Version::k5;
  Session* session = nullptr;  // While open.
  InputBuffer input;
  OutputQueue output;

  // What the client accepts.
  std::uint16_t receive_maximum = 0;
  // As large as a packet can be where the client does not say: section 2.1.4.
  std::uint32_t maximum_packet_bytes = 268435460;
  std::uint16_t topic_alias_maximum = 0;
  bool wants_problem_information = true;
  IncomingAliases incoming_aliases;
  OutgoingAliases outgoing_aliases;

  const Time opened;
  Time last_packet;
  std::optional<Time> large_since;      // While a large packet comes in.
  std::chrono::seconds keep_alive{0};   // 0: none.
  std::optional<Time> unwritten_since;  // While output waits.
  bool is_paused = false;  // A request before which no packet is read.
  // The same, until requests of before a restart are begun again.
  bool awaits_old_requests = false;
  bool is_processing = false;  // Packets are being read further up the stack.
};

// Has `encode` append one packet to the output that it is given. False, and
// nothing done, where the packet is longer than the client accepts
// [MQTT-3.1.2-24]. Throws std::bad_alloc, having done nothing.
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

// From so many unwritten bytes on, messages stay in the session's queue, and a
// client that does not take them gets no more packets read.
inline constexpr std::size_t kFullOutputBytes = 16 * 1024;

// Sends again what was in flight when the session's last connection ended
// [MQTT-4.4.0-1], then what waits, until the client's receive maximum is
// reached or its output is full. Where memory has no room, the rest goes on
// waiting: call it again. Precondition: the connection has a session.
void SendWaiting(Connection& connection, Time now);

// What a client acknowledges of its session's messages. What nobody waits for
// may be honest, after a session was ended: it is passed over.
void OnPublishAcknowledgement(Session& session, PacketId id) noexcept;
// False where PUBREL is longer than the client accepts. Throws std::bad_alloc,
// having done nothing.
[[nodiscard]] bool OnPublishReceived(Connection& connection,
                                     const Acknowledgement& packet);
void OnPublishComplete(Session& session, PacketId id) noexcept;

}  // namespace answerbox::daemon::mqtt
