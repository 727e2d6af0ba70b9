// One network connection, as the broker sees it.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <optional>
#include <string>

#include "daemon/protocol/mqtt/broker/input_buffer.h"
#include "daemon/protocol/mqtt/broker/output.h"
#include "daemon/protocol/mqtt/broker/ports.h"
#include "daemon/protocol/mqtt/broker/session.h"
#include "daemon/protocol/mqtt/broker/topic_aliases.h"

namespace answerbox::daemon::mqtt {

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

}  // namespace answerbox::daemon::mqtt
