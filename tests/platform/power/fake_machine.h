// A machine made of files, in a folder of the test: the files that sysfs,
// procfs and /dev show.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "tests/platform/file/temporary_folder.h"

namespace answerbox::tests {

class FakeMachine {
 public:
  [[nodiscard]] const std::filesystem::path& root() const {
    return folder_.path();
  }

  // Writes "VALUE
  // " like sysfs, and makes the folders above.
  void Set(const std::filesystem::path& file, std::string_view value) const {
    std::filesystem::create_directories((root() / file).parent_path());
    WriteFile(root() / file, std::string(value) + "\n");
  }
  void Remove(const std::filesystem::path& file) const {
    std::filesystem::remove_all(root() / file);
  }
  // Makes a device with that chip and address at sys/class/hwmon/NAME.
  void AddHwmon(const std::string& name, std::string_view chip,
                const std::string& address) const {
    const std::filesystem::path folder = "sys/class/hwmon/" + name;
    Set(folder / "name", chip);
    std::filesystem::create_symlink("../../../" + address,
                                    root() / folder / "device");
  }
  void MoveHwmon(const std::string& from, const std::string& to) const {
    std::filesystem::rename(root() / "sys/class/hwmon" / from,
                            root() / "sys/class/hwmon" / to);
  }

 private:
  TemporaryFolder folder_;
};

}  // namespace answerbox::tests
