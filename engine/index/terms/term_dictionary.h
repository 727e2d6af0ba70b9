// The sorted terms of a segment: front-coded blocks, a table with the place and
// the prefix of each block, and a sample of that table. Finding a term reads
// one or two pages of each, whatever their size. Layout:
// docs/segment-format.md, "Term dictionary".
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "engine/index/terms/term_block.h"
#include "engine/result.h"
#include "engine/text/term_normalizer.h"

namespace answerbox::engine {

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
