#include "engine/index/segment_writer.h"

#include <algorithm>
#include <cassert>

#include "engine/index/little_endian.h"

namespace answerbox::engine {

SegmentWriter::SegmentWriter(ByteSink& sink)
    : sink_(&sink),
      buffer_(std::make_unique<std::array<std::byte, kWriteBufferBytes>>()) {}

void SegmentWriter::Reset() noexcept {
  buffered_ = 0;
  checksummed_ = 0;
  section_ = Section::kText;
  section_bytes_ = 0;
  checksum_ = {};
  footer_ = Footer{};
}

void SegmentWriter::Begin(Section section) noexcept {
  assert(section > section_);
  CloseSection();
  section_ = section;
}

void SegmentWriter::CloseSection() noexcept {
  ChecksumBuffered();
  footer_[section_] = {section_bytes_, checksum_.value()};
  // Sections that are skipped have the checksum of no bytes, which is 0.
  checksum_ = {};
  section_bytes_ = 0;
}

void SegmentWriter::ChecksumBuffered() noexcept {
  checksum_.Add({buffer_->data() + checksummed_, buffered_ - checksummed_});
  checksummed_ = buffered_;
}

Result<void> SegmentWriter::Flush() {
  ChecksumBuffered();
  const auto written = sink_->Append({buffer_->data(), buffered_});
  buffered_ = 0;
  checksummed_ = 0;
  return written;
}

Result<void> SegmentWriter::Append(std::span<const std::byte> bytes) {
  section_bytes_ += bytes.size();
  if (bytes.size() > buffer_->size() - buffered_) {
    if (auto flushed = Flush(); !flushed) return flushed;
  }
  if (bytes.size() > buffer_->size()) {
    checksum_.Add(bytes);
    return sink_->Append(bytes);
  }
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

Result<void> SegmentWriter::Finish(Profile profile, Chunking chunking,
                                   const SegmentCounts& counts) {
  CloseSection();
  footer_.profile = profile;
  footer_.chunking = chunking;
  footer_.counts = counts;
  footer_.counts.text_bytes = footer_[Section::kText].bytes;
  std::array<std::byte, kFooterBytes> bytes;
  EncodeFooter(footer_, bytes);
  if (auto appended = Append(bytes); !appended) return appended;
  return Flush();
}

}  // namespace answerbox::engine
