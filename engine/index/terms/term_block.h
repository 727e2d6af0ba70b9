// One block of the term dictionary: front-coded entries, each with the place of
// its postings. The file may be damaged: no field is trusted unchecked. Layout:
// docs/segment-format.md, "Term dictionary".
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
  std::uint32_t chunk_frequency = 0;  // Chunks that hold it: 1 to all.
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
  BlockChecks* checks = nullptr;  // Of the file's blocks, where there are any.

  // Whether bytes of the file are those that were written; what to say if not.
  [[nodiscard]] bool Holds(std::uint64_t offset,
                           std::uint64_t bytes) const noexcept {
    return checks == nullptr || checks->Hold(offset, bytes);
  }
  [[nodiscard]] Error Damage(const char* field, std::uint64_t offset,
                             std::uint64_t bytes) const noexcept {
    return checks->DamageIn(field, offset, bytes);
  }
};

// What is left of a block.
struct TermBlock {
  VarintReader entries;
  std::uint64_t postings = 0;  // Where the next list begins, in the file.
};

[[nodiscard]] std::uint32_t TermBlockCount(std::uint32_t terms) noexcept;

// Of all below, errors: kTruncated, kCorrupt.

// A whole block. Precondition: block < TermBlockCount(place.term_count).
[[nodiscard]] Result<TermBlock> LocateBlock(const DictionaryPlace& place,
                                            std::uint32_t block) noexcept;

// Reads what follows a term into `entry`, all but the number.
[[nodiscard]] Result<void> ReadPostingsPlace(const DictionaryPlace& place,
                                             TermBlock& block,
                                             TermEntry& entry) noexcept;

// The entry of `term`, or nothing. Terms before it are known by their
// difference alone, and neither that they ascend nor their places are checked
// more than it takes to pass over them.
//   first  number of the block's first term
[[nodiscard]] Result<std::optional<TermEntry>> FindInBlock(
    const DictionaryPlace& place, TermBlock block, TermNumber first,
    std::string_view term) noexcept;

}  // namespace answerbox::engine
