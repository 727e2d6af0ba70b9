#include "engine/grounding/quantities/written_number.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <numeric>

#include "engine/grounding/quantities/number_forms.h"
#include "engine/text/character_class.h"

namespace answerbox::engine {

namespace {

bool IsInRange(std::int64_t part) {
  return part >= -kMaxRatioPart && part <= kMaxRatioPart;
}

// Both at least 0, the denominators at least 1: compares whole parts, then the
// inverses of the rests, as Euclid would.
bool IsLessUnsigned(Ratio a, Ratio b) {
  for (;;) {
    const std::int64_t whole_a = a.numerator / a.denominator;
    const std::int64_t whole_b = b.numerator / b.denominator;
    if (whole_a != whole_b) return whole_a < whole_b;
    const std::int64_t rest_a = a.numerator % a.denominator;
    const std::int64_t rest_b = b.numerator % b.denominator;
    if (rest_b == 0) return false;
    if (rest_a == 0) return true;
    const Ratio inverse_b{b.denominator, rest_b};
    b = {a.denominator, rest_a};
    a = inverse_b;
  }
}

}  // namespace

// Lowest terms make equality a comparison of parts. The sign goes to the
// numerator, or -1/2 and 1/-2 would differ.
std::optional<Ratio> MakeRatio(std::int64_t numerator,
                               std::int64_t denominator) noexcept {
  if (denominator == 0 || !IsInRange(numerator) || !IsInRange(denominator)) {
    return std::nullopt;
  }
  const std::int64_t divisor = std::gcd(numerator, denominator);
  const std::int64_t sign = denominator < 0 ? -1 : 1;
  return Ratio{sign * numerator / divisor, sign * denominator / divisor};
}

// The product of two denominators may overflow although the sum is small; then
// there is no sum, and no quantity.
std::optional<Ratio> Sum(const Ratio& a, const Ratio& b) noexcept {
  std::int64_t left = 0;
  std::int64_t right = 0;
  std::int64_t sum = 0;
  std::int64_t denominator = 0;
  if (__builtin_mul_overflow(a.numerator, b.denominator, &left) ||
      __builtin_mul_overflow(b.numerator, a.denominator, &right) ||
      __builtin_add_overflow(left, right, &sum) ||
      __builtin_mul_overflow(a.denominator, b.denominator, &denominator)) {
    return std::nullopt;
  }
  const std::int64_t divisor = std::gcd(sum, denominator);
  return MakeRatio(sum / divisor, denominator / divisor);
}

// Reduced crosswise first, so that a product that fits is found although the
// products of the parts do not.
std::optional<Ratio> Product(const Ratio& a, const Ratio& b) noexcept {
  const std::int64_t first = std::gcd(a.numerator, b.denominator);
  const std::int64_t second = std::gcd(b.numerator, a.denominator);
  std::int64_t numerator = 0;
  std::int64_t denominator = 0;
  if (__builtin_mul_overflow(a.numerator / first, b.numerator / second,
                             &numerator) ||
      __builtin_mul_overflow(a.denominator / second, b.denominator / first,
                             &denominator)) {
    return std::nullopt;
  }
  return MakeRatio(numerator, denominator);
}

std::optional<Ratio> Quotient(const Ratio& a, const Ratio& b) noexcept {
  const auto inverse = MakeRatio(b.denominator, b.numerator);
  if (!inverse) return std::nullopt;
  return Product(a, *inverse);
}

// Cross multiplication would overflow, so this compares without it.
bool IsLess(const Ratio& a, const Ratio& b) noexcept {
  const bool is_a_negative = a.numerator < 0;
  const bool is_b_negative = b.numerator < 0;
  if (is_a_negative != is_b_negative) return is_a_negative;
  if (!is_a_negative) return IsLessUnsigned(a, b);
  return IsLessUnsigned({-b.numerator, b.denominator},
                        {-a.numerator, a.denominator});
}

namespace {

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

// Texts from PDF and HTML have several characters for one sign; the grammar
// knows one of them.
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
  return IsOneOf(word, {"st", "nd", "rd", "th"});
}

// "10^3": 1000. Larger exponents have no ratio, so the loop is short.
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
// Larger parts are pages, dates and blood pressures: "120/80".
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

// "2nd", "5 million".
std::optional<WrittenNumber> WithWord(std::string_view text,
                                      WrittenNumber number,
                                      const TextPiece& word) {
  const bool touches = word.range.begin == number.range.end;
  if (touches && IsOrdinalEnding(Slice(text, word.range))) {
    number.is_ordinal = true;
    number.range.end = word.range.end;
    return number;
  }
  const auto scale = LargeScaleOf(Slice(text, word.range));
  if (!scale) return number;
  number.plain_digits = 0;
  return With(number, Product(number.value, {*scale, 1}), word.range.end);
}

// "10^3".
std::optional<WrittenNumber> WithPower(std::string_view text,
                                       WrittenNumber number,
                                       const TextPiece& sign) {
  const TextPiece after = PieceAt(text, sign.range.end);
  if (sign.sign != '^' || after.kind != TextPiece::Kind::kDigits ||
      after.range.begin != sign.range.end) {
    return number;
  }
  const auto exponent = ReadDigits(text, after.range.begin);
  if (!exponent) return number;
  number.plain_digits = 0;
  return With(number, Power(number.value, exponent->value), after.range.end);
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
  if (next.kind == TextPiece::Kind::kWord) return WithWord(text, number, next);
  if (const auto part = VulgarOf(next)) {
    return With(number, Sum(number.value, *part), next.range.end);
  }
  // "2 1/2" is looked for before "1/2": its "2" is no part of the fraction.
  if (const auto part = FractionAt(text, next); part && digits->plain > 0) {
    number.plain_digits = 0;
    return With(number, Sum(number.value, part->value), part->range.end);
  }
  if (const auto part = FractionAt(text, piece)) return part;
  const bool touches = next.range.begin == piece.range.end;
  if (!touches || next.kind != TextPiece::Kind::kSign) return number;
  return WithPower(text, number, next);
}

// A sign before an ordinal is a dash: "-2nd floor".
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
  if (sign.sign != '-' || Slice(text, sign.range) == kLongDash ||
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
  return Negative(NumberInWords(text, next), minus.range.begin);
}

}  // namespace

bool IsSameWord(std::string_view word, std::string_view lower) {
  return std::ranges::equal(word, lower, {}, ToLowerAscii);
}

bool IsOneOf(std::string_view word,
             std::initializer_list<std::string_view> words) {
  return std::ranges::any_of(
      words, [&](std::string_view known) { return IsSameWord(word, known); });
}

bool Is(std::string_view text, const TextPiece& piece,
        std::string_view word) noexcept {
  return piece.kind == TextPiece::Kind::kWord &&
         IsSameWord(Slice(text, piece.range), word);
}

// ASCII letters first, as nearly all words are; only a word with another letter
// is decoded. A vulgar fraction ends a word: "cup" in "½cup" is a word of its
// own.
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
      return NumberInWords(text, piece);
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
