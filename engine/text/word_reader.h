// The words of a text, separated by white space as in Python's `\s`. They are
// those that SkipSpace() and SkipWord() find one by one; WordReader takes a
// third of the time because it reads 64 bytes at once.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "engine/text/document_text.h"

namespace answerbox::engine {

class WordReader {
 public:
  // Starts before the first word. `text` outlives the reader, is at most
  // kMaxDocumentBytes long and need not be valid UTF-8.
  explicit WordReader(std::string_view text) noexcept : text_(text) {}

  // The next word. After the last word: an empty range at the end of the text.
  [[nodiscard]] ByteRange Next() noexcept {
    while (left_ == 0) {
      if (next_block_ > text_.size()) {
        const auto end = static_cast<std::uint32_t>(text_.size());
        return {end, end};
      }
      ReadBlock();
    }
    const std::uint32_t begin = TakeEdge();
    while (left_ == 0) ReadBlock();
    return {begin, TakeEdge()};
  }

 private:
  static constexpr std::size_t kBlockBytes = 64;

  void ReadBlock() noexcept;
  [[nodiscard]] std::uint64_t MarkOtherSpace(std::size_t begin,
                                             std::uint64_t others) noexcept;

  [[nodiscard]] std::uint32_t TakeEdge() noexcept {
    const auto bit = static_cast<std::size_t>(std::countr_zero(left_));
    left_ &= left_ - 1;
    return static_cast<std::uint32_t>(next_block_ - kBlockBytes + bit);
  }

  std::string_view text_;
  // If the text fills its last block, one more block follows, which holds only
  // the edge of the last word.
  std::size_t next_block_ = 0;
  // One bit for each byte of the block. A bit is set where a word begins and at
  // the byte after its end, so set bits come in pairs. Taking an edge clears
  // its bit.
  std::uint64_t left_ = 0;
  std::uint64_t was_word_ = 0;  // 1: the block ends within a word.
  // How many bytes of the block's last character are in the next block.
  unsigned bytes_over_ = 0;
  bool is_space_over_ = false;
};

}  // namespace answerbox::engine
