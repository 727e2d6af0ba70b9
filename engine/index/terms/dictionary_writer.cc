#include "engine/index/terms/dictionary_writer.h"

#include <limits>

#include "engine/index/format/term_prefix.h"

namespace answerbox::engine {

Result<void> DictionaryWriter::BeginBlock(std::uint64_t first_eight,
                                          std::uint64_t postings_begin) {
  constexpr std::uint64_t kMaxBlockOffset =
      std::numeric_limits<std::uint32_t>::max();
  // Offsets in the dictionary have 32 bits. Checked once for a block, with room
  // for the largest one, so that its entries need no check.
  if (writer_->section_bytes() >
      kMaxBlockOffset - kTermsPerBlock * kMaxEntryBytes) {
    return Error{ErrorCode::kLimitExceeded, "dictionary_bytes",
                 kMaxBlockOffset};
  }
  blocks_[block_count_++] = {
      static_cast<std::uint32_t>(writer_->section_bytes()), postings_begin,
      PrefixOfFirst(first_eight)};
  terms_in_block_ = 0;
  // The first term of a block is stored in full, so that a search can begin
  // there: it shares nothing with the last term of the block before.
  last_first_ = 0;
  last_bytes_ = 0;
  return {};
}

std::byte* DictionaryWriter::PutLongTerm(std::string_view term,
                                         std::uint64_t first_eight) noexcept {
  // If the last term is shorter, zeros follow it; no term contains a zero.
  const std::size_t shared =
      last_bytes_ > 8 && last_first_ == first_eight
          ? SharedPrefix(
                {reinterpret_cast<const char*>(last_.data()), last_bytes_},
                term)
          : std::min(FirstMark(first_eight ^ last_first_), last_bytes_);
  PutLengths(shared, term.size() - shared, entry_);
  // Kept for the next long term only: a term of at most eight bytes is compared
  // by its bytes in a register.
  CopyShort(term, last_.data());
  last_first_ = first_eight;
  last_bytes_ = term.size();
  return CopyShort(term.substr(shared), entry_ + kLengthsBytes);
}

Result<void> DictionaryWriter::WriteBlocks() {
  writer_->Begin(Section::kTermBlocks);
  for (const TermBlockRow& row : blocks_.first(block_count_)) {
    auto written = writer_->AppendRow<kTermBlockBytes>(row);
    if (!written) return written;
  }
  writer_->Begin(Section::kTermSamples);
  // The samples are small enough to stay in memory: a search reads them first,
  // and then one page of rows.
  for (std::size_t i = 0; i < block_count_; i += kBlocksPerTermSample) {
    std::array<std::byte, kTermSampleBytes> sample;
    StorePrefix(sample.data(), blocks_[i].prefix);
    if (auto written = writer_->Append(sample); !written) return written;
  }
  return {};
}

}  // namespace answerbox::engine
