#include "engine/text/word_reader.h"

#include <algorithm>

#include "engine/text/character_class.h"
#include "engine/text/eight_bytes.h"

namespace answerbox::engine {
namespace {

std::uint64_t MarkSpaceBytes(std::uint64_t bytes) {
  const std::uint64_t low = bytes & ~kHighBits;
  return (MarkAsciiRange(low, 0x09, 0x0d) | MarkAsciiRange(low, 0x1c, 0x20)) &
         ~bytes & kHighBits;
}

// A bit for each of up to 64 bytes: it is not ASCII.
std::uint64_t FindOthers(std::string_view block) {
  std::uint64_t others = 0;
  for (std::size_t i = 0; i < block.size(); ++i) {
    const bool is_other = Is(block[i], kNonAsciiByte);
    others |= std::uint64_t{is_other ? 1u : 0u} << i;
  }
  return others;
}

// The lowest `count` of 64 bits.
std::uint64_t LowBits(std::size_t count) {
  return count < 64 ? (std::uint64_t{1} << count) - 1 : ~std::uint64_t{0};
}

}  // namespace

void WordReader::ReadBlock() noexcept {
  const std::string_view block = text_.substr(next_block_, kBlockBytes);
  std::uint64_t space = 0;
  std::uint64_t seen = 0;
  const auto add = [&](std::uint64_t bytes, std::size_t at) {
    space |= GatherMarks(MarkSpaceBytes(bytes)) << at;
    seen |= bytes;
  };
  std::size_t i = 0;
  for (; i + 8 <= block.size(); i += 8) add(LoadEightBytes(&block[i]), i);
  if (i < block.size()) {
    add(LoadUpToEightBytes(&block[i], block.size() - i), i);
  }
  // Spaces past ASCII (U+00A0, U+3000) are looked for only in blocks that have
  // other bytes.
  if ((seen & kHighBits) != 0) {
    space |= MarkOtherSpace(next_block_, FindOthers(block));
  }
  const std::uint64_t is_word = ~space & LowBits(block.size());
  left_ = is_word ^ (is_word << 1 | was_word_);
  was_word_ = is_word >> 63;
  next_block_ += kBlockBytes;
}

// Which bytes of the block at `begin` are white space that is not ASCII.
//   others  bytes that are not ASCII
std::uint64_t WordReader::MarkOtherSpace(std::size_t begin,
                                         std::uint64_t others) noexcept {
  std::uint64_t space = 0;
  const std::uint64_t over = LowBits(bytes_over_);
  if (is_space_over_) space |= over;
  others &= ~over;
  bytes_over_ = 0;
  is_space_over_ = false;
  while (others != 0) {
    const auto at = static_cast<std::size_t>(std::countr_zero(others));
    const Character c = Decode(text_, begin + at);
    const std::uint64_t bytes = LowBits(c.bytes) << at;
    const bool is_space = IsSpace(c.code_point);
    if (is_space) space |= bytes;
    others &= ~bytes;
    // A character may lie across two blocks. The next block is told how many of
    // its first bytes are done, and what they were.
    if (at + c.bytes > kBlockBytes) {
      bytes_over_ = static_cast<unsigned>(at + c.bytes - kBlockBytes);
      is_space_over_ = is_space;
    }
  }
  return space;
}

}  // namespace answerbox::engine
