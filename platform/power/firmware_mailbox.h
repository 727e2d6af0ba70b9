// Text commands to the Raspberry Pi's firmware, as the program vcgencmd sends
// them: a property message through /dev/vcio_gencmd, which accepts nothing else
// and is open to the group video, or else /dev/vcio.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "platform/error.h"

namespace answerbox::platform {

// Hands the message to the firmware and has the answer written over it.
//   device   an open /dev/vcio_gencmd or /dev/vcio
//   message  begins with its own size in bytes
// Returns 0, or what errno became.
using PropertyCall =
    std::function<int(int device, std::span<std::uint32_t> message)>;

// The real one: ioctl(2).
[[nodiscard]] int CallProperty(int device, std::span<std::uint32_t> message);

// The layout of the message, in words of 32 bits; the command, and later the
// answer, is text that ends with NUL, from kMailboxTextWord on.
inline constexpr std::size_t kMailboxTagWord = 2;
inline constexpr std::uint32_t kMailboxCommandTag = 0x0003'0080;
inline constexpr std::size_t kMailboxErrorWord = 5;
inline constexpr std::size_t kMailboxTextWord = 6;
inline constexpr std::size_t kMailboxTextBytes = 4096;

class FirmwareMailbox {
 public:
  FirmwareMailbox(std::filesystem::path root, PropertyCall call)
      : root_(std::move(root)), call_(std::move(call)) {}

  // Whether there is a device to speak to, open to us or not.
  [[nodiscard]] bool IsThere() const;

  // The firmware's answer to `command`, below kMailboxTextBytes. Waits for it
  // as long as DeviceCalls does. Errors: the system's, MalformedReading for an
  // answer that is an error or no text, and IsNoAnswer.
  [[nodiscard]] Result<std::string> Ask(std::string_view command) const;

 private:
  std::filesystem::path root_;
  PropertyCall call_;
};

}  // namespace answerbox::platform
