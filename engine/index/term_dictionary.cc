#include "engine/index/term_dictionary.h"

#include <algorithm>
#include <cassert>
#include <cstring>

#include "engine/index/segment_layout.h"
#include "engine/index/short_bytes.h"

namespace answerbox::engine {
namespace {

std::string_view AsText(const std::byte* from, std::size_t bytes) noexcept {
  return {reinterpret_cast<const char*>(from), bytes};
}

std::uint32_t BlockCount(std::uint32_t terms) noexcept {
  return terms / kTermsPerBlock + (terms % kTermsPerBlock != 0 ? 1 : 0);
}

// A block's bytes of the dictionary and where its postings begin in the file.
struct TermBlock {
  std::span<const std::byte> entries;
  std::uint64_t postings = 0;
};

// Precondition: block < BlockCount(place.term_count).
Result<TermBlock> LocateBlock(const DictionaryPlace& place,
                              std::uint32_t block) noexcept {
  const std::uint64_t row_at =
      place.blocks_begin + std::uint64_t{block} * kTermBlockBytes;
  const TermBlockRow row = DecodeTermBlock(place.file + row_at);
  const std::uint64_t dictionary_bytes =
      place.blocks_begin - place.dictionary_begin;
  std::uint64_t end = dictionary_bytes;
  if (block + 1 < BlockCount(place.term_count)) {
    end =
        DecodeTermBlock(place.file + row_at + kTermBlockBytes).dictionary_begin;
  }
  if (row.dictionary_begin > end || end > dictionary_bytes) {
    return Error{ErrorCode::kCorrupt, "term_block.dictionary_begin", row_at};
  }
  if (row.postings_begin > place.dictionary_begin - place.postings_begin) {
    return Error{ErrorCode::kCorrupt, "term_block.postings_begin", row_at + 4};
  }
  return TermBlock{{place.file + place.dictionary_begin + row.dictionary_begin,
                    static_cast<std::size_t>(end - row.dictionary_begin)},
                   place.postings_begin + row.postings_begin};
}

}  // namespace

TermCursor::TermCursor(const DictionaryPlace& place,
                       std::uint32_t block) noexcept
    : place_(place), next_(block * kTermsPerBlock) {}

Error TermCursor::Fail(ErrorCode code, const char* field) noexcept {
  next_ = place_.term_count;
  return {code, field,
          static_cast<std::uint64_t>(block_.position() - place_.file)};
}

Result<void> TermCursor::EnterBlock() noexcept {
  if (!block_.AtEnd()) return Fail(ErrorCode::kCorrupt, "dictionary.block");
  const auto block = LocateBlock(place_, next_ / kTermsPerBlock);
  if (!block) {
    next_ = place_.term_count;
    return block.error();
  }
  block_ = VarintReader(block->entries);
  postings_ = block->postings;
  return {};
}

Result<bool> TermCursor::Next() noexcept {
  if (next_ >= place_.term_count) return false;
  if (next_ % kTermsPerBlock == 0) {
    if (auto entered = EnterBlock(); !entered) return entered.error();
  }
  if (auto read = ReadTerm(); !read) return read.error();
  if (auto read = ReadPlace(); !read) return read.error();
  entry_.number = next_++;
  return true;
}

//   most_shared  bytes of the last term of the block
inline Result<TermCursor::TermHead> TermCursor::ReadHead(
    std::size_t most_shared) noexcept {
  if (block_.remaining() < 2) {
    return Fail(ErrorCode::kTruncated, "term.length");
  }
  const TermHead head{std::to_integer<std::size_t>(block_.position()[0]),
                      std::to_integer<std::size_t>(block_.position()[1])};
  if (head.shared > most_shared || head.shared + head.rest > kMaxTermBytes ||
      head.rest == 0) {
    return Fail(ErrorCode::kCorrupt, "term.length");
  }
  block_.Skip(2);
  if (block_.remaining() < head.rest) {
    return Fail(ErrorCode::kTruncated, "term");
  }
  return head;
}

Result<void> TermCursor::ReadTerm() noexcept {
  const bool first_of_block = next_ % kTermsPerBlock == 0;
  const auto head = ReadHead(first_of_block ? 0 : term_bytes_);
  if (!head) return head.error();
  const auto [shared, rest] = *head;
  const std::string_view suffix = AsText(block_.position(), rest);
  // The rest of the term before, which is empty before the first one.
  const std::string_view before = term().substr(shared);
  if (next_ != 0 &&
      (first_of_block
           ? suffix <= before
           : !before.empty() && static_cast<unsigned char>(suffix[0]) <=
                                    static_cast<unsigned char>(before[0]))) {
    return Fail(ErrorCode::kCorrupt, "term.order");
  }
  std::memcpy(term_.data() + shared, suffix.data(), rest);
  term_bytes_ = static_cast<std::uint8_t>(shared + rest);
  block_.Skip(rest);
  return {};
}

Result<void> TermCursor::ReadPlace() noexcept {
  const auto frequency = block_.Next();
  if (!frequency) return Fail(ErrorCode::kTruncated, "term.chunk_frequency");
  if (*frequency == 0 || *frequency > place_.chunk_count) {
    return Fail(ErrorCode::kCorrupt, "term.chunk_frequency");
  }
  entry_.chunk_frequency = *frequency;
  if (*frequency == 1) {
    // The only posting stands here, as it would in a list.
    const std::byte* const begin = block_.position();
    const auto head = block_.Next();
    if (!head || ((*head & 1u) != 0 && !block_.Next())) {
      return Fail(ErrorCode::kTruncated, "term.posting");
    }
    entry_.postings_offset = static_cast<std::uint64_t>(begin - place_.file);
    entry_.postings_bytes =
        static_cast<std::uint64_t>(block_.position() - begin);
    return {};
  }
  const auto bytes = block_.Next();
  if (!bytes) return Fail(ErrorCode::kTruncated, "term.postings_bytes");
  if (*bytes > place_.dictionary_begin - postings_) {
    return Fail(ErrorCode::kCorrupt, "term.postings_bytes");
  }
  entry_.postings_offset = postings_;
  entry_.postings_bytes = *bytes;
  postings_ += *bytes;
  return {};
}

// Past what ReadPlace() reads; false if that is damaged.
inline bool TermCursor::SkipPlace() noexcept {
  const auto frequency = block_.Next();
  const auto next = block_.Next();
  if (!frequency || !next) return false;
  if (*frequency == 1) return (*next & 1u) == 0 || block_.Next();
  postings_ += *next;
  return *next <= place_.dictionary_begin - (postings_ - *next);
}

Result<bool> TermCursor::FindInBlock(std::string_view term) noexcept {
  if (auto entered = EnterBlock(); !entered) return entered.error();
  const TermNumber end =
      next_ + std::min(place_.term_count - next_, kTermsPerBlock);
  std::size_t last_bytes = 0;
  std::size_t matched = 0;  // Bytes in common with the last one, before `term`.
  for (; next_ < end; ++next_) {
    const auto head = ReadHead(last_bytes);
    if (!head) return head.error();
    const std::string_view rest = AsText(block_.position(), head->rest);
    block_.Skip(head->rest);
    last_bytes = head->shared + head->rest;
    // Differs from the last one where that is still like `term`: after both.
    if (head->shared < matched) return false;
    if (head->shared == matched) {
      const std::string_view wanted = term.substr(matched);
      const std::size_t common = SharedPrefix(rest, wanted);
      if (common == wanted.size()) {
        if (common != rest.size()) return false;
        if (auto read = ReadPlace(); !read) return read.error();
        entry_.number = next_;
        return true;
      }
      if (common < rest.size() &&
          static_cast<unsigned char>(rest[common]) >
              static_cast<unsigned char>(wanted[common])) {
        return false;
      }
      matched += common;
    }
    if (!SkipPlace()) return Fail(ErrorCode::kCorrupt, "term.postings");
  }
  return false;
}

// The first term of a block stands there whole. Precondition: `block` exists.
Result<std::string_view> TermDictionary::FirstTerm(
    std::uint32_t block) const noexcept {
  const auto found = LocateBlock(place_, block);
  if (!found) return found.error();
  const std::span<const std::byte> entries = found->entries;
  const auto at = static_cast<std::uint64_t>(entries.data() - place_.file);
  if (entries.size() < 2) {
    return Error{ErrorCode::kTruncated, "term.length", at};
  }
  const auto bytes = std::to_integer<std::size_t>(entries[1]);
  if (entries.size() - 2 < bytes) {
    return Error{ErrorCode::kTruncated, "term", at};
  }
  return AsText(entries.data() + 2, bytes);
}

// Whether the first term of `block` is `term` or one before it. Prefixes decide
// it but for terms that agree so far.
Result<bool> TermDictionary::BeginsNotAfter(
    std::uint32_t block, std::uint64_t block_prefix, std::string_view term,
    std::uint64_t prefix) const noexcept {
  if (block_prefix != prefix) return block_prefix < prefix;
  const auto first = FirstTerm(block);
  if (!first) return first.error();
  return *first <= term;
}

// The block that holds `term` if any does: the last that begins with `term` or
// one before it, or else block 0. Precondition: size() > 0.
Result<std::uint32_t> TermDictionary::LastBlockNotAfter(
    std::string_view term) const noexcept {
  const std::uint64_t prefix = PrefixOf(term);
  const std::uint32_t block_count = BlockCount(place_.term_count);
  std::uint32_t low = 0;
  std::uint32_t high = (block_count - 1) / kBlocksPerTermSample + 1;
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
  while (high - low > 1) {
    const std::uint32_t middle = low + (high - low) / 2;
    const std::byte* const row = place_.file + place_.blocks_begin +
                                 std::size_t{middle} * kTermBlockBytes;
    const auto before =
        BeginsNotAfter(middle, DecodeTermBlock(row).prefix, term, prefix);
    if (!before) return before.error();
    (*before ? low : high) = middle;
  }
  return low;
}

TermCursor TermDictionary::Begin() const noexcept { return {place_, 0}; }

Result<TermCursor> TermDictionary::LowerBound(
    std::string_view prefix) const noexcept {
  if (size() == 0) return Begin();
  const auto block = LastBlockNotAfter(prefix);
  if (!block) return block.error();
  TermCursor cursor(place_, *block);
  while (true) {
    const TermCursor before = cursor;
    const auto moved = cursor.Next();
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
  TermCursor cursor(place_, *block);
  const auto found = cursor.FindInBlock(term);
  if (!found) return found.error();
  if (!*found) return std::nullopt;
  return cursor.entry();
}

Result<TermEntry> TermDictionary::At(TermNumber number) const noexcept {
  assert(number < size());
  TermCursor cursor(place_, number / kTermsPerBlock);
  for (std::uint32_t i = 0; i <= number % kTermsPerBlock; ++i) {
    const auto moved = cursor.Next();
    if (!moved) return moved.error();
    if (!*moved) return Error{ErrorCode::kInvalidArgument, "term", number};
  }
  return cursor.entry();
}

}  // namespace answerbox::engine
