#include "engine/index/terms/term_dictionary.h"

#include <algorithm>
#include <cassert>
#include <cstring>

#include "engine/index/format/segment_layout.h"
#include "engine/index/format/short_bytes.h"

namespace answerbox::engine {

namespace {

// The two lengths of an entry, at least one byte of its term, and at least two
// of its place.
constexpr std::size_t kLengthsBytes = 2;
constexpr std::size_t kLeastPlaceBytes = 2;
constexpr std::size_t kLeastBytes = kLengthsBytes + 1 + kLeastPlaceBytes;

Error ErrorAt(const DictionaryPlace& place, const TermBlock& block,
              ErrorCode code, const char* field) noexcept {
  return {code, field,
          static_cast<std::uint64_t>(block.entries.position() - place.file)};
}

bool IsAfter(char a, char b) noexcept {
  return static_cast<unsigned char>(a) > static_cast<unsigned char>(b);
}

// SkipPostingsPlace(), inlined because FindInBlock() calls it for each entry.
[[gnu::always_inline]] inline bool SkipPlace(const DictionaryPlace& place,
                                             TermBlock& block) noexcept {
  const std::byte* const at = block.entries.position();
  // Most terms occur once, in one chunk.
  if (at[0] == std::byte{1} && (at[1] & std::byte{0x81}) == std::byte{0}) {
    block.entries.Skip(2);
    return true;
  }
  const auto frequency = block.entries.Next();
  const auto next = block.entries.Next();
  if (!frequency || !next) return false;
  if (*frequency == 1) return (*next & 1u) == 0 || block.entries.Next();
  // Compared before it is added: places of later entries must not wrap, or
  // leave the postings.
  if (*next > place.dictionary_begin - block.postings) return false;
  block.postings += *next;
  return true;
}

// Moves past the front-coded term of the next entry, and returns where that
// begins; null, without moving, if the entry would end past the block. Inlined
// as SkipPlace() is. A pointer alone: a structure or an error that is carried
// along costs a quarter more for each entry.
[[gnu::always_inline]] inline const std::byte* TakeTerm(
    TermBlock& block) noexcept {
  if (block.entries.remaining() < kLeastBytes) return nullptr;
  const std::byte* const entry = block.entries.position();
  const auto rest = std::to_integer<std::size_t>(entry[1]);
  if (rest == 0 || rest > block.entries.remaining() - kLeastBytes + 1) {
    return nullptr;
  }
  block.entries.Skip(kLengthsBytes + rest);
  return entry;
}

// Why TakeTerm() has returned null.
Error WrongTerm(const DictionaryPlace& place, const TermBlock& block) noexcept {
  return ErrorAt(place, block,
                 block.entries.remaining() < kLeastBytes ? ErrorCode::kTruncated
                                                         : ErrorCode::kCorrupt,
                 "term.length");
}

// The bytes of an entry's term after those that it shares with the term before
// it. Not empty.
std::string_view OwnBytes(const std::byte* entry) noexcept {
  return {reinterpret_cast<const char*>(entry + kLengthsBytes),
          std::to_integer<std::size_t>(entry[1])};
}

}  // namespace

std::uint32_t TermBlockCount(std::uint32_t terms) noexcept {
  return terms / kTermsPerBlock + (terms % kTermsPerBlock != 0 ? 1 : 0);
}

Result<TermBlock> LocateBlock(const DictionaryPlace& place,
                              std::uint32_t block) noexcept {
  const std::uint64_t row_at =
      place.blocks_begin + std::uint64_t{block} * kTermBlockBytes;
  const bool is_last = block + 1 == TermBlockCount(place.term_count);
  const std::size_t rows = is_last ? kTermBlockBytes : 2 * kTermBlockBytes;
  if (!place.Holds(row_at, rows)) {
    return place.Damage("term_block", row_at, rows);
  }
  const TermBlockRow row = DecodeTermBlock(place.file + row_at);
  const std::uint64_t dictionary_bytes =
      place.blocks_begin - place.dictionary_begin;
  std::uint64_t end = dictionary_bytes;
  if (!is_last) {
    end =
        DecodeTermBlock(place.file + row_at + kTermBlockBytes).dictionary_begin;
  }
  // A block ends where the next row's begins, so the row after it was checked,
  // too.
  if (row.dictionary_begin > end || end > dictionary_bytes) {
    return Error{ErrorCode::kCorrupt, "term_block.dictionary_begin", row_at};
  }
  if (row.postings_begin > place.dictionary_begin - place.postings_begin) {
    return Error{ErrorCode::kCorrupt, "term_block.postings_begin", row_at + 4};
  }
  const std::uint64_t begin = place.dictionary_begin + row.dictionary_begin;
  if (!place.Holds(begin, end - row.dictionary_begin)) {
    return place.Damage("dictionary.block", begin, end - row.dictionary_begin);
  }
  return TermBlock{
      VarintReader({place.file + place.dictionary_begin + row.dictionary_begin,
                    static_cast<std::size_t>(end - row.dictionary_begin)}),
      place.postings_begin + row.postings_begin};
}

Result<void> ReadPostingsPlace(const DictionaryPlace& place, TermBlock& block,
                               TermEntry& entry) noexcept {
  VarintReader& entries = block.entries;
  const auto fail = [&](ErrorCode code, const char* field) {
    return ErrorAt(place, block, code, field);
  };
  const auto frequency = entries.Next();
  if (!frequency) return fail(ErrorCode::kTruncated, "term.chunk_frequency");
  if (*frequency == 0 || *frequency > place.chunk_count) {
    return fail(ErrorCode::kCorrupt, "term.chunk_frequency");
  }
  entry.chunk_frequency = *frequency;
  if (*frequency == 1) {
    // The only posting is stored here, as it would be in a list.
    const std::byte* const begin = entries.position();
    const auto head = entries.Next();
    if (!head || ((*head & 1u) != 0 && !entries.Next())) {
      return fail(ErrorCode::kTruncated, "term.posting");
    }
    entry.postings_offset = static_cast<std::uint64_t>(begin - place.file);
    entry.postings_bytes =
        static_cast<std::uint64_t>(entries.position() - begin);
    return {};
  }
  const auto bytes = entries.Next();
  if (!bytes) return fail(ErrorCode::kTruncated, "term.postings_bytes");
  if (*bytes > place.dictionary_begin - block.postings) {
    return fail(ErrorCode::kCorrupt, "term.postings_bytes");
  }
  entry.postings_offset = block.postings;
  entry.postings_bytes = *bytes;
  block.postings += *bytes;
  return {};
}

bool SkipPostingsPlace(const DictionaryPlace& place,
                       TermBlock& block) noexcept {
  return SkipPlace(place, block);
}

Result<std::optional<TermEntry>> FindInBlock(const DictionaryPlace& place,
                                             TermBlock block, TermNumber first,
                                             std::string_view term) noexcept {
  if (term.empty()) return std::nullopt;
  const TermNumber end =
      first + std::min(place.term_count - first, kTermsPerBlock);
  std::size_t matched = 0;  // Length of the common beginning of `term` and the
                            // last term: less than both.
  for (TermNumber number = first; number < end; ++number) {
    const std::byte* const entry = TakeTerm(block);
    if (entry == nullptr) return WrongTerm(place, block);
    const auto shared = std::to_integer<std::size_t>(entry[0]);
    // It differs from the last term where the last term still equals `term`, so
    // it is greater than both.
    if (shared < matched) return std::nullopt;
    if (shared == matched) {
      const std::string_view own = OwnBytes(entry);
      const std::string_view wanted = term.substr(matched);
      const std::size_t common =
          own[0] == wanted[0] ? SharedPrefix(own, wanted) : 0;
      if (common == wanted.size()) {
        if (common != own.size()) return std::nullopt;
        TermEntry found;
        found.number = number;
        const auto read = ReadPostingsPlace(place, block, found);
        if (!read) return read.error();
        return found;
      }
      if (common < own.size() && IsAfter(own[common], wanted[common])) {
        return std::nullopt;
      }
      matched += common;
    }
    if (!SkipPlace(place, block)) {
      return ErrorAt(place, block, ErrorCode::kCorrupt, "term.postings");
    }
  }
  return std::nullopt;
}

namespace {

std::string_view AsText(const std::byte* from, std::size_t bytes) noexcept {
  return {reinterpret_cast<const char*>(from), bytes};
}

}  // namespace

TermCursor::TermCursor(const DictionaryPlace& place,
                       std::uint32_t block) noexcept
    : place_(place), next_(block * kTermsPerBlock) {}

Error TermCursor::Fail(ErrorCode code, const char* field) noexcept {
  next_ = place_.term_count;
  return {code, field,
          static_cast<std::uint64_t>(block_.entries.position() - place_.file)};
}

Result<void> TermCursor::EnterBlock() noexcept {
  // Bytes between the last entry of a block and its end would be read by
  // nobody. Such a file was not written by us.
  if (!block_.entries.AtEnd())
    return Fail(ErrorCode::kCorrupt, "dictionary.block");
  const auto block = LocateBlock(place_, next_ / kTermsPerBlock);
  if (!block) {
    next_ = place_.term_count;
    return block.error();
  }
  block_ = *block;
  return {};
}

inline Result<bool> TermCursor::MoveToTerm() noexcept {
  if (next_ >= place_.term_count) return false;
  if (next_ % kTermsPerBlock == 0) {
    if (auto entered = EnterBlock(); !entered) return entered.error();
  }
  if (auto read = ReadTerm(); !read) return read.error();
  return true;
}

Result<bool> TermCursor::Next() noexcept {
  const auto moved = MoveToTerm();
  if (!moved || !*moved) return moved;
  if (auto read = ReadPostingsPlace(place_, block_, entry_); !read) {
    next_ = place_.term_count;
    return read.error();
  }
  entry_.number = next_++;
  return true;
}

Result<bool> TermCursor::NextTerm() noexcept {
  const auto moved = MoveToTerm();
  if (!moved || !*moved) return moved;
  if (block_.entries.remaining() < 2) {
    return Fail(ErrorCode::kTruncated, "term.postings");
  }
  if (!SkipPostingsPlace(place_, block_)) {
    return Fail(ErrorCode::kCorrupt, "term.postings");
  }
  entry_.number = next_++;
  return true;
}

Result<void> TermCursor::ReadTerm() noexcept {
  VarintReader& entries = block_.entries;
  if (entries.remaining() < 2) {
    return Fail(ErrorCode::kTruncated, "term.length");
  }
  const auto shared = std::to_integer<std::size_t>(entries.position()[0]);
  const auto rest = std::to_integer<std::size_t>(entries.position()[1]);
  const bool first_of_block = next_ % kTermsPerBlock == 0;
  if (shared > (first_of_block ? 0u : term_bytes_) ||
      shared + rest > kMaxTermBytes || rest == 0) {
    return Fail(ErrorCode::kCorrupt, "term.length");
  }
  entries.Skip(2);
  if (entries.remaining() < rest) return Fail(ErrorCode::kTruncated, "term");
  const std::string_view suffix = AsText(entries.position(), rest);
  // The rest of the previous term, which is empty at the first term.
  const std::string_view before = term().substr(shared);
  // Terms ascend, or a search would miss some. Within a block it is enough to
  // compare the first byte in which a term differs from the one before: front
  // coding says where that is.
  if (next_ != 0 &&
      (first_of_block
           ? suffix <= before
           : !before.empty() && static_cast<unsigned char>(suffix[0]) <=
                                    static_cast<unsigned char>(before[0]))) {
    return Fail(ErrorCode::kCorrupt, "term.order");
  }
  std::memcpy(term_.data() + shared, suffix.data(), rest);
  term_bytes_ = static_cast<std::uint8_t>(shared + rest);
  entries.Skip(rest);
  return {};
}

// The first term of a block, which is stored in full. Precondition: `block`
// exists.
Result<std::string_view> TermDictionary::FirstTerm(
    std::uint32_t block) const noexcept {
  const auto found = LocateBlock(place_, block);
  if (!found) return found.error();
  const VarintReader& entries = found->entries;
  const auto at = static_cast<std::uint64_t>(entries.position() - place_.file);
  if (entries.remaining() < 2) {
    return Error{ErrorCode::kTruncated, "term.length", at};
  }
  const auto bytes = std::to_integer<std::size_t>(entries.position()[1]);
  if (entries.remaining() - 2 < bytes) {
    return Error{ErrorCode::kTruncated, "term", at};
  }
  return AsText(entries.position() + 2, bytes);
}

// Whether the first term of `block` is not greater than `term`. Compares
// prefixes first, and terms only if their prefixes are equal.
inline Result<bool> TermDictionary::BeginsNotAfter(
    std::uint32_t block, std::uint64_t block_prefix, std::string_view term,
    std::uint64_t prefix) const noexcept {
  if (block_prefix != prefix) return block_prefix < prefix;
  const auto first = FirstTerm(block);
  if (!first) return first.error();
  return *first <= term;
}

// The only block that can hold `term`: the last whose first term is not greater
// than `term`; block 0 if there is none. Precondition: size() > 0.
//
// Two searches, first among the samples and then among the rows after the best
// sample. Each reads neighbours in the file, so a cold search takes about two
// pages; and the rows are checked at once, not one by one.
Result<std::uint32_t> TermDictionary::LastBlockNotAfter(
    std::string_view term) const noexcept {
  const std::uint64_t prefix = PrefixOf(term);
  const std::uint32_t block_count = TermBlockCount(place_.term_count);
  std::uint32_t low = 0;
  std::uint32_t high = (block_count - 1) / kBlocksPerTermSample + 1;
  const std::uint64_t sample_bytes = std::uint64_t{high} * kTermSampleBytes;
  if (!place_.Holds(place_.samples_begin, sample_bytes)) {
    return place_.Damage("term_samples", place_.samples_begin, sample_bytes);
  }
  while (high - low > 1) {
    const std::uint32_t middle = low + (high - low) / 2;
    const std::byte* const sample = place_.file + place_.samples_begin +
                                    std::size_t{middle} * kTermSampleBytes;
    const auto before = BeginsNotAfter(middle * kBlocksPerTermSample,
                                       LoadPrefix(sample), term, prefix);
    if (!before) return before.error();
    (*before ? low : high) = middle;
  }
  low *= kBlocksPerTermSample;
  high = block_count - low < kBlocksPerTermSample ? block_count
                                                  : low + kBlocksPerTermSample;
  const std::uint64_t rows_at =
      place_.blocks_begin + std::uint64_t{low} * kTermBlockBytes;
  const std::uint64_t row_bytes = std::uint64_t{high - low} * kTermBlockBytes;
  if (!place_.Holds(rows_at, row_bytes)) {
    return place_.Damage("term_block", rows_at, row_bytes);
  }
  while (high - low > 1) {
    const std::uint32_t middle = low + (high - low) / 2;
    const std::byte* const row = place_.file + place_.blocks_begin +
                                 std::size_t{middle} * kTermBlockBytes;
    const auto before = BeginsNotAfter(
        middle, LoadPrefix(row + kTermBlockPrefixAt), term, prefix);
    if (!before) return before.error();
    (*before ? low : high) = middle;
  }
  return low;
}

TermCursor TermDictionary::Near(TermNumber number) const noexcept {
  assert(number < size());
  return TermCursor(place_, number / kTermsPerBlock);
}

TermCursor TermDictionary::Begin() const noexcept { return {place_, 0}; }

Result<TermCursor> TermDictionary::LowerBound(
    std::string_view prefix) const noexcept {
  if (size() == 0) return Begin();
  const auto block = LastBlockNotAfter(prefix);
  if (!block) return block.error();
  TermCursor cursor(place_, *block);
  while (true) {
    // A cursor cannot go back, so the one before the last move is kept: it
    // stands before the wanted term.
    const TermCursor before = cursor;
    const auto moved = cursor.NextTerm();
    if (!moved) return moved.error();
    if (!*moved) return cursor;
    if (cursor.term() >= prefix) return before;
  }
}

Result<std::optional<TermEntry>> TermDictionary::Find(
    std::string_view term) const noexcept {
  if (size() == 0) return std::nullopt;
  const auto block = LastBlockNotAfter(term);
  if (!block) return block.error();
  const auto entries = LocateBlock(place_, *block);
  if (!entries) return entries.error();
  return FindInBlock(place_, *entries, *block * kTermsPerBlock, term);
}

// A cursor on the term. Precondition: number < size().
Result<TermCursor> TermDictionary::Past(TermNumber number) const noexcept {
  TermCursor cursor = Near(number);
  for (std::uint32_t i = 0; i <= number % kTermsPerBlock; ++i) {
    const auto moved = cursor.Next();
    if (!moved) return moved.error();
    // Cannot happen to a caller that keeps the precondition; a damaged count
    // must not become an endless walk.
    if (!*moved) return Error{ErrorCode::kInvalidArgument, "term", number};
  }
  return cursor;
}

Result<TermEntry> TermDictionary::At(TermNumber number) const noexcept {
  const auto cursor = Past(number);
  if (!cursor) return cursor.error();
  return cursor->entry();
}

Result<std::string_view> TermDictionary::Text(
    TermNumber number, std::span<char, kMaxTermBytes> to) const noexcept {
  const auto cursor = Past(number);
  if (!cursor) return cursor.error();
  const std::string_view term = cursor->term();
  std::memcpy(to.data(), term.data(), term.size());
  return std::string_view(to.data(), term.size());
}

}  // namespace answerbox::engine
