// The tables of one merge, in files without names beside its result.
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
  // `path` names each of the files for a moment; a power cut then may leave an
  // empty one.
  explicit MergeScratch(std::filesystem::path path) : path_(std::move(path)) {}

  [[nodiscard]] engine::Result<std::span<std::byte>> Take(
      std::uint64_t bytes) override;

  // Takes the pages out of the process.
  void Release() const noexcept;

  // Why Take failed, if it did.
  [[nodiscard]] const std::optional<Error>& error() const noexcept {
    return error_;
  }

 private:
  std::filesystem::path path_;
  std::vector<platform::TemporaryMapping> mappings_;
  std::optional<Error> error_;
};

}  // namespace answerbox::daemon
