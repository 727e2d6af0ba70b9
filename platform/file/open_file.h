// Opens files, and makes errors of errno.
#pragma once

#include <filesystem>

#include "platform/error.h"
#include "platform/file_descriptor.h"

namespace answerbox::platform {

// Opens with O_CLOEXEC added to `flags`; a file it creates has mode 0600.
[[nodiscard]] Result<FileDescriptor> OpenFile(const std::filesystem::path& path,
                                              int flags);

// The error that errno gives for `operation` on `path`.
[[nodiscard]] Error LastError(const char* operation,
                              const std::filesystem::path& path);

}  // namespace answerbox::platform
