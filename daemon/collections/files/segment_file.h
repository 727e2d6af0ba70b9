// A segment that is being written into a collection's folder.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>

#include "daemon/collections/files/stored_segment.h"
#include "daemon/error.h"
#include "engine/index/format/segment_writer.h"
#include "platform/file/file_writer.h"

namespace answerbox::daemon {

// The destructor removes the file unless Keep was called.
class SegmentFile final : public engine::ByteSink {
 public:
  [[nodiscard]] static Result<std::unique_ptr<SegmentFile>> Create(
      const std::filesystem::path& folder, std::uint64_t number);

  SegmentFile(const SegmentFile&) = delete;
  SegmentFile& operator=(const SegmentFile&) = delete;
  ~SegmentFile() override;

  [[nodiscard]] engine::Result<void> Append(
      std::span<const std::byte> bytes) override;

  // Syncs the content and opens it. The folder is not synced yet.
  [[nodiscard]] Result<std::shared_ptr<const StoredSegment>> Finish();

  // Keeps the file. The code that names it in a manifest owns it from now on.
  void Keep() noexcept { keep_ = true; }

  [[nodiscard]] std::uint64_t number() const noexcept { return number_; }

  // Returns the reason why Append returned kSinkFailed.
  [[nodiscard]] Error error() const;

 private:
  SegmentFile(std::filesystem::path folder, std::uint64_t number,
              platform::FileWriter writer);

  std::filesystem::path folder_;
  std::uint64_t number_;
  platform::FileWriter writer_;
  bool keep_ = false;
};

}  // namespace answerbox::daemon
