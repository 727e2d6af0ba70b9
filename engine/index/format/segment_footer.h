// The footer of a segment file. Layout: docs/segment-format.md, "Footer".
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/index/format/segment_layout.h"
#include "engine/index/format/segment_records.h"
#include "engine/profile.h"
#include "engine/result.h"

namespace answerbox::engine {

// The version that is written. Files of version 1, which have no attachments,
// are read as well; a merge writes them anew.
inline constexpr std::uint32_t kFormatVersion = 2;

// The sections that every file has. The others are optional.
inline constexpr std::size_t kRequiredSections = 22;

// A section's id and size.
inline constexpr std::size_t kFooterEntryBytes = 12;
inline constexpr std::size_t kFooterTailBytes = 64;
// Sizes of a footer without optional sections, and of one with those that this
// program knows.
inline constexpr std::size_t kFooterBytes =
    kRequiredSections * kFooterEntryBytes + kFooterTailBytes;
inline constexpr std::size_t kMaxWrittenFooterBytes =
    kSectionCount * kFooterEntryBytes + kFooterTailBytes;

// Optional sections have ids from here on, in ascending order. A program
// ignores sections that it does not know.
inline constexpr std::uint32_t kFirstOptionalSection = 22;
inline constexpr std::uint32_t kAbbreviationsId = 22;
inline constexpr std::uint32_t kBlockChecksumsId = 65535;
inline constexpr std::size_t kMaxFooterEntries = 64;

// Where a section is in the file.
struct SectionPlace {
  std::uint64_t begin = 0;
  std::uint64_t bytes = 0;
};

struct Footer {
  std::uint32_t version = kFormatVersion;
  std::array<SectionPlace, kSectionCount> sections{};
  SegmentCounts counts;  // text_bytes is the text section's.
  Profile profile = Profile::kDefault;
  Chunking chunking;
  std::uint32_t checksums_crc = 0;  // CRC-32C of the block checksums.

  [[nodiscard]] SectionPlace& operator[](Section section) {
    return sections[static_cast<std::size_t>(section)];
  }
  [[nodiscard]] const SectionPlace& operator[](Section section) const {
    return sections[static_cast<std::size_t>(section)];
  }
};

// Writes a footer of kFormatVersion without optional sections that are empty.
// Fills `to` from the front and returns the filled part.
[[nodiscard]] std::span<const std::byte> EncodeFooter(
    const Footer& footer,
    std::span<std::byte, kMaxWrittenFooterBytes> to) noexcept;

// Reads the end of the file only. Checks the footer, and that its sections and
// counts agree with each other and with the file's size. `file` is the whole
// file.
// Errors: kTruncated; kCorrupt; kUnsupportedVersion for a file of any other
// version, even an older program's file of a higher version.
[[nodiscard]] Result<Footer> DecodeFooter(
    std::span<const std::byte> file) noexcept;

}  // namespace answerbox::engine
