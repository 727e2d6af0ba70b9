// Writes the properties of a packet: MQTT 5.0, section 2.2.2.
#pragma once

#include <cstdint>
#include <span>

#include "daemon/protocol/mqtt/codec/properties.h"
#include "daemon/protocol/mqtt/codec/writer.h"

namespace answerbox::daemon::mqtt {

// A property list with its length: in the order of the ids, then a subscription
// identifier for each of `subscription_ids`, then the user properties.
void WriteProperties(const Properties& properties,
                     std::span<const std::uint32_t> subscription_ids,
                     Writer& out);

void WriteUserProperties(const UserProperties& properties, Writer& out);

[[nodiscard]] bool HasNone(const Properties& properties) noexcept;

}  // namespace answerbox::daemon::mqtt
