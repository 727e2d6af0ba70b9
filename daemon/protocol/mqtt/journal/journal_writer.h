// Writes the file of changes. Used by one thread.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string_view>

#include "platform/error.h"
#include "platform/file/appended_file.h"

namespace answerbox::daemon::mqtt {

class JournalWriter {
 public:
  explicit JournalWriter(std::filesystem::path path) : path_(std::move(path)) {}

  // Puts a new file, with one batch, in place of the one before: atomically,
  // and synced. After an error Append is not to be called before a Begin that
  // succeeds.
  [[nodiscard]] platform::Result<void> Begin(std::string_view body,
                                             std::int64_t time_ms);
  // Appends a batch, and syncs it. After an error as Begin.
  [[nodiscard]] platform::Result<void> Append(std::string_view body,
                                              std::int64_t time_ms);
  // Whether Append may be called.
  [[nodiscard]] bool is_begun() const noexcept { return file_.has_value(); }

 private:
  const std::filesystem::path path_;
  std::optional<platform::AppendedFile> file_;
  std::uint64_t file_id_ = 0;
  std::uint64_t next_batch_ = 0;
};

}  // namespace answerbox::daemon::mqtt
