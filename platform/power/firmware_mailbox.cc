#include "platform/power/firmware_mailbox.h"

#include <sys/ioctl.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

#include "platform/power/attribute.h"
#include "platform/power/device_call.h"

namespace answerbox::platform {
namespace {

// linux, drivers/char/broadcom/vcio.c (Raspberry Pi's tree): the size in the
// request is that of a pointer, not of the message.
constexpr unsigned long kPropertyRequest = _IOWR(100, 0, char*);
constexpr std::array<const char*, 2> kDevices = {"dev/vcio_gencmd", "dev/vcio"};

// The message: its size, a request code, then one tag: its number, the size of
// its value, a word that the firmware fills; the value, which is an error word
// and text; the end tag.
constexpr std::size_t kSizeWord = 0;
constexpr std::size_t kValueSizeWord = 3;
constexpr std::size_t kMessageWords =
    kMailboxTextWord + kMailboxTextBytes / sizeof(std::uint32_t) + 1;
using Message = std::array<std::uint32_t, kMessageWords>;

// The firmware's text is stored byte by byte in the words of the message; char
// may alias them.
char* TextOf(Message& message) {
  return reinterpret_cast<char*>(message.data() + kMailboxTextWord);
}

struct Device {
  FileDescriptor file;
  std::filesystem::path path;
};

// Opens the first device that can be opened. The error is about the first
// device that exists.
Result<Device> OpenDevice(const std::filesystem::path& root) {
  Error refused;
  for (const char* name : kDevices) {
    const std::filesystem::path path = root / name;
    auto file = OpenWithoutWaiting(path, FileKind::kDevice);
    if (file) return Device{std::move(*file), path};
    if (refused.path.empty() || refused.code.value() == ENOENT) {
      refused = file.error();
    }
  }
  return refused;
}

// Runs on a thread that may hang. The device is opened for each question, so
// that one that was hidden or replaced is found again, and no descriptor is
// held in between.
Result<std::string> AskFirmware(const std::filesystem::path& root,
                                const PropertyCall& call,
                                std::string_view command) {
  auto device = OpenDevice(root);
  if (!device) return device.error();

  Message message{};
  message[kSizeWord] = sizeof(message);
  message[kMailboxTagWord] = kMailboxCommandTag;
  message[kValueSizeWord] = kMailboxTextBytes;
  if (command.size() >= kMailboxTextBytes) {
    return MalformedReading("a command too long for the mailbox", device->path);
  }
  std::memcpy(TextOf(message), command.data(), command.size());
  if (const int error = call(device->file.get(), message); error != 0) {
    return Error{{error, boost::system::system_category()},
                 "ask the firmware by",
                 device->path.string()};
  }
  const std::string_view text(TextOf(message), kMailboxTextBytes);
  const std::size_t end = text.find('\0');
  if (end == std::string_view::npos) {
    return MalformedReading("an answer without end", device->path);
  }
  if (message[kMailboxErrorWord] != 0) {
    return MalformedReading("the firmware does not know the command",
                            device->path);
  }
  return std::string(text.substr(0, end));
}

}  // namespace

int CallProperty(int device, std::span<std::uint32_t> message) {
  return ::ioctl(device, kPropertyRequest, message.data()) < 0 ? errno : 0;
}

bool FirmwareMailbox::IsThere() const {
  for (const char* name : kDevices) {
    std::error_code ignored;
    if (std::filesystem::exists(root_ / name, ignored)) return true;
  }
  return false;
}

Result<std::string> FirmwareMailbox::Ask(std::string_view command) const {
  return DeviceCalls::OfProcess().Run(
      root_ / kDevices.front(),
      [root = root_, call = call_, text = std::string(command)] {
        return AskFirmware(root, call, text);
      });
}

}  // namespace answerbox::platform
