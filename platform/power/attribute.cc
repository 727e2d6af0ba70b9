#include "platform/power/attribute.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <boost/system/errc.hpp>
#include <cerrno>
#include <charconv>

#include "platform/file/open_file.h"
#include "platform/power/device_call.h"

namespace answerbox::platform {
namespace {

// Returns whether the character may follow an attribute's value.
bool IsPadding(char character) {
  return character == '\n' || character == ' ' || character == '\0';
}

// Reading a pipe or a device in place of an attribute could wait for ever, or
// change what the device controls.
bool IsOfKind(mode_t mode, FileKind kind) {
  return S_ISREG(mode) || (kind == FileKind::kDevice && S_ISCHR(mode));
}

// Runs on a thread that may hang.
Result<std::string> ReadWhole(const std::filesystem::path& path,
                              std::size_t max_bytes) {
  auto file = OpenWithoutWaiting(path, FileKind::kAttribute);
  if (!file) return file.error();
  std::string text(max_bytes, '\0');
  std::size_t size = 0;
  while (size < max_bytes) {
    const ssize_t count =
        ::read(file->get(), text.data() + size, max_bytes - size);
    if (count == 0) break;
    if (count > 0) {
      size += static_cast<std::size_t>(count);
    } else if (errno != EINTR) {
      return LastError("read", path);
    }
  }
  while (size > 0 && IsPadding(text[size - 1])) --size;
  text.resize(size);
  return text;
}

}  // namespace

// O_NONBLOCK lets open(2) return if a pipe has no writer, and O_NOCTTY keeps a
// terminal from becoming ours.
Result<FileDescriptor> OpenWithoutWaiting(const std::filesystem::path& path,
                                          FileKind kind) {
  auto file = OpenFile(path, O_RDONLY | O_NONBLOCK | O_NOCTTY);
  if (!file) return file.error();
  struct stat status {};
  if (::fstat(file->get(), &status) != 0) return LastError("stat", path);
  if (!IsOfKind(status.st_mode, kind)) {
    return Error{boost::system::errc::make_error_code(
                     boost::system::errc::invalid_argument),
                 kind == FileKind::kDevice
                     ? "a character device was expected, reading"
                     : "a regular file was expected, reading",
                 path.string()};
  }
  return file;
}

Result<std::string> ReadAttribute(const std::filesystem::path& path,
                                  std::size_t max_bytes) {
  return DeviceCalls::OfProcess().Run(
      path, [path, max_bytes] { return ReadWhole(path, max_bytes); });
}

// The whole text must be the number. A driver that reports "12 mW" is not the
// one for which this was written.
Result<std::uint64_t> ReadNumber(const std::filesystem::path& path,
                                 std::uint64_t max) {
  auto text = ReadAttribute(path);
  if (!text) return text.error();
  std::uint64_t number = 0;
  const char* const text_end = text->data() + text->size();
  const auto [end, error] = std::from_chars(text->data(), text_end, number);
  if (error != std::errc() || end != text_end || number > max) {
    return MalformedReading(
        "a number from 0 to " + std::to_string(max) + " was expected", path);
  }
  return number;
}

// A label that can't be read counts as none: it only names things.
std::string ReadLabel(const std::filesystem::path& path) {
  auto text = ReadAttribute(path);
  return text ? std::move(*text) : std::string();
}

Error MalformedReading(std::string_view complaint,
                       const std::filesystem::path& path) {
  return {
      boost::system::errc::make_error_code(boost::system::errc::bad_message),
      std::string(complaint) + ", reading", path.string()};
}

bool IsMalformed(const Error& error) {
  return error.code == boost::system::errc::bad_message;
}

}  // namespace answerbox::platform
