// Opens files, keeps the descriptors of standard input, output and error taken,
// and makes errors of errno.
#pragma once

#include <boost/system/error_code.hpp>
#include <filesystem>

#include "platform/error.h"
#include "platform/file_descriptor.h"

namespace answerbox::platform {

// Errors without an errno, as codes whose messages are for people. Their values
// differ from every errno, as some callers look at the value alone.
enum class FileError {
  kNotRegular = 10'001,  // A pipe, a device or a socket.
  kTooManySetAside,      // SetAside.
};

[[nodiscard]] const boost::system::error_category& file_category() noexcept;

[[nodiscard]] inline boost::system::error_code make_error_code(
    FileError error) noexcept {
  return {static_cast<int>(error), file_category()};
}

// Opens with O_CLOEXEC added to `flags`; a file it creates has mode 0600.
// Opening a pipe waits for its other end, unless `flags` has O_NONBLOCK.
[[nodiscard]] Result<FileDescriptor> OpenFile(const std::filesystem::path& path,
                                              int flags);

// As OpenFile, but opens regular files alone, and never waits. Errors: EISDIR,
// kNotRegular.
[[nodiscard]] Result<FileDescriptor> OpenRegularFile(
    const std::filesystem::path& path, int flags);

// Reads the file from end to end, and keeps nothing. Errors: those of opening
// it; EIO for a part that the disk does not give back. Reading that part from a
// mapping would end the process.
[[nodiscard]] Result<void> ReadThrough(const std::filesystem::path& path);

// Returns the error of errno for `operation` on `path`.
[[nodiscard]] Error LastError(const char* operation,
                              const std::filesystem::path& path);

// --- Standard input, output and error

// Takes each of descriptors 0 to 2 that is closed, as a start script's `2>&-`
// leaves it. Otherwise a file that the program opens would get its number, and
// what is meant for standard error with it. Reading and writing the taken ones
// still fails with EBADF. Returns whether all three are taken. Call it before
// anything is opened.
[[nodiscard]] bool OccupyStandardDescriptors() noexcept;

}  // namespace answerbox::platform

template <>
struct boost::system::is_error_code_enum<answerbox::platform::FileError>
    : std::true_type {};
