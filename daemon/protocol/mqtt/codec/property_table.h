// The rules for each property: MQTT 5.0, table 2-4. The reader and the writer
// of properties both use this table.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string_view>
#include <variant>

#include "daemon/protocol/mqtt/codec/packet.h"

namespace answerbox::daemon::mqtt {

// A set of places where a property may occur: bit N for packets of type N, bit
// 0 for the will.
using Places = std::uint16_t;
inline constexpr Places kInWill = 1;
[[nodiscard]] constexpr Places In(PacketType type) noexcept {
  return static_cast<Places>(1U << static_cast<unsigned>(type));
}

enum class PropertyType : std::uint8_t {
  kByte,
  kTwoByteInteger,
  kFourByteInteger,
  kVariableByteInteger,
  kText,
  kBinary,
  kTextPair,
};

template <typename T>
using PropertyMember = std::optional<T> Properties::*;

struct PropertyRule {
  std::uint8_t id;
  PropertyType type;
  // Empty for the user property, the only one that may occur more than once in
  // what a client sends.
  std::variant<std::monostate, PropertyMember<bool>,
               PropertyMember<std::uint8_t>, PropertyMember<std::uint16_t>,
               PropertyMember<std::uint32_t>, PropertyMember<std::string_view>>
      member;
  Places places;
  // The bounds of a number.
  std::uint32_t minimum = 0;
  std::uint32_t maximum = std::numeric_limits<std::uint32_t>::max();
  ReasonCode out_of_range = ReasonCode::kProtocolError;
};

inline constexpr std::uint8_t kUserProperty = 0x26;
inline constexpr std::uint8_t kSubscriptionIdentifier = 0x0B;

// Every property but the user property, in the order of their ids.
[[nodiscard]] std::span<const PropertyRule> PropertyRules() noexcept;

// Returns null if there is no such property.
[[nodiscard]] const PropertyRule* FindPropertyRule(std::uint32_t id) noexcept;

}  // namespace answerbox::daemon::mqtt
