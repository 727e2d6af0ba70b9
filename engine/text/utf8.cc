#include "engine/text/utf8.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace answerbox::engine {
namespace {

// True if all eight bytes are in [0x01, 0x7f]. This is exact: subtracting 1
// from each byte borrows only at a zero byte, whose own high bit is then set.
bool AreEightPlainBytes(const char* bytes) {
  constexpr std::uint64_t kHighBits = 0x8080808080808080u;
  constexpr std::uint64_t kOnes = 0x0101010101010101u;
  std::uint64_t word;
  std::memcpy(&word, bytes, sizeof word);
  return ((word | (word - kOnes)) & kHighBits) == 0;
}

std::uint32_t ByteAt(std::string_view text, std::size_t position) {
  return static_cast<unsigned char>(text[position]);
}

}  // namespace

// Table 3-7 of the Unicode standard, "Well-Formed UTF-8 Byte Sequences".
std::size_t SequenceLength(std::string_view text,
                           std::size_t position) noexcept {
  const std::uint32_t lead = ByteAt(text, position);
  std::size_t length;
  std::uint32_t lowest = 0x80;  // Range of the second byte.
  std::uint32_t highest = 0xbf;
  if (lead >= 0xc2 && lead <= 0xdf) {
    length = 2;
  } else if (lead >= 0xe0 && lead <= 0xef) {
    length = 3;
    if (lead == 0xe0) lowest = 0xa0;   // Else an overlong form.
    if (lead == 0xed) highest = 0x9f;  // Else a surrogate.
  } else if (lead >= 0xf0 && lead <= 0xf4) {
    length = 4;
    if (lead == 0xf0) lowest = 0x90;   // Else an overlong form.
    if (lead == 0xf4) highest = 0x8f;  // Else past U+10FFFF.
  } else {
    return 0;
  }
  if (text.size() - position < length) return 0;
  const std::uint32_t second = ByteAt(text, position + 1);
  if (second < lowest || second > highest) return 0;
  for (std::size_t i = 2; i < length; ++i) {
    if (!IsContinuationByte(text[position + i])) return 0;
  }
  return length;
}

Result<void> ValidateUtf8(std::string_view text) noexcept {
  std::size_t position = 0;
  while (position < text.size()) {
    // Most text is ASCII, which needs no look at single bytes.
    while (text.size() - position >= 8 &&
           AreEightPlainBytes(text.data() + position)) {
      position += 8;
    }
    if (position == text.size()) break;
    // U+0000 is valid UTF-8, but stands in no text: it tells binary data.
    if (text[position] == '\0') {
      return Error{ErrorCode::kBinaryText, "text", position};
    }
    if (ByteAt(text, position) < 0x80) {
      ++position;
      continue;
    }
    const std::size_t length = SequenceLength(text, position);
    if (length == 0) return Error{ErrorCode::kInvalidUtf8, "text", position};
    position += length;
  }
  return {};
}

std::size_t FloorToCharacter(std::string_view text,
                             std::size_t max_bytes) noexcept {
  if (text.size() <= max_bytes) return text.size();
  // No character has more, so in damaged text the search for its begin is given
  // up.
  constexpr std::size_t kMostContinuations = 3;
  for (std::size_t back = 0; back <= std::min(kMostContinuations, max_bytes);
       ++back) {
    if (!IsContinuationByte(text[max_bytes - back])) return max_bytes - back;
  }
  return max_bytes;
}

}  // namespace answerbox::engine
