// The sorted terms of a segment: front-coded blocks, a table with the place and
// the prefix of each block, and a sample of that table. Finding a term reads
// one or two pages of each, whatever their size. Layout:
// docs/segment-format.md, "Term dictionary".
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "engine/index/format/block_checks.h"
#include "engine/index/format/little_endian.h"
#include "engine/result.h"
#include "engine/text/term_normalizer.h"

namespace answerbox::engine {

// One block of the term dictionary: front-coded entries, each with the place of
// its postings. The file may be damaged: every field is checked before use.

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

// Walks terms in order. Small, copyable, allocates nothing.
class TermCursor {
 public:
  // Moves to the next term; false past the last one.
  // Errors: kTruncated, kCorrupt (also for terms that do not ascend). After an
  // error the cursor is at its end.
  [[nodiscard]] Result<bool> Next() noexcept;
  // The same in half the time. Of entry() only the number is valid, and the
  // place of the postings is checked only as far as it takes to skip it.
  [[nodiscard]] Result<bool> NextTerm() noexcept;

  // Precondition: the last move gave true.
  [[nodiscard]] std::string_view term() const noexcept {  // Valid until moved.
    return {term_.data(), term_bytes_};
  }
  [[nodiscard]] const TermEntry& entry() const noexcept { return entry_; }

 private:
  friend class TermDictionary;

  // Before the first term of `block`, which may be one past the last.
  TermCursor(const DictionaryPlace& place, std::uint32_t block) noexcept;

  // Reads the next term, not its postings' place; false past the last one.
  [[nodiscard]] Result<bool> MoveToTerm() noexcept;
  [[nodiscard]] Result<void> EnterBlock() noexcept;
  [[nodiscard]] Result<void> ReadTerm() noexcept;
  [[nodiscard]] Error Fail(ErrorCode code, const char* field) noexcept;

  DictionaryPlace place_;
  TermBlock block_;
  TermNumber next_ = 0;
  TermEntry entry_;
  std::uint8_t term_bytes_ = 0;
  std::array<char, kMaxTermBytes> term_{};
};

class TermDictionary {
 public:
  TermDictionary() = default;

  // The entry of exactly this term, or nothing. Errors: kTruncated, kCorrupt.
  [[nodiscard]] Result<std::optional<TermEntry>> Find(
      std::string_view term) const noexcept;

  // Entry of a term by number. Precondition: number < size().
  [[nodiscard]] Result<TermEntry> At(TermNumber number) const noexcept;

  // The text of a term by number, copied to `to`. Reads at most sixteen
  // entries. Precondition: number < size(). Errors: kTruncated, kCorrupt.
  [[nodiscard]] Result<std::string_view> Text(
      TermNumber number, std::span<char, kMaxTermBytes> to) const noexcept;

  // A cursor before the first term that is not less than `prefix`. Walking it
  // while term() starts with `prefix` visits all terms with that prefix.
  [[nodiscard]] Result<TermCursor> LowerBound(
      std::string_view prefix) const noexcept;

  // A cursor at most fifteen terms before the term of this number; the caller
  // walks it until entry() has the number. Precondition: number < size().
  [[nodiscard]] TermCursor Near(TermNumber number) const noexcept;

  // A cursor before the first term.
  [[nodiscard]] TermCursor Begin() const noexcept;

  [[nodiscard]] std::uint32_t size() const noexcept {
    return place_.term_count;
  }

 private:
  friend class SegmentReader;

  explicit TermDictionary(const DictionaryPlace& place) noexcept
      : place_(place) {}

  [[nodiscard]] Result<TermCursor> Past(TermNumber number) const noexcept;
  [[nodiscard]] Result<std::string_view> FirstTerm(
      std::uint32_t block) const noexcept;
  [[nodiscard]] Result<bool> BeginsNotAfter(
      std::uint32_t block, std::uint64_t block_prefix, std::string_view term,
      std::uint64_t prefix) const noexcept;
  [[nodiscard]] Result<std::uint32_t> LastBlockNotAfter(
      std::string_view term) const noexcept;

  DictionaryPlace place_;
};

}  // namespace answerbox::engine
