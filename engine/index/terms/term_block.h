// One block of the term dictionary: front-coded entries, each with the place of
// its postings. The file may be damaged: every field is checked before use.
// Layout: docs/segment-format.md, "Term dictionary".
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "engine/index/format/block_checks.h"
#include "engine/index/format/varint.h"
#include "engine/result.h"

namespace answerbox::engine {

// Terms of one segment, numbered from 0 in byte order.
using TermNumber = std::uint32_t;

struct TermEntry {
  TermNumber number = 0;
  std::uint32_t chunk_frequency = 0;  // Chunks that hold it; at least 1.
  // Where its postings are in the file; read by SegmentReader::Postings.
  std::uint64_t postings_offset = 0;
  std::uint64_t postings_bytes = 0;
};

// Where the dictionary stands in a segment file.
struct DictionaryPlace {
  const std::byte* file = nullptr;
  std::uint64_t postings_begin = 0;
  std::uint64_t dictionary_begin = 0;  // Also where the postings end.
  std::uint64_t blocks_begin = 0;      // Also where the dictionary ends.
  std::uint64_t samples_begin = 0;
  std::uint32_t term_count = 0;
  std::uint32_t chunk_count = 0;
  BlockChecks* checks = nullptr;  // Of the file's blocks, or null.

  // Whether bytes of the file match their checksums, and the error if not.
  [[nodiscard]] bool Holds(std::uint64_t offset,
                           std::uint64_t bytes) const noexcept {
    return checks == nullptr || checks->Hold(offset, bytes);
  }
  [[nodiscard]] Error Damage(const char* field, std::uint64_t offset,
                             std::uint64_t bytes) const noexcept {
    return checks->DamageIn(field, offset, bytes);
  }
};

// The rest of a block while it is read.
struct TermBlock {
  VarintReader entries;
  std::uint64_t postings =
      0;  // Where the next entry's postings begin in the file.
};

[[nodiscard]] std::uint32_t TermBlockCount(std::uint32_t terms) noexcept;

// Errors of all functions below: kTruncated, kCorrupt.

// A whole block. Precondition: block < TermBlockCount(place.term_count).
[[nodiscard]] Result<TermBlock> LocateBlock(const DictionaryPlace& place,
                                            std::uint32_t block) noexcept;

// Reads what follows a term into `entry`, all but the number.
[[nodiscard]] Result<void> ReadPostingsPlace(const DictionaryPlace& place,
                                             TermBlock& block,
                                             TermEntry& entry) noexcept;

// Moves past what ReadPostingsPlace() reads; false if it finds damage. It
// checks less than ReadPostingsPlace() does. Precondition: at least two bytes
// are left.
[[nodiscard]] bool SkipPostingsPlace(const DictionaryPlace& place,
                                     TermBlock& block) noexcept;

// The entry of `term`, or nothing. Does not decode the terms before it in full:
// their order is not checked, and their places only as far as it takes to skip
// them.
//   first  number of the block's first term
[[nodiscard]] Result<std::optional<TermEntry>> FindInBlock(
    const DictionaryPlace& place, TermBlock block, TermNumber first,
    std::string_view term) noexcept;

}  // namespace answerbox::engine
