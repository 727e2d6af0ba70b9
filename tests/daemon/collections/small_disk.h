// A small file system mounted at a folder, for tests of full and read-only
// disks.
#pragma once

#include <sys/mount.h>

#include <filesystem>
#include <string>

namespace answerbox::tests {

class SmallDisk {
 public:
  // Mounting needs a privilege; mounted() tells whether it worked.
  SmallDisk(std::filesystem::path path, const std::string& size)
      : path_(std::move(path)) {
    std::filesystem::create_directory(path_);
    mounted_ = ::mount("tmpfs", path_.c_str(), "tmpfs", 0,
                       ("size=" + size).c_str()) == 0;
  }
  SmallDisk(const SmallDisk&) = delete;
  SmallDisk& operator=(const SmallDisk&) = delete;
  ~SmallDisk() {
    if (mounted_) ::umount2(path_.c_str(), MNT_DETACH);
  }

  [[nodiscard]] bool mounted() const { return mounted_; }
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

  [[nodiscard]] bool SetReadOnly(bool read_only) const {
    unsigned long flags = MS_REMOUNT;
    if (read_only) flags |= MS_RDONLY;
    return ::mount("tmpfs", path_.c_str(), "tmpfs", flags, nullptr) == 0;
  }

 private:
  std::filesystem::path path_;
  bool mounted_ = false;
};

}  // namespace answerbox::tests
