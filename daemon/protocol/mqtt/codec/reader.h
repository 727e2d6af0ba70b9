// Reads the parts of a packet from its front: values (MQTT 5.0, section 1.5),
// properties (2.2.2) and whole bodies (chapter 3). For the decoder alone.
//
// The first error stays in the reader, and nothing is left to read after it: a
// decoder reads all its fields and asks once. Values read after an error are
// zero or empty, and a body read with an error is not to be used.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "daemon/protocol/mqtt/codec/decode.h"
#include "daemon/protocol/mqtt/codec/property_table.h"

namespace answerbox::daemon::mqtt {

struct VariableByteInteger {
  enum class State : std::uint8_t {
    kWhole,
    kCutShort,   // More bytes may complete it.
    kMalformed,  // More than four bytes, or more than it needs.
  };
  State state = State::kCutShort;
  std::uint32_t value = 0;  // 0 to 268,435,455.
  std::size_t bytes = 0;    // 1 to 4.
};
[[nodiscard]] VariableByteInteger ReadVariableByteInteger(
    std::string_view bytes) noexcept;

class Reader {
 public:
  explicit Reader(std::string_view bytes,
                  Version version = Version::k311) noexcept
      : rest_(bytes), version_(version) {}

  // The version of all errors from now on.
  void set_version(Version version) noexcept { version_ = version; }

  [[nodiscard]] std::uint8_t Byte() noexcept;
  [[nodiscard]] std::uint16_t TwoByteInteger() noexcept;
  [[nodiscard]] std::uint32_t FourByteInteger() noexcept;
  [[nodiscard]] std::uint32_t VariableByteInteger() noexcept;
  // At most 65,535 bytes.
  [[nodiscard]] std::string_view Binary() noexcept;
  // The same, and well-formed UTF-8 without U+0000.
  [[nodiscard]] std::string_view Text() noexcept;
  [[nodiscard]] std::string_view Take(std::size_t bytes) noexcept;
  [[nodiscard]] std::string_view TakeRest() noexcept;

  // Keeps the error unless there is one.
  void Fail(ReasonCode reason, std::string_view message) noexcept;

  [[nodiscard]] const std::optional<DecodeError>& error() const noexcept {
    return error_;
  }
  [[nodiscard]] std::string_view rest() const noexcept { return rest_; }
  [[nodiscard]] bool empty() const noexcept { return rest_.empty(); }

 private:
  [[nodiscard]] std::uint32_t BigEndian(std::size_t bytes) noexcept;

  std::string_view rest_;
  Version version_;
  std::optional<DecodeError> error_;
};

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

// The bodies of packets that have sources of their own. ReadConnect reads the
// protocol's name and level first: once the level is known, errors name the
// version to answer in.
[[nodiscard]] Connect ReadConnect(Reader& reader) noexcept;
[[nodiscard]] Subscribe ReadSubscribe(Version version, Reader& reader) noexcept;
[[nodiscard]] Unsubscribe ReadUnsubscribe(Version version,
                                          Reader& reader) noexcept;

// A packet id, which is not 0 [MQTT-2.2.1-3].
[[nodiscard]] PacketId ReadPacketId(Reader& reader) noexcept;

}  // namespace answerbox::daemon::mqtt
