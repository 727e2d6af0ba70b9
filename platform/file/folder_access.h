// Who may change what is in a folder.
#pragma once

#include <cstdint>
#include <filesystem>

#include "platform/error.h"

namespace answerbox::platform {

struct FolderAccess {
  std::uint32_t owner = 0;        // uid
  bool others_may_write = false;  // Its group's members, or anybody.
};

// Of the folder that `path` leads to, through symbolic links too.
[[nodiscard]] Result<FolderAccess> AccessTo(const std::filesystem::path& path);

// False, too, where that can't be found out.
[[nodiscard]] bool IsFolder(const std::filesystem::path& path) noexcept;

}  // namespace answerbox::platform
