// Sends what waits for a client, as far as the client and its bounds allow.
#pragma once

#include "daemon/protocol/mqtt/broker/connection.h"

namespace answerbox::daemon::mqtt {

// From so many unwritten bytes on, messages stay in the session's queue.
inline constexpr std::size_t kFullOutputBytes = 16 * 1024;

// Sends again what was in flight when the session's last connection ended
// [MQTT-4.4.0-1], then what waits, until the client's receive maximum is
// reached or its output is full. Where memory has no room, the rest goes on
// waiting: call it again. Precondition: the connection has a session.
void SendWaiting(Connection& connection, Time now);

// What a client acknowledges of its session's messages. Each returns kSuccess,
// or kPacketIdNotFound, which is an error of the client's.
ReasonCode OnPublishAcknowledgement(Session& session, PacketId id);
// Throws std::bad_alloc.
ReasonCode OnPublishReceived(Connection& connection,
                             const Acknowledgement& packet);
ReasonCode OnPublishComplete(Session& session, PacketId id);

}  // namespace answerbox::daemon::mqtt
