// Who may change the content of a folder or file.
#pragma once

#include <cstdint>
#include <filesystem>

#include "platform/error.h"

namespace answerbox::platform {

struct Access {
  std::uint32_t owner = 0;  // uid
  // Whether the group or anybody else may write, or has any permission.
  bool others_may_write = false;
  bool others_have_access = false;
};

// The access to the folder or file at `path`; follows symbolic links.
[[nodiscard]] Result<Access> AccessTo(const std::filesystem::path& path);

// False also if it cannot be determined.
[[nodiscard]] bool IsFolder(const std::filesystem::path& path) noexcept;
[[nodiscard]] bool IsFile(const std::filesystem::path& path) noexcept;

}  // namespace answerbox::platform
