#include "daemon/protocol/mqtt/codec/writer.h"

#include <cassert>

namespace answerbox::daemon::mqtt {
namespace {

[[maybe_unused]] constexpr std::size_t kMaxTextBytes = 65535;
[[maybe_unused]] constexpr std::size_t kMaxVariableByteInteger = 268435455;

}  // namespace

std::size_t VariableByteIntegerBytes(std::size_t value) noexcept {
  assert(value <= kMaxVariableByteInteger);
  std::size_t bytes = 1;
  for (; value > 0x7F; value >>= 7) ++bytes;
  return bytes;
}

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

}  // namespace answerbox::daemon::mqtt
