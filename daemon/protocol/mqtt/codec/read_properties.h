// Reads the properties of a packet or a will: MQTT 5.0, section 2.2.2.
#pragma once

#include <optional>

#include "daemon/protocol/mqtt/codec/properties.h"
#include "daemon/protocol/mqtt/codec/property_table.h"
#include "daemon/protocol/mqtt/codec/reader.h"

namespace answerbox::daemon::mqtt {

// Reads a property list with its length. Errors stay in `reader`:
//   kMalformedPacket    no such property, or none of this place
//   kProtocolError      a property twice or out of its range, authentication
//                       data without a method, a response topic that is none
//   kTopicAliasInvalid  topic alias 0
[[nodiscard]] Properties ReadProperties(Places place, Reader& reader) noexcept;

// The next user property of a list without its length that ReadProperties
// accepted; skips what stands before it. Absent where there is none.
[[nodiscard]] std::optional<UserProperty> NextUserProperty(
    Reader& list) noexcept;

}  // namespace answerbox::daemon::mqtt
