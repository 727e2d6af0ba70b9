// Packets that a client sends, as tests write them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "daemon/protocol/mqtt/codec/packet.h"

namespace answerbox::daemon::mqtt {

inline constexpr PacketType kAck = PacketType::kPublishAcknowledgement;
inline constexpr PacketType kRec = PacketType::kPublishReceived;
inline constexpr PacketType kRel = PacketType::kPublishRelease;
inline constexpr PacketType kComp = PacketType::kPublishComplete;

// Ids of properties: MQTT 5.0, table 2-4.
inline constexpr unsigned kMessageExpiry = 0x02;
inline constexpr unsigned kSubscriptionId = 0x0B;
inline constexpr unsigned kSessionExpiry = 0x11;
inline constexpr unsigned kAssignedId = 0x12;
inline constexpr unsigned kServerKeepAlive = 0x13;
inline constexpr unsigned kWillDelay = 0x18;
inline constexpr unsigned kReason = 0x1F;
inline constexpr unsigned kReceiveMaximum = 0x21;
inline constexpr unsigned kAliasMaximum = 0x22;
inline constexpr unsigned kAlias = 0x23;
inline constexpr unsigned kMaximumPacket = 0x27;

// A property: its id and its value, of one, two or four bytes, or a string.
[[nodiscard]] std::string Property1(unsigned id, unsigned value);
[[nodiscard]] std::string Property2(unsigned id, unsigned value);
[[nodiscard]] std::string Property4(unsigned id, unsigned value);
[[nodiscard]] std::string PropertyText(unsigned id, std::string_view value);

struct WillFields {
  std::string topic = {};
  std::string payload = {};
  unsigned qos = 0;
  bool is_retained = false;
  std::string properties = {};
};

struct ConnectFields {
  Version version = Version::k5;
  std::string client_id = "client";
  bool is_clean = true;
  unsigned keep_alive = 0;
  std::string properties = {};
  std::optional<WillFields> will = {};
  std::string user = {};  // Empty: none.
};
// A client "reader" whose session outlives its connection.
[[nodiscard]] ConnectFields Lasting(Version version,
                                    const std::string& properties = {});
[[nodiscard]] std::string ConnectPacket(const ConnectFields& fields);

struct PublishFields {
  std::string topic = {};
  std::string payload = {};
  unsigned qos = 0;
  unsigned id = 0;
  bool is_retained = false;
  bool is_duplicate = false;
  std::string properties = {};
};
[[nodiscard]] std::string PublishPacket(Version version,
                                        const PublishFields& fields);

// One filter; `options` as section 3.8.3.1 has them.
[[nodiscard]] std::string SubscribePacket(Version version, unsigned id,
                                          std::string_view filter,
                                          unsigned options = 0,
                                          std::string_view properties = {});
[[nodiscard]] std::string UnsubscribePacket(Version version, unsigned id,
                                            std::string_view filter);
// PUBACK, PUBREC, PUBREL or PUBCOMP; of 3.1.1 where there is no reason.
[[nodiscard]] std::string AcknowledgementPacket(PacketType type, unsigned id,
                                                unsigned reason = 0);
[[nodiscard]] std::string PingPacket();
[[nodiscard]] std::string DisconnectPacket(unsigned reason = 0,
                                           std::string_view properties = {});

}  // namespace answerbox::daemon::mqtt
