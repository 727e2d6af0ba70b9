// Writes the term dictionary: front-coded entries, then the table of its
// blocks. Layout: docs/segment-format.md, "Term dictionary".
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>

#include "engine/index/format/segment_layout.h"
#include "engine/index/format/segment_writer.h"
#include "engine/index/format/short_bytes.h"
#include "engine/index/format/varint.h"
#include "engine/result.h"
#include "engine/text/eight_bytes.h"
#include "engine/text/term_normalizer.h"

namespace answerbox::engine {

class DictionaryWriter {
 public:
  // Room for what an entry holds after its term: at most three varints.
  static constexpr std::size_t kMaxPlaceBytes = 3 * kMaxVarintBytes;

  // Begins the section kDictionary. `writer` and `blocks` outlive this object.
  //   blocks  room for one row per dictionary block
  DictionaryWriter(SegmentWriter& writer,
                   std::span<TermBlockRow> blocks) noexcept
      : writer_(&writer), blocks_(blocks) {
    writer.Begin(Section::kDictionary);
  }

  // Writes the next term in byte order, 1 to kMaxTermBytes bytes. Returns where
  // the caller writes the term's number of chunks and the place of its
  // postings; the caller passes their end to EndTerm().
  //   first_eight     bytes of the term, as LoadUpToEightBytes() gives them
  //   postings_begin  the list's offset from the start of the postings
  // Errors: kSinkFailed, kLimitExceeded.
  [[nodiscard]] Result<std::byte*> BeginTerm(std::string_view term,
                                             std::uint64_t first_eight,
                                             std::uint64_t postings_begin) {
    const auto room = writer_->Room(kMaxEntryBytes);
    if (!room) return room;
    std::byte* const entry = *room;
    entry_ = entry;
    if (terms_in_block_ == kTermsPerBlock) {
      const auto begun = BeginBlock(first_eight, postings_begin);
      if (!begun) return begun.error();
    }
    ++terms_in_block_;
    if (term.size() > 8) return PutLongTerm(term, first_eight);
    const std::size_t shared = std::min(
        {FirstMark(first_eight ^ last_first_), last_bytes_, term.size()});
    last_first_ = first_eight;
    last_bytes_ = term.size();
    const std::size_t rest = term.size() - shared;
    PutLengths(shared, rest, entry);
    const std::uint64_t bytes = first_eight >> 8 * shared;
    std::memcpy(entry + kLengthsBytes, &bytes, sizeof bytes);
    return entry + kLengthsBytes + rest;
  }
  void EndTerm(const std::byte* end) noexcept {
    writer_->Advance(static_cast<std::size_t>(end - entry_));
  }

  // Writes the sections kTermBlocks and kTermSamples. Errors: kSinkFailed.
  [[nodiscard]] Result<void> WriteBlocks();

 private:
  static constexpr std::size_t kLengthsBytes = 2;
  static constexpr std::size_t kMaxEntryBytes =
      kLengthsBytes + CopyRoom(kMaxTermBytes) + kMaxPlaceBytes;

  [[nodiscard]] Result<void> BeginBlock(std::uint64_t first_eight,
                                        std::uint64_t postings_begin);
  [[nodiscard]] std::byte* PutLongTerm(std::string_view term,
                                       std::uint64_t first_eight) noexcept;
  static void PutLengths(std::size_t shared, std::size_t rest,
                         std::byte* to) noexcept {
    to[0] = static_cast<std::byte>(shared);
    to[1] = static_cast<std::byte>(rest);
  }

  SegmentWriter* writer_;
  std::span<TermBlockRow> blocks_;
  std::size_t block_count_ = 0;
  std::uint32_t terms_in_block_ = kTermsPerBlock;
  std::byte* entry_ = nullptr;  // The current entry.
  // The first eight bytes and the length of the block's last term; 0: none.
  std::uint64_t last_first_ = 0;
  std::size_t last_bytes_ = 0;
  std::array<std::byte, CopyRoom(kMaxTermBytes)>
      last_;  // Only if it is longer.
};

}  // namespace answerbox::engine
