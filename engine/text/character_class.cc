#include "engine/text/character_class.h"

#include <utf8proc.h>

#include <algorithm>
#include <iterator>

#include "engine/text/eight_bytes.h"
#include "engine/text/utf8.h"

namespace answerbox::engine {

namespace {

std::uint32_t ByteAt(std::string_view text, std::size_t position) {
  return static_cast<unsigned char>(text[position]);
}

utf8proc_category_t CategoryOf(char32_t c) {
  return utf8proc_category(static_cast<utf8proc_int32_t>(c));
}

struct Range {
  char32_t first;
  char32_t last;
};

// https://www.unicode.org/Public/14.0.0/ucd/DerivedCoreProperties.txt,
// adjoining ranges joined. In ascending order.
constexpr Range kDefaultIgnorable[] = {
    {0x00ad, 0x00ad},    // Soft hyphen.
    {0x034f, 0x034f},    // Grapheme joiner.
    {0x061c, 0x061c},    // Arabic letter mark.
    {0x115f, 0x1160},    // Fillers of Hangul.
    {0x17b4, 0x17b5},    // Inherent vowels of Khmer.
    {0x180b, 0x180f},    // Selectors and vowel separator of Mongolian.
    {0x200b, 0x200f},    // Spaces without width, joiners, direction marks.
    {0x202a, 0x202e},    // Directions.
    {0x2060, 0x206f},    // Word joiner, operators, directions; U+2065 reserved.
    {0x3164, 0x3164},    // Filler of Hangul.
    {0xfe00, 0xfe0f},    // Variation selectors.
    {0xfeff, 0xfeff},    // Byte order mark.
    {0xffa0, 0xffa0},    // Half-width filler of Hangul.
    {0xfff0, 0xfff8},    // Reserved.
    {0x1bca0, 0x1bca3},  // Format controls of shorthand.
    {0x1d173, 0x1d17a},  // Format controls of music.
    {0xe0000, 0xe0fff},  // Tags, variation selectors; the rest is reserved.
};

}  // namespace

Character Decode(std::string_view text, std::size_t position) noexcept {
  const std::uint32_t lead = ByteAt(text, position);
  if (lead < 0x80) return {lead, 1};
  const auto continuation = [&](std::size_t at) {
    return ByteAt(text, position + at) & 0x3fu;
  };
  // SequenceLength() checks the bytes, so that a damaged text cannot make this
  // read past its end or give an impossible code point.
  switch (SequenceLength(text, position)) {
    case 2:
      return {(lead & 0x1fu) << 6 | continuation(1), 2};
    case 3:
      return {(lead & 0x0fu) << 12 | continuation(1) << 6 | continuation(2), 3};
    case 4:
      return {(lead & 0x07u) << 18 | continuation(1) << 12 |
                  continuation(2) << 6 | continuation(3),
              4};
    default:
      return {kReplacementCharacter, 1};
  }
}

bool IsSpace(char32_t c) noexcept {
  if (c < 0x80) return Is(static_cast<char>(c), kSpaceByte);
  switch (c) {
    // Python's `\s` for characters past ASCII. The zero-width space U+200B is
    // none of them.
    case 0x0085:
    case 0x00a0:
    case 0x1680:
    case 0x2028:
    case 0x2029:
    case 0x202f:
    case 0x205f:
    case 0x3000:
      return true;
    default:
      return c >= 0x2000 && c <= 0x200a;
  }
}

bool IsAlphanumeric(char32_t c) noexcept {
  if (c < 0x80) return Is(static_cast<char>(c), kLetterByte | kDigitByte);
  switch (CategoryOf(c)) {
    // The categories of Python's `\w`.
    case UTF8PROC_CATEGORY_LU:
    case UTF8PROC_CATEGORY_LL:
    case UTF8PROC_CATEGORY_LT:
    case UTF8PROC_CATEGORY_LM:
    case UTF8PROC_CATEGORY_LO:
    case UTF8PROC_CATEGORY_ND:
    case UTF8PROC_CATEGORY_NL:
    case UTF8PROC_CATEGORY_NO:
      return true;
    default:
      return false;
  }
}

bool IsDecimalDigit(char32_t c) noexcept {
  if (c < 0x80) return Is(static_cast<char>(c), kDigitByte);
  return CategoryOf(c) == UTF8PROC_CATEGORY_ND;
}

bool ExtendsWord(char32_t c) noexcept {
  constexpr char32_t kZeroWidthSpace = 0x200b;  // Marks a gap between words.
  if (c < 0x80 || c == kZeroWidthSpace) return false;
  switch (CategoryOf(c)) {
    // Marks, and format characters such as joiners and the soft hyphen.
    case UTF8PROC_CATEGORY_MN:
    case UTF8PROC_CATEGORY_MC:
    case UTF8PROC_CATEGORY_ME:
    case UTF8PROC_CATEGORY_CF:
      return true;
    default:
      return false;
  }
}

bool IsCapital(char32_t c) noexcept {
  if (c < 0x80) return Is(static_cast<char>(c), kUpperByte);
  switch (CategoryOf(c)) {
    case UTF8PROC_CATEGORY_LU:
    case UTF8PROC_CATEGORY_LT:
    // Letters of scripts without case begin sentences, too.
    case UTF8PROC_CATEGORY_LO:
      return true;
    default:
      return false;
  }
}

bool IsUpper(char32_t c) noexcept {
  if (c < 0x80) return Is(static_cast<char>(c), kUpperByte);
  const auto category = CategoryOf(c);
  return category == UTF8PROC_CATEGORY_LU || category == UTF8PROC_CATEGORY_LT;
}

bool IsSmall(char32_t c) noexcept {
  if (c < 0x80) return Is(static_cast<char>(c), kLowerByte);
  return CategoryOf(c) == UTF8PROC_CATEGORY_LL;
}

std::size_t SkipMoreSpace(std::string_view text, std::size_t position,
                          std::size_t end) noexcept {
  while (position < end) {
    const std::uint8_t byte_class = ClassOf(text[position]);
    if (byte_class == kSpaceByte) {
      ++position;
    } else if (byte_class == kNonAsciiByte) {
      const Character c = Decode(text, position);
      if (!IsSpace(c.code_point)) return position;
      position += c.bytes;
    } else {
      return position;
    }
  }
  return end;
}

std::size_t SkipWord(std::string_view text, std::size_t position,
                     std::size_t end) noexcept {
  while (position < end) {
    // Most words are plain ASCII, so eight bytes are looked at together.
    // Control characters stop it as well and are then told from white space one
    // by one.
    if (end - position >= 8) {
      const std::uint64_t bytes = LoadEightBytes(text.data() + position);
      // White space, other control characters, and non-ASCII characters.
      const std::size_t plain =
          FirstMark(MarkRange(bytes, 0, ' ') | (bytes & kHighBits));
      position += plain;
      if (plain == 8) continue;
    }
    const std::uint8_t byte_class = ClassOf(text[position]);
    if (byte_class == kSpaceByte) return position;
    if (byte_class == kNonAsciiByte) {
      const Character c = Decode(text, position);
      if (IsSpace(c.code_point)) return position;
      position += c.bytes;
    } else {
      ++position;
    }
  }
  return end;
}

bool IsDefaultIgnorable(char32_t c) noexcept {
  const auto* const range =
      std::ranges::lower_bound(kDefaultIgnorable, c, {}, &Range::last);
  return range != std::end(kDefaultIgnorable) && range->first <= c;
}

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
