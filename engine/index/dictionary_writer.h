// Writes the term dictionary: front-coded entries, then the table of where its
// blocks are. Layout: docs/segment-format.md, "Term dictionary".
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "engine/index/segment_layout.h"
#include "engine/index/segment_writer.h"
#include "engine/index/short_bytes.h"
#include "engine/index/varint.h"
#include "engine/result.h"
#include "engine/text/term_normalizer.h"

namespace answerbox::engine {

class DictionaryWriter {
 public:
  // What an entry holds behind its term: three varints at most.
  static constexpr std::size_t kMaxPlaceBytes = 3 * kMaxVarintBytes;

  // Begins the section kDictionary. Both outlive the DictionaryWriter.
  //   blocks  memory for a row of every block
  DictionaryWriter(SegmentWriter& writer,
                   std::span<TermBlockRow> blocks) noexcept
      : writer_(&writer), blocks_(blocks) {
    writer.Begin(Section::kDictionary);
  }

  // Writes the term, 1 to kMaxTermBytes bytes, which comes after the last one.
  // Returns where its number of chunks and its postings are to be written;
  // EndTerm() takes where they end.
  //   postings_begin  its list, from the start of the postings
  // Errors: kSinkFailed, kLimitExceeded.
  [[nodiscard]] Result<std::byte*> BeginTerm(std::string_view term,
                                             std::uint64_t postings_begin);
  void EndTerm(const std::byte* end) noexcept {
    writer_->Advance(static_cast<std::size_t>(end - entry_));
  }

  // Writes the sections kTermBlocks and kTermSamples. Errors: kSinkFailed.
  [[nodiscard]] Result<void> WriteBlocks();

 private:
  [[nodiscard]] std::size_t SharedWithLast(std::string_view term,
                                           std::uint64_t first) const noexcept;

  SegmentWriter* writer_;
  std::span<TermBlockRow> blocks_;
  std::size_t block_count_ = 0;
  std::uint32_t terms_in_block_ = kTermsPerBlock;
  std::byte* entry_ = nullptr;  // The current one.
  // The last term of the block, and its first eight bytes. None: 0 bytes.
  std::uint64_t last_first_ = 0;
  std::size_t last_bytes_ = 0;
  std::array<std::byte, CopyRoom(kMaxTermBytes)> last_;
};

}  // namespace answerbox::engine
