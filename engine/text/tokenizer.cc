#include "engine/text/tokenizer.h"

#include "engine/text/character_class.h"
#include "engine/text/eight_bytes.h"

namespace answerbox::engine {
namespace {

std::uint32_t Narrow(std::size_t offset) {
  return static_cast<std::uint32_t>(offset);
}

bool IsDigitAt(std::string_view text, std::size_t position) {
  if (position >= text.size()) return false;
  // Unicode is asked only for characters that are not ASCII.
  const std::uint8_t byte_class = ClassOf(text[position]);
  if (byte_class != kNonAsciiByte) return byte_class == kDigitByte;
  return IsDecimalDigit(Decode(text, position).code_point);
}

std::size_t SkipDigits(std::string_view text, std::size_t position) {
  while (IsDigitAt(text, position)) position += Decode(text, position).bytes;
  return position;
}

// An underscore separates, as white space does.
std::size_t SkipSeparators(std::string_view text, std::size_t position) {
  position = SkipSpace(text, position, text.size());
  while (position < text.size() && text[position] == '_') {
    position = SkipSpace(text, position + 1, text.size());
  }
  return position;
}

// Digits, with single points and commas between digits.
std::size_t NumberEnd(std::string_view text, std::size_t position) {
  position = SkipDigits(text, position);
  // Only between digits: the full stop in "it costs 5." ends the sentence.
  while (position < text.size() &&
         (text[position] == '.' || text[position] == ',') &&
         IsDigitAt(text, position + 1)) {
    position = SkipDigits(text, position + 1);
  }
  return position;
}

// Bytes of an apostrophe (' or U+2019) at `position`, else 0.
std::size_t ApostropheLength(std::string_view text, std::size_t position) {
  const std::string_view rest = text.substr(position);
  if (rest.starts_with('\'')) return 1;
  return rest.starts_with("\u2019") ? 3 : 0;
}

std::size_t SkipLetters(std::string_view text, std::size_t position) {
  while (position < text.size()) {
    if (IsLetter(text[position])) {
      ++position;
      continue;
    }
    if (!Is(text[position], kNonAsciiByte)) break;
    const Character c = Decode(text, position);
    const bool is_letter =
        IsAlphanumeric(c.code_point) && !IsDecimalDigit(c.code_point);
    if (!is_letter && !ExtendsWord(c.code_point)) break;
    position += c.bytes;
  }
  return position;
}

// Letters, then at most one apostrophe with lower-case letters after it.
std::size_t WordEnd(std::string_view text, std::size_t position) {
  position = SkipLetters(text, position);
  // Contractions and possessives are one word each: "don't" must be found among
  // stop words. Only lower case, since "O'Brien" is found by "Brien", too.
  const std::size_t suffix = position + ApostropheLength(text, position);
  if (suffix == position || suffix == text.size() ||
      !Is(text[suffix], kLowerByte)) {
    return position;
  }
  position = suffix;
  while (position < text.size() && Is(text[position], kLowerByte)) ++position;
  return position;
}

bool IsPaperWordByte(char c) {
  return Is(c, kLetterByte | kDigitByte) || c == '_';
}

// First position that is (FindPaperWord) or is not (PaperWordEnd) at a
// character of `\w`.
std::size_t FindPaperWord(std::string_view text, std::size_t position) {
  while (position < text.size() && !IsPaperWordByte(text[position])) {
    if (!Is(text[position], kNonAsciiByte)) {
      ++position;
      continue;
    }
    const Character c = Decode(text, position);
    if (IsAlphanumeric(c.code_point)) break;
    position += c.bytes;
  }
  return position;
}

std::size_t PaperWordEnd(std::string_view text, std::size_t position) {
  // Sets the bit that tells small letters from capitals. Other bytes change
  // too, but none becomes a letter that `\w` would not match: '@' and '['
  // become '`' and '{'.
  constexpr std::uint64_t kToLower = 0x20 * kEveryByte;
  while (position < text.size()) {
    if (text.size() - position >= 8) {
      const std::uint64_t bytes = LoadEightBytes(text.data() + position);
      const std::uint64_t word_bytes = MarkRange(bytes | kToLower, 'a', 'z') |
                                       MarkRange(bytes, '0', '9') |
                                       MarkRange(bytes, '_', '_');
      const std::size_t length = FirstMark(~word_bytes & kHighBits);
      position += length;
      if (length == 8) continue;
    }
    if (IsPaperWordByte(text[position])) {
      ++position;
      continue;
    }
    if (!Is(text[position], kNonAsciiByte)) break;
    const Character c = Decode(text, position);
    if (!IsAlphanumeric(c.code_point)) break;
    position += c.bytes;
  }
  return position;
}

}  // namespace

std::optional<Token> Tokenizer::Next() noexcept {
  return profile_ == Profile::kPaper ? NextPaper() : NextDefault();
}

std::optional<Token> Tokenizer::NextDefault() noexcept {
  const std::size_t begin = SkipSeparators(text_, position_);
  if (begin == text_.size()) {
    position_ = Narrow(begin);
    return std::nullopt;
  }
  const Character c = Decode(text_, begin);
  std::size_t end;
  TokenKind kind;
  if (IsDecimalDigit(c.code_point)) {
    end = NumberEnd(text_, begin);
    kind = TokenKind::kNumber;
  } else if (IsAlphanumeric(c.code_point)) {
    end = WordEnd(text_, begin);
    kind = TokenKind::kWord;
  } else {
    end = begin + c.bytes;
    kind = TokenKind::kPunctuation;
  }
  position_ = Narrow(end);
  return Token{{Narrow(begin), position_}, kind};
}

std::optional<Token> Tokenizer::NextPaper() noexcept {
  const std::size_t begin = FindPaperWord(text_, position_);
  if (begin == text_.size()) {
    position_ = Narrow(begin);
    return std::nullopt;
  }
  position_ = Narrow(PaperWordEnd(text_, begin));
  return Token{{Narrow(begin), position_},
               IsDigitAt(text_, begin) ? TokenKind::kNumber : TokenKind::kWord};
}

std::uint32_t CountWords(std::string_view text) noexcept {
  std::uint32_t words = 0;
  std::size_t position = SkipSpace(text, 0, text.size());
  while (position < text.size()) {
    ++words;
    position = SkipWord(text, position, text.size());
    position = SkipSpace(text, position, text.size());
  }
  return words;
}

}  // namespace answerbox::engine
