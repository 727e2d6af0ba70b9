#include "daemon/protocol/mqtt/codec/writer.h"

#include <cassert>
#include <type_traits>

#include "daemon/protocol/mqtt/codec/property_table.h"

namespace answerbox::daemon::mqtt {
namespace {

[[maybe_unused]] constexpr std::size_t kMaxTextBytes = 65535;
[[maybe_unused]] constexpr std::size_t kMaxVariableByteInteger = 268435455;

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

// An absent value is omitted: for the other end, absent and zero are different.
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

// The length precedes the list, so the list is written twice, once only to
// count its bytes.
std::size_t ListBytes(const Properties& properties,
                      std::span<const std::uint32_t> subscription_ids) {
  Writer counter;
  WriteList(properties, subscription_ids, counter);
  return counter.bytes();
}

}  // namespace

std::size_t VariableByteIntegerBytes(std::size_t value) noexcept {
  assert(value <= kMaxVariableByteInteger);
  std::size_t bytes = 1;
  for (; value > 0x7F; value >>= 7) ++bytes;
  return bytes;
}

// Without an output this only counts. All other functions use Byte and Bytes,
// so that both passes agree.
void Writer::Byte(std::uint8_t value) {
  ++bytes_;
  if (out_ != nullptr) out_->push_back(static_cast<char>(value));
}

void Writer::TwoByteInteger(std::uint32_t value) {
  Byte(static_cast<std::uint8_t>(value >> 8));
  Byte(static_cast<std::uint8_t>(value));
}

void Writer::FourByteInteger(std::uint32_t value) {
  TwoByteInteger(value >> 16);
  TwoByteInteger(value);
}

void Writer::VariableByteInteger(std::size_t value) {
  assert(value <= kMaxVariableByteInteger);
  for (; value > 0x7F; value >>= 7) {
    Byte(static_cast<std::uint8_t>(value | 0x80));
  }
  Byte(static_cast<std::uint8_t>(value));
}

void Writer::Text(std::string_view value) {
  assert(value.size() <= kMaxTextBytes);
  TwoByteInteger(static_cast<std::uint32_t>(value.size()));
  Bytes(value);
}

void Writer::Bytes(std::string_view bytes) {
  bytes_ += bytes.size();
  if (out_ != nullptr) out_->append(bytes);
}

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
