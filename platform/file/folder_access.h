// Who may change what is in a folder or a file.
#pragma once

#include <cstdint>
#include <filesystem>

#include "platform/error.h"

namespace answerbox::platform {

struct Access {
  std::uint32_t owner = 0;  // uid
  // Its group's members, or anybody: may write, or at least do anything.
  bool others_may_write = false;
  bool others_have_access = false;
};

// Of the folder or file that `path` leads to, through symbolic links too.
[[nodiscard]] Result<Access> AccessTo(const std::filesystem::path& path);

// False, too, where that can't be found out.
[[nodiscard]] bool IsFolder(const std::filesystem::path& path) noexcept;
[[nodiscard]] bool IsFile(const std::filesystem::path& path) noexcept;

}  // namespace answerbox::platform
