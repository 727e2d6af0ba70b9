// Collections that a program of segment format 3 wrote. Tests copy them from
// format_3/ into their state directory.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace answerbox::daemon {

struct OldCollection {
  const char* name;
  std::uint64_t segment;  // The number of its only segment.

  [[nodiscard]] std::filesystem::path FolderIn(
      const std::filesystem::path& state_dir) const {
    return state_dir / "collections" / name;
  }
  [[nodiscard]] std::filesystem::path SegmentIn(
      const std::filesystem::path& state_dir) const {
    return FolderIn(state_dir) / (std::to_string(segment) + ".segment");
  }
  // Replaces the collection in the state directory.
  void CopyTo(const std::filesystem::path& state_dir) const {
    const auto folder = FolderIn(state_dir);
    std::filesystem::remove_all(folder);
    std::filesystem::create_directories(folder);
    std::filesystem::copy(std::filesystem::path(ANSWERBOX_SOURCE_DIR) /
                              "tests/daemon/collections/format_3" / name,
                          folder);
  }
};

inline constexpr OldCollection kOldDefault{"default", 5};
inline constexpr OldCollection kOldPaper{"paper", 10};

}  // namespace answerbox::daemon
