// Packets of every kind that a client sends, in hexadecimal.
#pragma once

#include <string_view>

#include "daemon/protocol/mqtt/codec/packet.h"

namespace answerbox::daemon::mqtt {

struct GoldenPacket {
  std::string_view name;
  Version version;
  std::string_view hex;
};

// Will of QoS 1, retained; user name and password; keep alive 60 s.
inline constexpr std::string_view kConnect311 =
    "102100044d51545404ee003c000263310003772f7400036279650003616e6e00"
    "027077";
// Clean session, no client id.
inline constexpr std::string_view kSmallestConnect311 =
    "100c00044d515454040200000000";
// Every property of CONNECT and of a will, whose QoS is 2.
inline constexpr std::string_view kConnect5 =
    "106900044d51545405d6ffff231100000e101500016d16000164170019012100"
    "1422000a2600016b000176270000100000026335250101020000001e03000474"
    "657874080003722f7409000200ff18000000052600016b0001760003772f7400"
    "01000003616e6e0002ff00";
// QoS 1, duplicate, retained.
inline constexpr std::string_view kPublish311 = "3b090003612f6200076869";
// No packet id and no payload.
inline constexpr std::string_view kPublishQoS0 = "3003000161";
// QoS 2, with every property that a client may send.
inline constexpr std::string_view kPublish5 =
    "34340003612f6201002a0101020000001e03000474657874080003722f740900"
    "0201022300052600016b0001762600016b0001776869";
// An alias in place of the topic.
inline constexpr std::string_view kPublishByAlias = "30080000032300056869";
inline constexpr std::string_view kPublishAcknowledgement311 = "40020007";
// With a reason string and a user property.
inline constexpr std::string_view kPublishAcknowledgement5 =
    "40100007970c1f00026e6f2600016b000176";
// A reason alone.
inline constexpr std::string_view kPublishReceived5 = "5003000710";
// Packet id not found.
inline constexpr std::string_view kPublishRelease5 = "620400079200";
inline constexpr std::string_view kPublishRelease311 = "62020007";
// Nothing but the packet id.
inline constexpr std::string_view kPublishComplete5 = "70020007";
// Two filters of QoS 1 and 2.
inline constexpr std::string_view kSubscribe311 =
    "820e000a0003612f62010003632f2302";
// A subscription identifier of two bytes; all options; a shared filter.
inline constexpr std::string_view kSubscribe5 =
    "8220000a0a0bc8012600016b0001760003612f2b2e000a2473686172652f672f"
    "6111";
inline constexpr std::string_view kUnsubscribe311 =
    "a20c000b0003612f620003632f23";
inline constexpr std::string_view kUnsubscribe5 =
    "a21b000b072600016b0001760003612f62000a2473686172652f672f61";
inline constexpr std::string_view kPingRequest = "c000";
inline constexpr std::string_view kDisconnect311 = "e000";
// With will, reason string and session expiry.
inline constexpr std::string_view kDisconnect5 =
    "e0130411110000003c1f00026e6f2600016b000176";
// Continue authentication.
inline constexpr std::string_view kAuthenticate5 =
    "f01618141500016d160001641f00026e6f2600016b000176";

inline constexpr GoldenPacket kClientPackets[] = {
    {"kConnect311", Version::k311, kConnect311},
    {"kSmallestConnect311", Version::k311, kSmallestConnect311},
    {"kConnect5", Version::k5, kConnect5},
    {"kPublish311", Version::k311, kPublish311},
    {"kPublishQoS0", Version::k311, kPublishQoS0},
    {"kPublish5", Version::k5, kPublish5},
    {"kPublishByAlias", Version::k5, kPublishByAlias},
    {"kPublishAcknowledgement311", Version::k311, kPublishAcknowledgement311},
    {"kPublishAcknowledgement5", Version::k5, kPublishAcknowledgement5},
    {"kPublishReceived5", Version::k5, kPublishReceived5},
    {"kPublishRelease5", Version::k5, kPublishRelease5},
    {"kPublishRelease311", Version::k311, kPublishRelease311},
    {"kPublishComplete5", Version::k5, kPublishComplete5},
    {"kSubscribe311", Version::k311, kSubscribe311},
    {"kSubscribe5", Version::k5, kSubscribe5},
    {"kUnsubscribe311", Version::k311, kUnsubscribe311},
    {"kUnsubscribe5", Version::k5, kUnsubscribe5},
    {"kPingRequest", Version::k311, kPingRequest},
    {"kDisconnect311", Version::k311, kDisconnect311},
    {"kDisconnect5", Version::k5, kDisconnect5},
    {"kAuthenticate5", Version::k5, kAuthenticate5},
};

}  // namespace answerbox::daemon::mqtt
