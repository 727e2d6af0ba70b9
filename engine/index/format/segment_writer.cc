#include "engine/index/format/segment_writer.h"

#include <algorithm>
#include <cassert>

#include "engine/index/format/checksum.h"
#include "engine/index/format/little_endian.h"

namespace answerbox::engine {

SegmentWriter::SegmentWriter(ByteSink& sink, Scratch& scratch)
    : sink_(&sink),
      buffer_(std::make_unique<std::array<std::byte, kWriteBufferBytes>>()),
      sums_(scratch) {}

void SegmentWriter::Reset() noexcept {
  buffered_ = 0;
  summed_ = 0;
  section_ = Section::kText;
  section_bytes_ = 0;
  sums_.Reset();
  is_summing_ = true;
  footer_ = Footer{};
}

void SegmentWriter::Begin(Section section) noexcept {
  assert(section > section_);
  CloseSection();
  section_ = section;
}

void SegmentWriter::CloseSection() noexcept {
  // Sizes alone are kept: where a section begins follows from those before it.
  footer_[section_].bytes = section_bytes_;
  section_bytes_ = 0;
}

Result<void> SegmentWriter::SumBuffered() {
  // Bytes of the buffer are summed when it is written out and not when they
  // come: Room() lets the caller write them later.
  auto summed =
      is_summing_ ? sums_.Add({buffer_->data() + summed_, buffered_ - summed_})
                  : Result<void>();
  summed_ = buffered_;
  return summed;
}

Result<void> SegmentWriter::Flush() {
  if (auto summed = SumBuffered(); !summed) return summed;
  const auto written = sink_->Append({buffer_->data(), buffered_});
  buffered_ = 0;
  summed_ = 0;
  return written;
}

Result<void> SegmentWriter::Append(std::span<const std::byte> bytes) {
  section_bytes_ += bytes.size();
  if (bytes.size() > buffer_->size() - buffered_) {
    if (auto flushed = Flush(); !flushed) return flushed;
  }
  // Texts of documents are mostly longer than the buffer. They go to the sink
  // at once, without being copied.
  if (bytes.size() > buffer_->size()) {
    if (is_summing_) {
      if (auto summed = sums_.Add(bytes); !summed) return summed;
    }
    return sink_->Append(bytes);
  }
  // Small pieces are gathered, because the sink may be a file and a call of the
  // system takes longer than copying.
  std::copy(bytes.begin(), bytes.end(), buffer_->data() + buffered_);
  buffered_ += bytes.size();
  return {};
}

Result<void> SegmentWriter::Append(std::string_view text) {
  return Append(std::as_bytes(std::span(text)));
}

Result<void> SegmentWriter::AppendNumber(std::uint32_t number) {
  std::array<std::byte, sizeof number> bytes;
  StoreLittle32(bytes.data(), number);
  return Append(bytes);
}

Result<void> SegmentWriter::WriteChunkLengths(
    std::span<const std::uint16_t> lengths) {
  Begin(Section::kChunkLengths);
  for (const std::uint16_t length : lengths) {
    std::array<std::byte, kChunkLengthBytes> bytes;
    StoreLittle16(bytes.data(), length);
    if (auto written = Append(bytes); !written) return written;
  }
  return {};
}

Result<void> SegmentWriter::WriteCollectionFrequencies(
    std::span<const std::uint32_t> frequencies) {
  Begin(Section::kCollectionFrequencies);
  for (const std::uint32_t frequency : frequencies) {
    if (auto written = AppendNumber(frequency); !written) return written;
    footer_.counts.term_occurrences += frequency;
  }
  return {};
}

Result<void> SegmentWriter::WriteChecksums() {
  if (auto summed = SumBuffered(); !summed) return summed;
  if (auto finished = sums_.Finish(); !finished) return finished;
  is_summing_ = false;
  Begin(Section::kBlockChecksums);
  Checksum checksum;
  for (const std::span<const std::byte> part : sums_.parts()) {
    checksum.Add(part);
    if (auto written = Append(part); !written) return written;
  }
  CloseSection();
  footer_.checksums_crc = checksum.value();
  return {};
}

Result<void> SegmentWriter::Finish(Profile profile, Chunking chunking,
                                   const SegmentCounts& counts) {
  if (auto written = WriteChecksums(); !written) return written;
  footer_.profile = profile;
  footer_.chunking = chunking;
  // Counted while the frequencies were written; the caller's counts do not have
  // it.
  const std::uint64_t term_occurrences = footer_.counts.term_occurrences;
  footer_.counts = counts;
  footer_.counts.term_occurrences = term_occurrences;
  std::array<std::byte, kMaxWrittenFooterBytes> bytes;
  auto appended = Append(EncodeFooter(footer_, bytes));
  if (!appended) return appended;
  return Flush();
}

}  // namespace answerbox::engine
