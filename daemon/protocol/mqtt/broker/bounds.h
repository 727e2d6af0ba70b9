// What one client, and what all of them together, may have of the broker.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>

namespace answerbox::daemon::mqtt {

struct Bounds {
  std::size_t packet_bytes =
      256 * 1024;  // A packet, its fixed header included.
  std::size_t connections = 1100;
  // Messages that wait for one client or for its acknowledgement, and their
  // bytes: topics, payloads and properties.
  std::size_t queued_messages = 64;
  std::size_t queued_bytes = 256 * 1024;
  std::size_t subscriptions = 32;  // Of one session.
  std::size_t topic_levels = 16;   // Of a topic or filter.
  std::size_t topic_bytes = 1024;  // Of a topic or filter.
  std::size_t retained_messages = 1000;
  // Messages of QoS 1 and 2 under way at once, in either direction.
  std::uint16_t receive_maximum = 32;
  std::uint16_t topic_aliases = 16;  // In either direction.
  std::chrono::milliseconds connect_timeout{10'000};
  // A client that takes no byte for so long is dropped.
  std::chrono::seconds write_timeout{30};
  // A session without a connection is kept no longer.
  std::chrono::seconds session_expiry{7 * 24 * 3600};
  // A client of 5.0 that asks for more, or for none, gets this.
  std::chrono::seconds keep_alive{3600};
};

}  // namespace answerbox::daemon::mqtt
