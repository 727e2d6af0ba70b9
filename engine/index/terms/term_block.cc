#include "engine/index/terms/term_block.h"

#include <algorithm>

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

}  // namespace answerbox::engine
