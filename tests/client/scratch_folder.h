// A folder for one test, removed with its content.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "tests/platform/file/temporary_folder.h"

namespace answerbox::client {

class ScratchFolder : public tests::TemporaryFolder {
 public:
  // Written out because a constant needs a constructor that is not implicit.
  ScratchFolder() : tests::TemporaryFolder() {}

  // Writes a file at `name` below the folder, and makes the folders above it.
  std::filesystem::path Write(const std::string& name,
                              std::string_view bytes) const {
    const std::filesystem::path file = path() / name;
    std::filesystem::create_directories(file.parent_path());
    tests::WriteFile(file, bytes);
    return file;
  }
};

}  // namespace answerbox::client
