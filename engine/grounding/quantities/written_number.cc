#include "engine/grounding/quantities/written_number.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "engine/grounding/quantities/number_digits.h"
#include "engine/text/character_class.h"

namespace answerbox::engine {
namespace {

// Words of one number: "two hundred and fifty thousand three hundred and ten".
constexpr int kMaxNumberWords = 12;

std::string_view TextOf(std::string_view text, ByteRange range) {
  return text.substr(range.begin, range.end - range.begin);
}

bool IsSame(std::string_view word, std::string_view lower) {
  return std::ranges::equal(word, lower, {}, ToLowerAscii);
}

struct NumberWord {
  std::string_view word;
  std::int64_t value;
};

constexpr NumberWord kSmall[] = {
    {"zero", 0},     {"one", 1},        {"two", 2},       {"three", 3},
    {"four", 4},     {"five", 5},       {"six", 6},       {"seven", 7},
    {"eight", 8},    {"nine", 9},       {"ten", 10},      {"eleven", 11},
    {"twelve", 12},  {"thirteen", 13},  {"fourteen", 14}, {"fifteen", 15},
    {"sixteen", 16}, {"seventeen", 17}, {"eighteen", 18}, {"nineteen", 19},
    {"dozen", 12},
};
constexpr NumberWord kTens[] = {
    {"twenty", 20}, {"thirty", 30},  {"forty", 40},  {"fifty", 50},
    {"sixty", 60},  {"seventy", 70}, {"eighty", 80}, {"ninety", 90},
};
constexpr NumberWord kScales[] = {
    {"hundred", 100},           {"thousand", 1000}, {"million", 1'000'000},
    {"billion", 1'000'000'000}, {"dozen", 12},
};
constexpr NumberWord kOrdinals[] = {
    {"first", 1}, {"second", 2}, {"third", 3},     {"fourth", 4},
    {"fifth", 5}, {"sixth", 6},  {"seventh", 7},   {"eighth", 8},
    {"ninth", 9}, {"tenth", 10}, {"eleventh", 11}, {"twelfth", 12},
};
// After a number or "a": 1 divided by the value.
constexpr NumberWord kParts[] = {
    {"half", 2},    {"halves", 2},   {"third", 3},   {"thirds", 3},
    {"quarter", 4}, {"quarters", 4}, {"fourths", 4}, {"fifth", 5},
    {"fifths", 5},  {"sixth", 6},    {"sixths", 6},  {"eighth", 8},
    {"eighths", 8}, {"tenth", 10},   {"tenths", 10},
};

template <std::size_t kCount>
std::optional<std::int64_t> Find(const NumberWord (&words)[kCount],
                                 std::string_view word) {
  for (const NumberWord& known : words) {
    if (IsSame(word, known.word)) return known.value;
  }
  return std::nullopt;
}

struct Vulgar {
  char32_t sign;
  std::int64_t numerator;
  std::int64_t denominator;
};
constexpr Vulgar kVulgar[] = {
    {0xBC, 1, 4},   {0xBD, 1, 2},   {0xBE, 3, 4},   {0x2153, 1, 3},
    {0x2154, 2, 3}, {0x2155, 1, 5}, {0x215B, 1, 8},
};

std::optional<Ratio> VulgarOf(const TextPiece& piece) {
  if (piece.kind != TextPiece::Kind::kSign) return std::nullopt;
  for (const Vulgar& known : kVulgar) {
    if (known.sign == piece.sign) {
      return MakeRatio(known.numerator, known.denominator);
    }
  }
  return std::nullopt;
}

char32_t PlainSign(char32_t c) {
  switch (c) {
    case 0x2010:
    case 0x2011:
    case 0x2012:
    case 0x2013:
    case 0x2014:
    case 0x2212:
      return '-';
    case 0x2264:
    case 0x2A7D:
      return 'L';
    case 0x2265:
    case 0x2A7E:
      return 'G';
    case 0xD7:
      return 'x';
    case 0x2044:
      return '/';
    default:
      return c;
  }
}

bool IsOrdinalEnding(std::string_view word) {
  return IsSame(word, "st") || IsSame(word, "nd") || IsSame(word, "rd") ||
         IsSame(word, "th");
}

// "10^3": 1000.
std::optional<Ratio> Power(const Ratio& base, const Ratio& exponent) {
  if (exponent.denominator != 1 || exponent.numerator < 0 ||
      exponent.numerator > kMaxDigits) {
    return std::nullopt;
  }
  std::optional<Ratio> power = Ratio{1, 1};
  for (std::int64_t i = 0; i < exponent.numerator && power; ++i) {
    power = Product(*power, base);
  }
  return power;
}

// "1/2": a part of one, of at most sixteen parts. Neither a date nor "1.5/2".
std::optional<WrittenNumber> FractionAt(std::string_view text,
                                        const TextPiece& piece) {
  if (piece.kind != TextPiece::Kind::kDigits) return std::nullopt;
  const TextPiece slash = PieceAt(text, piece.range.end);
  const TextPiece after = PieceAt(text, slash.range.end);
  if (slash.kind != TextPiece::Kind::kSign || slash.sign != '/' ||
      slash.range.begin != piece.range.end ||
      after.kind != TextPiece::Kind::kDigits ||
      after.range.begin != slash.range.end) {
    return std::nullopt;
  }
  const auto part = ReadDigits(text, piece.range.begin);
  const auto parts = ReadDigits(text, after.range.begin);
  if (!part || !parts || part->plain == 0 || parts->plain == 0 ||
      parts->value.numerator > 16 || !IsLess(part->value, parts->value)) {
    return std::nullopt;
  }
  const TextPiece follows = PieceAt(text, after.range.end);
  const bool is_date =
      follows.kind == TextPiece::Kind::kSign && follows.sign == '/';
  const auto value = Quotient(part->value, parts->value);
  if (!value || is_date) return std::nullopt;
  WrittenNumber number;
  number.range = {piece.range.begin, after.range.end};
  number.value = *value;
  number.is_fraction = true;
  return number;
}

std::optional<WrittenNumber> FromDigits(std::string_view text,
                                        const TextPiece& piece) {
  const auto digits = ReadDigits(text, piece.range.begin);
  if (!digits) return std::nullopt;
  WrittenNumber number;
  number.range = piece.range;
  number.value = digits->value;
  number.plain_digits = digits->plain;
  const TextPiece next = PieceAt(text, piece.range.end);
  const bool touches = next.range.begin == piece.range.end;
  if (next.kind == TextPiece::Kind::kWord) {
    if (touches && IsOrdinalEnding(TextOf(text, next.range))) {
      number.is_ordinal = true;
      number.range.end = next.range.end;
      return number;
    }
    const auto scale = Find(kScales, TextOf(text, next.range));
    if (scale && *scale >= 1000) {
      const auto value = Product(number.value, {*scale, 1});
      if (!value) return std::nullopt;
      number.value = *value;
      number.range.end = next.range.end;
      number.plain_digits = 0;
    }
    return number;
  }
  if (const auto part = VulgarOf(next)) {
    const auto value = Sum(number.value, *part);
    if (!value) return std::nullopt;
    number.value = *value;
    number.range.end = next.range.end;
    return number;
  }
  if (const auto part = FractionAt(text, next); part && digits->plain > 0) {
    const auto value = Sum(number.value, part->value);
    if (!value) return std::nullopt;
    number.value = *value;
    number.range.end = part->range.end;
    number.plain_digits = 0;
    return number;
  }
  if (const auto part = FractionAt(text, piece)) return part;
  if (!touches || next.kind != TextPiece::Kind::kSign) return number;
  const TextPiece after = PieceAt(text, next.range.end);
  if (after.kind != TextPiece::Kind::kDigits ||
      after.range.begin != next.range.end) {
    return number;
  }
  const auto second = ReadDigits(text, after.range.begin);
  if (!second) return number;
  if (next.sign == '^') {
    const auto value = Power(number.value, second->value);
    if (!value) return std::nullopt;
    number.value = *value;
    number.range.end = after.range.end;
    number.plain_digits = 0;
  }
  return number;
}

TextPiece SkipHyphen(std::string_view text, const TextPiece& piece) {
  const bool is_hyphen =
      piece.kind == TextPiece::Kind::kSign && piece.sign == '-';
  if (!is_hyphen) return piece;
  const TextPiece next = PieceAt(text, piece.range.end);
  return next.range.begin == piece.range.end ? next : piece;
}

// "and a half", "and one quarter" after a whole number.
std::optional<WrittenNumber> AndAPartAt(std::string_view text,
                                        const TextPiece& piece) {
  if (!Is(text, piece, "and")) return std::nullopt;
  const TextPiece one = PieceAt(text, piece.range.end);
  if (!Is(text, one, "a") && !Is(text, one, "one")) return std::nullopt;
  const TextPiece word = PieceAt(text, one.range.end);
  if (word.kind != TextPiece::Kind::kWord) return std::nullopt;
  const auto parts = Find(kParts, TextOf(text, word.range));
  if (!parts) return std::nullopt;
  WrittenNumber part;
  part.range = {piece.range.begin, word.range.end};
  part.value = {1, *parts};
  return part;
}

std::optional<WrittenNumber> FromWords(std::string_view text,
                                       const TextPiece& first) {
  WrittenNumber number;
  number.range = first.range;
  number.is_word = true;
  const std::string_view first_word = TextOf(text, first.range);
  TextPiece piece = first;
  const bool is_article = IsSame(first_word, "a") || IsSame(first_word, "an");
  if (is_article) {
    piece = PieceAt(text, first.range.end);
    if (piece.kind != TextPiece::Kind::kWord) return std::nullopt;
    const std::string_view word = TextOf(text, piece.range);
    if (!IsSame(word, "dozen") && !IsSame(word, "hundred") &&
        !IsSame(word, "thousand") && !IsSame(word, "million") &&
        !IsSame(word, "billion") && !IsSame(word, "half") &&
        !IsSame(word, "quarter") && !IsSame(word, "third")) {
      return std::nullopt;
    }
  }
  std::int64_t total = 0;
  std::int64_t group = is_article ? 1 : 0;
  bool has_number = false;
  bool may_be_small = true;  // "twenty" may be followed by "four".
  bool may_be_tens = true;
  for (int i = 0; i < kMaxNumberWords; ++i) {
    if (piece.kind != TextPiece::Kind::kWord) break;
    const std::string_view word = TextOf(text, piece.range);
    const auto small = Find(kSmall, word);
    const auto tens = Find(kTens, word);
    const auto scale = Find(kScales, word);
    const auto part = Find(kParts, word);
    if (scale && (has_number || is_article)) {
      if (*scale == 100 || *scale == 12) {
        group = std::max<std::int64_t>(group, 1) * *scale;
      } else {
        total += std::max<std::int64_t>(group, 1) * *scale;
        group = 0;
      }
      may_be_small = may_be_tens = true;
    } else if (tens && may_be_tens) {
      group += *tens;
      may_be_tens = false;
      may_be_small = true;
    } else if (small && may_be_small) {
      group += *small;
      may_be_small = may_be_tens = false;
    } else if (part && (has_number || is_article)) {
      const auto value =
          MakeRatio(total + std::max<std::int64_t>(group, 1), *part);
      if (!value) return std::nullopt;
      number.value = *value;
      number.is_fraction = true;
      number.range.end = piece.range.end;
      return number;
    } else {
      break;
    }
    has_number = true;
    number.range.end = piece.range.end;
    if (total > 1'000'000'000'000 || group > 1'000'000'000) return std::nullopt;
    piece = SkipHyphen(text, PieceAt(text, piece.range.end));
    if (const auto rest = AndAPartAt(text, piece)) {
      const auto value = Sum({total + group, 1}, rest->value);
      if (!value) return std::nullopt;
      number.value = *value;
      number.range.end = rest->range.end;
      return number;
    }
    const bool follows_scale = scale.has_value();
    if (follows_scale && piece.kind == TextPiece::Kind::kWord &&
        IsSame(TextOf(text, piece.range), "and")) {
      const TextPiece next = PieceAt(text, piece.range.end);
      if (next.kind == TextPiece::Kind::kWord &&
          (Find(kSmall, TextOf(text, next.range)) ||
           Find(kTens, TextOf(text, next.range)))) {
        piece = next;
      }
    }
  }
  if (!has_number) {
    if (IsSame(first_word, "half")) {
      number.value = {1, 2};
      number.is_fraction = true;
      return number;
    }
    if (const auto ordinal = Find(kOrdinals, first_word)) {
      number.value = {*ordinal, 1};
      number.is_ordinal = true;
      return number;
    }
    return std::nullopt;
  }
  number.value = {total + group, 1};
  return number;
}

std::optional<WrittenNumber> Negative(std::optional<WrittenNumber> number,
                                      std::uint32_t begin) {
  if (!number || number->is_ordinal) return std::nullopt;
  number->range.begin = begin;
  number->value.numerator = -number->value.numerator;
  number->plain_digits = 0;
  return number;
}

// "-20" after a blank or a bracket. What is a range or a list's dash ("5 - 10",
// "- 5 items") has a digit before it, or a blank after it.
std::optional<WrittenNumber> FromSign(std::string_view text,
                                      const TextPiece& sign) {
  constexpr std::string_view kLongDash = "\u2014";
  const TextPiece next = PieceAt(text, sign.range.end);
  if (sign.sign != '-' || TextOf(text, sign.range) == kLongDash ||
      next.kind != TextPiece::Kind::kDigits ||
      next.range.begin != sign.range.end ||
      !MayPrecedeNumber(text.substr(0, sign.range.begin))) {
    return std::nullopt;
  }
  return Negative(FromDigits(text, next), sign.range.begin);
}

// "minus 20", "minus twenty". "5 minus 3" is a difference.
std::optional<WrittenNumber> FromMinus(std::string_view text,
                                       const TextPiece& minus) {
  std::size_t before = minus.range.begin;
  while (before > 0 && Is(text[before - 1], kSpaceByte)) --before;
  if (before > 0 && Is(text[before - 1], kDigitByte)) return std::nullopt;
  const TextPiece next = PieceAt(text, minus.range.end);
  if (next.kind == TextPiece::Kind::kDigits) {
    return Negative(FromDigits(text, next), minus.range.begin);
  }
  if (next.kind != TextPiece::Kind::kWord) return std::nullopt;
  return Negative(FromWords(text, next), minus.range.begin);
}

}  // namespace

bool Is(std::string_view text, const TextPiece& piece,
        std::string_view word) noexcept {
  return piece.kind == TextPiece::Kind::kWord &&
         IsSame(TextOf(text, piece.range), word);
}

TextPiece PieceAt(std::string_view text, std::uint32_t position) noexcept {
  const std::size_t begin = SkipSpace(text, position, text.size());
  TextPiece piece;
  piece.range = {static_cast<std::uint32_t>(begin),
                 static_cast<std::uint32_t>(begin)};
  if (begin >= text.size()) return piece;
  if (BeginsWithDigits(text, piece.range.begin)) {
    piece.kind = TextPiece::Kind::kDigits;
    piece.range.end = DigitsEnd(text, piece.range.begin);
    return piece;
  }
  const auto skip_letters = [&] {
    while (piece.range.end < text.size() &&
           Is(text[piece.range.end], kLetterByte)) {
      ++piece.range.end;
    }
  };
  skip_letters();
  if (piece.range.end > begin && (piece.range.end == text.size() ||
                                  !Is(text[piece.range.end], kNonAsciiByte))) {
    piece.kind = TextPiece::Kind::kWord;
    return piece;
  }
  piece.range.end = piece.range.begin;
  const Character first = Decode(text, begin);
  piece.range.end += first.bytes;
  piece.kind = TextPiece::Kind::kSign;
  piece.sign = PlainSign(first.code_point);
  if (!IsAlphanumeric(first.code_point) || VulgarOf(piece)) return piece;
  piece.kind = TextPiece::Kind::kWord;
  while (piece.range.end < text.size()) {
    const Character next = Decode(text, piece.range.end);
    const TextPiece as_sign{TextPiece::Kind::kSign, {}, next.code_point};
    if (!IsAlphanumeric(next.code_point) || VulgarOf(as_sign) ||
        Is(text[piece.range.end], kDigitByte)) {
      break;
    }
    piece.range.end += next.bytes;
  }
  return piece;
}

std::optional<WrittenNumber> NumberAt(std::string_view text,
                                      const TextPiece& piece) noexcept {
  switch (piece.kind) {
    case TextPiece::Kind::kDigits:
      return FromDigits(text, piece);
    case TextPiece::Kind::kWord:
      if (Is(text, piece, "minus")) return FromMinus(text, piece);
      return FromWords(text, piece);
    case TextPiece::Kind::kSign:
      if (const auto part = VulgarOf(piece)) {
        WrittenNumber number;
        number.range = piece.range;
        number.value = *part;
        number.is_fraction = true;
        return number;
      }
      return FromSign(text, piece);
    case TextPiece::Kind::kEnd:
      return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace answerbox::engine
