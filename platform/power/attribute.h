// Reads attributes: the small text files of sysfs and procfs, usually of one
// value.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "platform/error.h"
#include "platform/file_descriptor.h"

namespace answerbox::platform {

// A file of sysfs is at most a page.
inline constexpr std::size_t kMaxAttributeBytes = 4096;

enum class FileKind {
  kAttribute,  // A regular file, like all files of sysfs and procfs.
  kDevice,     // A character device; in tests, a regular file.
};

// Opens a file for reading. Does not block, even if the file is a pipe. Errors:
// the system's; EINVAL for a file of another kind.
[[nodiscard]] Result<FileDescriptor> OpenWithoutWaiting(
    const std::filesystem::path& path, FileKind kind);

// Returns the file's first `max_bytes`, without newlines, blanks and NULs at
// its end. Waits for a driver at most as long as DeviceCalls does. Errors: the
// system's; IsNoAnswer.
[[nodiscard]] Result<std::string> ReadAttribute(
    const std::filesystem::path& path,
    std::size_t max_bytes = kMaxAttributeBytes);

// Reads a file that holds only a decimal number, 0 to `max`. Errors: the
// system's; IsNoAnswer; MalformedReading.
[[nodiscard]] Result<std::uint64_t> ReadNumber(
    const std::filesystem::path& path, std::uint64_t max);

// Reads a label, which drivers may leave out: "" if the file is missing or
// unreadable.
[[nodiscard]] std::string ReadLabel(const std::filesystem::path& path);

// Returns the error for a text that is not a reading. `complaint` says why ("a
// number of 0 to 500000000 was expected").
[[nodiscard]] Error MalformedReading(std::string_view complaint,
                                     const std::filesystem::path& path);
[[nodiscard]] bool IsMalformed(const Error& error);

}  // namespace answerbox::platform
