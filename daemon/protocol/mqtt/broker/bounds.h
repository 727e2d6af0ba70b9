// The bounds of what one client, and all of them together, may take of the
// broker.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>

namespace answerbox::daemon::mqtt {

struct Bounds {
  std::size_t packet_bytes =
      256 * 1024;                  // A packet, its fixed header included.
  std::size_t connections = 1100;  // That are admitted.
  // More that are not admitted yet, or are being closed, where the others take
  // all places; and memory that must be left for their logins.
  std::size_t logins = 0;
  std::size_t login_bytes = 0;
  // Messages that wait for one client or for its acknowledgement, and the bytes
  // of their topics, payloads and properties.
  std::size_t queued_messages = 64;
  std::size_t queued_bytes = 256 * 1024;
  std::size_t subscriptions = 128;  // Of one session.
  std::size_t topic_levels = 16;    // Of a topic or filter.
  std::size_t topic_bytes = 1024;   // Of a topic or filter.
  std::size_t retained_messages = 1000;
  // Messages of QoS 1 and 2 under way at once, in either direction.
  std::uint16_t receive_maximum = 32;
  std::uint16_t topic_aliases = 16;  // In either direction.
  std::chrono::milliseconds connect_timeout{10'000};
  // A client that accepts no byte for this long is dropped.
  std::chrono::seconds write_timeout{30};
  // The longest time that a session is kept without a connection.
  std::chrono::seconds session_expiry{7 * 24 * 3600};
  // A client of 5.0 that asks for a longer keep alive, or for none, gets this
  // one.
  std::chrono::seconds keep_alive{3600};
};

}  // namespace answerbox::daemon::mqtt
