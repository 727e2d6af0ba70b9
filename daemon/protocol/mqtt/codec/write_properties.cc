#include "daemon/protocol/mqtt/codec/write_properties.h"

#include <type_traits>

#include "daemon/protocol/mqtt/codec/property_table.h"

namespace answerbox::daemon::mqtt {
namespace {

void WriteNumber(PropertyType type, std::uint32_t value, Writer& out) {
  switch (type) {
    case PropertyType::kByte:
      return out.Byte(static_cast<std::uint8_t>(value));
    case PropertyType::kTwoByteInteger:
      return out.TwoByteInteger(value);
    case PropertyType::kFourByteInteger:
      return out.FourByteInteger(value);
    case PropertyType::kVariableByteInteger:
      return out.VariableByteInteger(value);
    case PropertyType::kText:
    case PropertyType::kBinary:
    case PropertyType::kTextPair:
      break;
  }
}

void WriteProperty(const PropertyRule& rule, const Properties& properties,
                   Writer& out) {
  std::visit(
      [&](auto pointer) {
        if constexpr (!std::is_same_v<decltype(pointer), std::monostate>) {
          const auto& member = properties.*pointer;
          if (!member) return;
          out.Byte(rule.id);
          if constexpr (std::is_same_v<decltype(*member),
                                       const std::string_view&>) {
            out.Text(*member);
          } else {
            WriteNumber(rule.type, *member, out);
          }
        }
      },
      rule.member);
}

void WriteList(const Properties& properties,
               std::span<const std::uint32_t> subscription_ids, Writer& out) {
  for (const PropertyRule& rule : PropertyRules()) {
    WriteProperty(rule, properties, out);
  }
  for (const std::uint32_t id : subscription_ids) {
    out.Byte(kSubscriptionIdentifier);
    out.VariableByteInteger(id);
  }
  WriteUserProperties(properties.user_properties, out);
}

std::size_t ListBytes(const Properties& properties,
                      std::span<const std::uint32_t> subscription_ids) {
  Writer counter;
  WriteList(properties, subscription_ids, counter);
  return counter.bytes();
}

}  // namespace

void WriteProperties(const Properties& properties,
                     std::span<const std::uint32_t> subscription_ids,
                     Writer& out) {
  out.VariableByteInteger(ListBytes(properties, subscription_ids));
  WriteList(properties, subscription_ids, out);
}

void WriteUserProperties(const UserProperties& properties, Writer& out) {
  for (const UserProperty& property : properties) {
    out.Byte(kUserProperty);
    out.Text(property.name);
    out.Text(property.value);
  }
}

bool HasNone(const Properties& properties) noexcept {
  return ListBytes(properties, {}) == 0;
}

}  // namespace answerbox::daemon::mqtt
