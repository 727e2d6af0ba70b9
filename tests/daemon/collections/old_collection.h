// Collections as a program of segment format 3 wrote them, copied from
// format_3/ into a state directory of a test.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace answerbox::daemon {

struct OldCollection {
  const char* name;
  std::uint64_t segment;  // Its only one.

  [[nodiscard]] std::filesystem::path FolderIn(
      const std::filesystem::path& state_dir) const {
    return state_dir / "collections" / name;
  }
  [[nodiscard]] std::filesystem::path SegmentIn(
      const std::filesystem::path& state_dir) const {
    return FolderIn(state_dir) / (std::to_string(segment) + ".segment");
  }
  // Takes the place of what stands there.
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
