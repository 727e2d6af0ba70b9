// Sends what waits for a client, as far as the client and its bounds allow.
#pragma once

#include "daemon/protocol/mqtt/broker/connection.h"

namespace answerbox::daemon::mqtt {

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
