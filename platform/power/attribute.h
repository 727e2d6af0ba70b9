// Attributes: the small text files of sysfs and procfs, one value each.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "platform/error.h"
#include "platform/file_descriptor.h"

namespace answerbox::platform {

// sysfs shows no more than a page.
inline constexpr std::size_t kMaxAttributeBytes = 4096;

enum class FileKind {
  kAttribute,  // A regular file, as all of sysfs and procfs are.
  kDevice,     // A character device; or a regular file, in a machine of files.
};

// Opens a file for reading. Does not wait, as opening a pipe would. Errors: the
// system's, and EINVAL for a file of another kind.
[[nodiscard]] Result<FileDescriptor> OpenWithoutWaiting(
    const std::filesystem::path& path, FileKind kind);

// The file's first `max_bytes`, without the newlines, blanks and NULs at its
// end. Waits for a driver for as long as DeviceCalls does. Errors: the
// system's, and IsNoAnswer.
[[nodiscard]] Result<std::string> ReadAttribute(
    const std::filesystem::path& path,
    std::size_t max_bytes = kMaxAttributeBytes);

// A decimal number and nothing else, 0 to `max`. Errors: the system's, and
// MalformedReading.
[[nodiscard]] Result<std::uint64_t> ReadNumber(
    const std::filesystem::path& path, std::uint64_t max);

// "" stands for a file that is not there or can't be read: for labels, which
// drivers may leave out.
[[nodiscard]] std::string ReadLabel(const std::filesystem::path& path);

// What the device said can't be a reading: `complaint` says why ("a number of
// 0 to 500000000 was expected").
[[nodiscard]] Error MalformedReading(std::string_view complaint,
                                     const std::filesystem::path& path);
[[nodiscard]] bool IsMalformed(const Error& error);

}  // namespace answerbox::platform
