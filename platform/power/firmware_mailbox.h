// Sends text commands to the Raspberry Pi's firmware, as the program vcgencmd
// does: property messages through /dev/vcio_gencmd, which accepts only these
// and is open to the group video, or else through /dev/vcio.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "platform/error.h"

namespace answerbox::platform {

// Sends the message to the firmware, which overwrites it with the answer.
//   device   an open /dev/vcio_gencmd or /dev/vcio
//   message  begins with its own size in bytes
// Returns 0 or errno.
using PropertyCall =
    std::function<int(int device, std::span<std::uint32_t> message)>;

// The real call: ioctl(2).
[[nodiscard]] int CallProperty(int device, std::span<std::uint32_t> message);

// The layout of the message in words of 32 bits. The command, and later the
// answer, is text that ends with NUL and begins at kMailboxTextWord.
inline constexpr std::size_t kMailboxTagWord = 2;
inline constexpr std::uint32_t kMailboxCommandTag = 0x0003'0080;
inline constexpr std::size_t kMailboxErrorWord = 5;
inline constexpr std::size_t kMailboxTextWord = 6;
inline constexpr std::size_t kMailboxTextBytes = 4096;

class FirmwareMailbox {
 public:
  FirmwareMailbox(std::filesystem::path root, PropertyCall call)
      : root_(std::move(root)), call_(std::move(call)) {}

  // Returns whether the device exists, even if it cannot be opened.
  [[nodiscard]] bool IsThere() const;

  // Returns the firmware's answer to `command`, which has fewer than
  // kMailboxTextBytes bytes. Waits at most as long as DeviceCalls does. Errors:
  // the system's; MalformedReading for an answer that is an error or not text;
  // IsNoAnswer.
  [[nodiscard]] Result<std::string> Ask(std::string_view command) const;

 private:
  std::filesystem::path root_;
  PropertyCall call_;
};

}  // namespace answerbox::platform
