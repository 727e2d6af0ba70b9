// Finds all terms of an ASCII sentence in profile paper at once. The terms are
// those that Tokenizer and TermNormalizer give word by word; finding them takes
// a tenth of the time. Most English sentences are ASCII.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "engine/text/sentence_splitter.h"
#include "engine/text/term_normalizer.h"

namespace answerbox::engine {

class PaperTerms {
 public:
  // Reads `sentence`, at most kMaxSentenceBytes long, and goes before its first
  // term. False if the sentence is not ASCII; there are then no terms.
  [[nodiscard]] bool Read(std::string_view sentence) noexcept;

  // The next term, 1 to kMaxTermBytes bytes, valid until the next Read(); empty
  // at the end. At least eight bytes can be read from the term's first byte on.
  [[nodiscard]] std::string_view Next() noexcept {
    while (left_ == 0) {
      if (block_ == last_block_) return {};
      left_ = edges_[++block_];
    }
    const std::size_t begin = TakeEdge();
    while (left_ == 0) left_ = edges_[++block_];
    const std::size_t end = TakeEdge();
    return {lower_.data() + begin,
            end - begin < kMaxTermBytes ? end - begin : kMaxTermBytes};
  }

 private:
  static constexpr std::size_t kBlockBytes = 64;
  static constexpr std::size_t kBlocks = kMaxSentenceBytes / kBlockBytes + 1;
  static constexpr std::size_t kReadableAfter = 8;

  [[nodiscard]] std::size_t TakeEdge() noexcept {
    const auto bit = static_cast<std::size_t>(std::countr_zero(left_));
    left_ &= left_ - 1;
    return block_ * kBlockBytes + bit;
  }

  // One bit for each byte of lower_ and one more. A bit is set where a term
  // begins and at the byte after its end, so set bits come in pairs.
  std::array<std::uint64_t, kBlocks> edges_;
  std::uint64_t left_ = 0;  // Edges of the current block not taken yet.
  std::size_t block_ = 0;
  std::size_t last_block_ = 0;
  // Only the sentence's length is in use; the rest stays uninitialised.
  std::array<char, kMaxSentenceBytes + kReadableAfter> lower_;
};

}  // namespace answerbox::engine
