// Memory for the tables of one merge: mappings of files without names, in the
// folder of the result.
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "daemon/error.h"
#include "engine/index/format/scratch.h"
#include "platform/file/temporary_mapping.h"

namespace answerbox::daemon {

class MergeScratch final : public engine::Scratch {
 public:
  // `path` names each file for a moment. A power cut in that moment may leave
  // an empty file there.
  explicit MergeScratch(std::filesystem::path path) : path_(std::move(path)) {}

  [[nodiscard]] engine::Result<std::span<std::byte>> Take(
      std::uint64_t bytes) override;

  // Gives the pages back to the kernel; the files keep their content.
  void Release() const noexcept;

  // The error of the last failed Take, if there was one.
  [[nodiscard]] const std::optional<Error>& error() const noexcept {
    return error_;
  }

 private:
  std::filesystem::path path_;
  std::vector<platform::TemporaryMapping> mappings_;
  std::optional<Error> error_;
};

}  // namespace answerbox::daemon
