// Reads the parts of a packet from its front: values (MQTT 5.0, section 1.5),
// properties (2.2.2) and whole bodies (chapter 3). Used by the decoder alone.
//
// The reader keeps the first error, and has nothing left to read after it. So a
// decoder reads all its fields and checks for errors once. Values read after an
// error are zero or empty, and a body read with an error must not be used.
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
    kMalformed,  // More than four bytes, or not the shortest form.
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

  // Sets the version of all errors from now on.
  void set_version(Version version) noexcept { version_ = version; }

  [[nodiscard]] std::uint8_t Byte() noexcept;
  [[nodiscard]] std::uint16_t TwoByteInteger() noexcept;
  [[nodiscard]] std::uint32_t FourByteInteger() noexcept;
  [[nodiscard]] std::uint32_t VariableByteInteger() noexcept;
  // Returns at most 65,535 bytes.
  [[nodiscard]] std::string_view Binary() noexcept;
  // Also checks that the bytes are UTF-8 without U+0000.
  [[nodiscard]] std::string_view Text() noexcept;
  [[nodiscard]] std::string_view Take(std::size_t bytes) noexcept;
  [[nodiscard]] std::string_view TakeRest() noexcept;

  // Keeps the error, unless there is one already.
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

// Returns the next user property of a list without its length that
// ReadProperties accepted, and skips other properties before it; nothing if
// there is none.
[[nodiscard]] std::optional<UserProperty> NextUserProperty(
    Reader& list) noexcept;

// Read the bodies of the packets that have lists.
[[nodiscard]] Subscribe ReadSubscribe(Version version, Reader& reader) noexcept;
[[nodiscard]] Unsubscribe ReadUnsubscribe(Version version,
                                          Reader& reader) noexcept;

// Reads a packet id, which must not be 0 [MQTT-2.2.1-3].
[[nodiscard]] PacketId ReadPacketId(Reader& reader) noexcept;

}  // namespace answerbox::daemon::mqtt
