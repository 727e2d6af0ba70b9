// Writes the sections of a segment one after another, through a buffer, then
// the block checksums and the footer. Layout: docs/segment-format.md.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "engine/index/format/block_checks.h"
#include "engine/index/format/scratch.h"
#include "engine/index/format/segment_footer.h"
#include "engine/index/format/segment_layout.h"
#include "engine/profile.h"
#include "engine/result.h"

namespace answerbox::engine {

// The destination of a segment that is written. The engine itself does no input
// or output: the daemon passes a file, tests and evaluation pass memory.
class ByteSink {
 public:
  virtual ~ByteSink() = default;

  // Appends all of `bytes`. Errors: kSinkFailed; the segment is then unusable
  // and the caller discards what was written.
  [[nodiscard]] virtual Result<void> Append(
      std::span<const std::byte> bytes) = 0;
};

// Keeps the bytes in memory, without a limit.
class MemorySink final : public ByteSink {
 public:
  [[nodiscard]] Result<void> Append(std::span<const std::byte> bytes) override {
    bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
    return {};
  }

  [[nodiscard]] std::span<const std::byte> bytes() const { return bytes_; }

  // Keeps the memory for the next segment.
  void Clear() { bytes_.clear(); }

 private:
  std::vector<std::byte> bytes_;
};

inline constexpr std::size_t kWriteBufferBytes = 16u << 10;

class SegmentWriter {
 public:
  // Begins with the section kText. `sink` and `scratch` outlive the writer.
  //   scratch  for the block checksums; writing also returns its errors
  SegmentWriter(ByteSink& sink, Scratch& scratch);

  // Begins another segment into the same sink. No longer uses the scratch
  // memory that it took.
  void Reset() noexcept;

  // Closes the current section and opens `section`; sections between them are
  // empty. Precondition: `section` comes later in the file than the current
  // one.
  void Begin(Section section) noexcept;

  // Appends to the current section. Errors, here and below: kSinkFailed.
  [[nodiscard]] Result<void> Append(std::span<const std::byte> bytes);
  [[nodiscard]] Result<void> Append(std::string_view text);

  // Room to write up to `bytes` more in place, at most kWriteBufferBytes; valid
  // until the next call. Advance() then appends what was written there.
  [[nodiscard]] Result<std::byte*> Room(std::size_t bytes) {
    if (bytes > kWriteBufferBytes - buffered_) {
      if (auto flushed = Flush(); !flushed) return flushed.error();
    }
    return buffer_->data() + buffered_;
  }
  void Advance(std::size_t bytes) noexcept {
    buffered_ += bytes;
    section_bytes_ += bytes;
  }

  // Appends a record of segment_layout.h, kBytes long.
  template <std::size_t kBytes, typename Row>
  [[nodiscard]] Result<void> AppendRow(const Row& row) {
    const auto room = Room(kBytes);
    if (!room) return room.error();
    Encode(row, *room);
    Advance(kBytes);
    return {};
  }

  template <std::size_t kBytes, typename Row>
  [[nodiscard]] Result<void> AppendRows(const std::vector<Row>& rows) {
    for (const Row& row : rows) {
      if (auto written = AppendRow<kBytes>(row); !written) return written;
    }
    return {};
  }

  // Appends a number of 4 bytes.
  [[nodiscard]] Result<void> AppendNumber(std::uint32_t number);

  // Writes the section kChunkLengths.
  [[nodiscard]] Result<void> WriteChunkLengths(
      std::span<const std::uint16_t> lengths);

  // Writes the section kCollectionFrequencies.
  [[nodiscard]] Result<void> WriteCollectionFrequencies(
      std::span<const std::uint32_t> frequencies);

  // Bytes of the current section so far.
  [[nodiscard]] std::uint64_t section_bytes() const noexcept {
    return section_bytes_;
  }

  // Closes the last section and writes checksums and footer. Sets
  // counts.text_bytes and counts.term_occurrences itself, from the sections.
  [[nodiscard]] Result<void> Finish(Profile profile, Chunking chunking,
                                    const SegmentCounts& counts);

 private:
  void CloseSection() noexcept;
  [[nodiscard]] Result<void> SumBuffered();
  [[nodiscard]] Result<void> Flush();
  [[nodiscard]] Result<void> WriteChecksums();

  ByteSink* sink_;
  std::unique_ptr<std::array<std::byte, kWriteBufferBytes>> buffer_;
  std::size_t buffered_ = 0;
  std::size_t summed_ = 0;  // How many of the buffered bytes are in sums_.
  Section section_ = Section::kText;
  std::uint64_t section_bytes_ = 0;
  BlockSums sums_;
  bool is_summing_ = true;  // False once the checksums themselves are written.
  Footer footer_;
};

}  // namespace answerbox::engine
