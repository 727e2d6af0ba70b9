// The sorted terms of a segment: front-coded blocks, behind a table of where
// they are and how they begin, behind a sample of that table: to find a term
// reads a page or two of each, however large they are. Layout:
// docs/segment-format.md, "Term dictionary".
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "engine/index/varint.h"
#include "engine/result.h"
#include "engine/text/term_normalizer.h"

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
};

// Walks terms in order. Small, copyable, allocates nothing.
class TermCursor {
 public:
  // Moves to the next term; false past the last one.
  // Errors: kTruncated, kCorrupt (terms that do not ascend included). After an
  // error the cursor is at its end.
  [[nodiscard]] Result<bool> Next() noexcept;

  // Preconditions: the last Next() gave true.
  [[nodiscard]] std::string_view term()
      const noexcept {  // Until the next Next.
    return {term_.data(), term_bytes_};
  }
  [[nodiscard]] const TermEntry& entry() const noexcept { return entry_; }

 private:
  friend class TermDictionary;

  // Before the first term of `block`, which may be one past the last.
  TermCursor(const DictionaryPlace& place, std::uint32_t block) noexcept;

  // How an entry begins: bytes that its term has in common with the last one,
  // and bytes that are its own, 1 at least, which come next.
  struct TermHead {
    std::size_t shared = 0;
    std::size_t rest = 0;
  };

  [[nodiscard]] Result<void> EnterBlock() noexcept;
  [[nodiscard]] Result<TermHead> ReadHead(std::size_t most_shared) noexcept;
  [[nodiscard]] Result<void> ReadTerm() noexcept;
  // Moves to `term`; false if the block at whose begin the cursor stands lacks
  // it. Knows terms by their difference alone, so term() is then without
  // meaning.
  [[nodiscard]] Result<bool> FindInBlock(std::string_view term) noexcept;
  [[nodiscard]] bool SkipPlace() noexcept;
  [[nodiscard]] Result<void> ReadPlace() noexcept;
  [[nodiscard]] Error Fail(ErrorCode code, const char* field) noexcept;

  DictionaryPlace place_;
  VarintReader block_;
  std::uint64_t postings_ = 0;  // Where the next term's begin, in the file.
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

  // A cursor before the first term >= `prefix`: walking it while term() starts
  // with `prefix` visits all terms of that prefix.
  [[nodiscard]] Result<TermCursor> LowerBound(
      std::string_view prefix) const noexcept;

  // A cursor before the first term.
  [[nodiscard]] TermCursor Begin() const noexcept;

  [[nodiscard]] std::uint32_t size() const noexcept {
    return place_.term_count;
  }

 private:
  friend class SegmentReader;

  explicit TermDictionary(const DictionaryPlace& place) noexcept
      : place_(place) {}

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
