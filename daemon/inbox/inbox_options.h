// The settings of the inbox. Options set them: the defaults are here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace answerbox::daemon {

struct InboxOptions {
  std::string folder;  // Empty: callers put nothing into an inbox.
  std::uint64_t max_file_bytes = std::uint64_t{64} << 20;
  // Bounds of the files that wait or come.
  std::uint64_t max_bytes = std::uint64_t{1} << 30;
  std::size_t max_files = 2'000;
  // What the disk must have left besides a file.
  std::uint64_t spare_bytes = std::uint64_t{256} << 20;
};

}  // namespace answerbox::daemon
