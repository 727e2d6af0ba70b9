#include "engine/index/dictionary_writer.h"

#include <algorithm>
#include <cstring>
#include <limits>

#include "engine/index/term_prefix.h"

namespace answerbox::engine {
namespace {

constexpr std::uint64_t kMaxOffset = std::numeric_limits<std::uint32_t>::max();
constexpr std::size_t kMaxEntryBytes =
    2 + CopyRoom(kMaxTermBytes) + DictionaryWriter::kMaxPlaceBytes;

}  // namespace

// Bytes that the term has in common with the last one. Most differ within their
// first eight, of which `first` holds the term's; zeros follow shorter ones.
std::size_t DictionaryWriter::SharedWithLast(
    std::string_view term, std::uint64_t first) const noexcept {
  const std::uint64_t difference = first ^ last_first_;
  if (difference != 0) {
    return std::min({FirstMark(difference), last_bytes_, term.size()});
  }
  return SharedPrefix(
      {reinterpret_cast<const char*>(last_.data()), last_bytes_}, term);
}

Result<std::byte*> DictionaryWriter::BeginTerm(std::string_view term,
                                               std::uint64_t postings_begin) {
  if (writer_->section_bytes() > kMaxOffset - kMaxEntryBytes) {
    return Error{ErrorCode::kLimitExceeded, "dictionary_bytes", kMaxOffset};
  }
  const auto room = writer_->Room(kMaxEntryBytes);
  if (!room) return room;
  entry_ = *room;
  const std::uint64_t first = LoadUpToEightBytes(term.data(), term.size());
  if (terms_in_block_ == kTermsPerBlock) {
    terms_in_block_ = 0;
    last_first_ = 0;
    last_bytes_ = 0;
    blocks_[block_count_++] = {
        static_cast<std::uint32_t>(writer_->section_bytes()), postings_begin,
        __builtin_bswap64(first)};
  }
  ++terms_in_block_;
  const std::size_t shared = SharedWithLast(term, first);
  const std::size_t rest = term.size() - shared;
  entry_[0] = static_cast<std::byte>(shared);
  entry_[1] = static_cast<std::byte>(rest);
  std::byte* end = entry_ + 2;
  if (term.size() <= 8 && shared < 8) {
    const std::uint64_t bytes = first >> 8 * shared;
    std::memcpy(end, &bytes, sizeof bytes);
    end += rest;
  } else {
    end = CopyShort(term.substr(shared), end);
  }
  CopyShort(term, last_.data());
  last_first_ = first;
  last_bytes_ = term.size();
  return end;
}

Result<void> DictionaryWriter::WriteBlocks() {
  writer_->Begin(Section::kTermBlocks);
  for (const TermBlockRow& row : blocks_.first(block_count_)) {
    auto written = writer_->AppendRow<kTermBlockBytes>(row);
    if (!written) return written;
  }
  writer_->Begin(Section::kTermSamples);
  for (std::size_t i = 0; i < block_count_; i += kBlocksPerTermSample) {
    std::array<std::byte, kTermSampleBytes> sample;
    StorePrefix(sample.data(), blocks_[i].prefix);
    if (auto written = writer_->Append(sample); !written) return written;
  }
  return {};
}

}  // namespace answerbox::engine
