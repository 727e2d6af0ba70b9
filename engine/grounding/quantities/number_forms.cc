#include "engine/grounding/quantities/number_forms.h"

#include <algorithm>
#include <cstddef>

#include "engine/text/character_class.h"

namespace answerbox::engine {

namespace {

std::uint32_t PlainEnd(std::string_view text, std::uint32_t position) {
  while (position < text.size() && Is(text[position], kDigitByte)) ++position;
  return position;
}

bool AreThreeDigits(std::string_view text, std::uint32_t begin) {
  return PlainEnd(text, begin) == begin + 3;
}

// The bytes of a blank at `position`, 0 if there is none.
std::uint32_t BlankBytes(std::string_view text, std::size_t position) {
  const std::string_view rest = text.substr(std::min(position, text.size()));
  if (!rest.empty() && Is(rest[0], kSpaceByte)) return 1;
  for (const std::string_view blank : {"\u00A0", "\u2009", "\u202F"}) {
    if (rest.starts_with(blank))
      return static_cast<std::uint32_t>(blank.size());
  }
  return 0;
}

// The bytes of a blank at the end of `text`, 0 if there is none. Typographers
// set thin and unbreakable blanks between thousands and before units, so these
// are blanks too.
std::uint32_t LastBlankBytes(std::string_view text) {
  if (text.empty()) return 0;
  if (Is(text.back(), kSpaceByte)) return 1;
  if (text.ends_with("\u00A0")) return 2;
  return text.ends_with("\u2009") || text.ends_with("\u202F") ? 3 : 0;
}

// The decimal point of British clinical texts.
constexpr std::string_view kMiddleDot = "\u00B7";

// The bytes of a decimal point other than a comma.
std::uint32_t PointBytes(std::string_view text, std::size_t position) {
  const std::string_view rest = text.substr(std::min(position, text.size()));
  if (rest.starts_with('.')) return 1;
  return rest.starts_with(kMiddleDot) ? 2 : 0;
}

// A number in digits: its whole part, then its point and decimals.
struct DigitsPlace {
  std::uint32_t whole_end = 0;
  std::uint32_t end = 0;
};

// "1,000,000"; nothing if no group of three follows the comma.
std::uint32_t CommaGroupsEnd(std::string_view text, std::uint32_t end) {
  while (end < text.size() && text[end] == ',' &&
         AreThreeDigits(text, end + 1)) {
    end += 4;
  }
  return end;
}

// "of 12", but not "B12".
bool EndsWithNumber(std::string_view text) {
  std::size_t begin = text.size();
  while (begin > 0 && Is(text[begin - 1], kDigitByte)) --begin;
  const bool is_of_word = begin > 0 && Is(text[begin - 1], kLetterByte);
  return begin < text.size() && !is_of_word;
}

// "1 000 000". Digits after a word ("doxycycline2 100 mg"), a clock time or a
// fraction, and telephone numbers have no groups.
std::uint32_t BlankGroupsEnd(std::string_view text, std::uint32_t begin,
                             std::uint32_t end) {
  const std::string_view before = text.substr(0, begin);
  const bool is_range = before.ends_with('-') || before.ends_with("\u2013") ||
                        before.ends_with("\u2212");
  if ((!MayPrecedeNumber(before) && !is_range) || before.ends_with(':')) {
    return end;
  }
  const std::uint32_t blank_before = LastBlankBytes(before);
  if (blank_before > 0 &&
      EndsWithNumber(before.substr(0, begin - blank_before))) {
    return end;
  }
  std::uint32_t groups_end = end;
  for (;;) {
    const std::uint32_t blank = BlankBytes(text, groups_end);
    if (blank == 0 || text[groups_end] == '\n') return groups_end;
    const std::uint32_t group = groups_end + blank;
    if (group >= text.size() || !Is(text[group], kDigitByte)) {
      return groups_end;
    }
    if (!AreThreeDigits(text, group)) return end;
    groups_end = group + 3;
  }
}

// Whether the comma at `position` is a decimal one: "0,5". Neither "1,000" nor
// the list "1,2,3".
bool IsDecimalComma(std::string_view text, std::uint32_t begin,
                    std::uint32_t position) {
  const std::uint32_t first = position + 1;
  if (position >= text.size() || text[position] != ',') return false;
  const std::uint32_t end = PlainEnd(text, first);
  const std::uint32_t decimals = end - first;
  const std::uint32_t digits = position - begin;
  const bool is_thousand = decimals == 3 && digits > 0 && text[begin] != '0';
  // "12,2020" is a day and a year.
  const bool is_year = decimals == 4 && digits > 0 && text[begin] != '0' &&
                       (text[first] == '1' || text[first] == '2');
  if (decimals == 0 || is_thousand || is_year || (digits > 3 && decimals > 2)) {
    return false;
  }
  const bool goes_on = end + 1 < text.size() && text[end] == ',' &&
                       Is(text[end + 1], kDigitByte);
  const bool is_later =
      begin > 1 && text[begin - 1] == ',' && Is(text[begin - 2], kDigitByte);
  return !goes_on && !is_later;
}

// The number in digits that begins at `begin`, at a digit or at a point before
// one. A leading zero has no groups: "0,125" is an eighth, and "0 500" is two
// numbers.
DigitsPlace FindDigits(std::string_view text, std::uint32_t begin) {
  DigitsPlace place;
  const std::uint32_t end = PlainEnd(text, begin);
  place.whole_end = end;
  const bool is_zero = text[begin] == '0' && end - begin == 1;
  if (end > begin && end - begin <= 3 && !is_zero) {
    place.whole_end = CommaGroupsEnd(text, end);
    if (place.whole_end == end) {
      place.whole_end = BlankGroupsEnd(text, begin, end);
    }
  }
  place.end = place.whole_end;
  std::uint32_t point = PointBytes(text, place.whole_end);
  if (point == 0 && place.whole_end == end &&
      IsDecimalComma(text, begin, end)) {
    point = 1;
  }
  const std::uint32_t decimals = place.whole_end + point;
  if (point > 0 && decimals < text.size() && Is(text[decimals], kDigitByte)) {
    place.end = PlainEnd(text, decimals);
  }
  return place;
}

// Whether a number begins with a point or comma: ".5 mg". Doses are written so
// although guidelines forbid it, since ".5 mg" is misread as 5 mg. A sentence's
// last point and a file's ending have no blank before them.
bool BeginsWithPoint(std::string_view text, std::uint32_t begin) {
  const char first = text[begin];
  if (first != '.' && first != ',' && first != kMiddleDot[0]) return false;
  std::uint32_t point = PointBytes(text, begin);
  const bool is_middle_dot = point == kMiddleDot.size();
  if (point == 0 && IsDecimalComma(text, begin, begin)) point = 1;
  const std::size_t digit = begin + point;
  if (point == 0 || digit >= text.size() || !Is(text[digit], kDigitByte)) {
    return false;
  }
  const std::string_view before = text.substr(0, begin);
  // At the begin of a line a middle dot is a bullet.
  const bool begins_line = before.empty() || before.back() == '\n';
  return MayPrecedeNumber(before) && !(is_middle_dot && begins_line);
}

}  // namespace

bool MayPrecedeNumber(std::string_view before) noexcept {
  constexpr std::string_view kMarks = "([{<>=~|:$\"";
  return before.empty() || LastBlankBytes(before) > 0 ||
         kMarks.find(before.back()) != std::string_view::npos ||
         before.ends_with("\u2264") || before.ends_with("\u2265") ||
         before.ends_with("\u00A3") || before.ends_with("\u20AC");
}

bool BeginsWithDigits(std::string_view text, std::uint32_t begin) noexcept {
  return Is(text[begin], kDigitByte) || BeginsWithPoint(text, begin);
}

std::uint32_t DigitsEnd(std::string_view text, std::uint32_t begin) noexcept {
  return FindDigits(text, begin).end;
}

// Digits past kMaxDigits would lose their last ones in a ratio; such numbers
// are identifiers.
std::optional<Digits> ReadDigits(std::string_view text,
                                 std::uint32_t begin) noexcept {
  const DigitsPlace place = FindDigits(text, begin);
  std::int64_t value = 0;
  std::int64_t scale = 1;
  std::uint32_t count = 0;
  for (std::uint32_t i = begin; i < place.end; ++i) {
    if (!Is(text[i], kDigitByte)) continue;
    if (++count > kMaxDigits) return std::nullopt;
    value = 10 * value + (text[i] - '0');
    if (i >= place.whole_end) scale *= 10;
  }
  const auto ratio = MakeRatio(value, scale);
  if (!ratio) return std::nullopt;
  const bool is_plain = count == place.end - begin;
  return Digits{*ratio, static_cast<std::uint8_t>(is_plain ? count : 0)};
}

// Numbers in words: "two hundred and fifty thousand", "a dozen", "two thirds".

namespace {

// Words of one number: "two hundred and fifty thousand three hundred and ten".
constexpr int kMaxNumberWords = 12;

constexpr std::int64_t kThousand = 1000;
// A number in words may be no larger, so that no step of it overflows.
constexpr std::int64_t kMostTotal = 1'000'000'000'000;
constexpr std::int64_t kMostGroup = 1'000'000'000;

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
// "second" is a unit of time as well; MeasureAt decides by what stands around
// it.
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
    if (IsSameWord(word, known.word)) return known.value;
  }
  return std::nullopt;
}

// "twenty-four", but not the dash of "twenty - four".
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
  const auto parts = Find(kParts, Slice(text, word.range));
  if (!parts) return std::nullopt;
  WrittenNumber part;
  part.range = {piece.range.begin, word.range.end};
  part.value = {1, *parts};
  return part;
}

// Between a scale and what it leaves: "a hundred and five". Elsewhere "and"
// joins two numbers: "between five and ten".
TextPiece SkipAnd(std::string_view text, const TextPiece& piece) {
  if (!Is(text, piece, "and")) return piece;
  const TextPiece next = PieceAt(text, piece.range.end);
  const bool is_number = next.kind == TextPiece::Kind::kWord &&
                         (Find(kSmall, Slice(text, next.range)) ||
                          Find(kTens, Slice(text, next.range)));
  return is_number ? next : piece;
}

// The value of the words of one number so far: thousands and more in `total_`,
// what is below in `group_`, as a scale multiplies its own group alone: "two
// thousand five hundred" is 2,500.
class SpokenNumber {
 public:
  // "a hundred" is one hundred.
  explicit SpokenNumber(bool has_article)
      : group_(has_article ? 1 : 0), has_article_(has_article) {}

  // Takes the next word; false if it does not go on with the number.
  bool Take(std::string_view word) {
    const auto scale = Find(kScales, word);
    if (scale && CanBeMultiplied()) {
      Multiply(*scale);
      may_be_small_ = may_be_tens_ = true;
    } else if (const auto tens = Find(kTens, word); tens && may_be_tens_) {
      group_ += *tens;
      may_be_tens_ = false;
      may_be_small_ = true;
    } else if (const auto small = Find(kSmall, word); small && may_be_small_) {
      group_ += *small;
      may_be_small_ = may_be_tens_ = false;
    } else {
      return false;
    }
    ends_with_scale_ = scale.has_value();
    has_words_ = true;
    return true;
  }

  // The number of parts that a word such as "thirds" makes of it; nothing if
  // no number may stand before the word.
  [[nodiscard]] std::optional<Ratio> PartsOf(std::string_view word) const {
    const auto parts = Find(kParts, word);
    if (!parts || !CanBeMultiplied()) return std::nullopt;
    return MakeRatio(total_ + AtLeastOne(), *parts);
  }

  // The next word multiplies by a billion at most.
  [[nodiscard]] bool IsTooLarge() const {
    return total_ > kMostTotal || group_ > kMostGroup;
  }
  [[nodiscard]] Ratio value() const { return {total_ + group_, 1}; }
  [[nodiscard]] bool has_words() const { return has_words_; }
  [[nodiscard]] bool ends_with_scale() const { return ends_with_scale_; }

 private:
  [[nodiscard]] bool CanBeMultiplied() const {
    return has_words_ || has_article_;
  }
  [[nodiscard]] std::int64_t AtLeastOne() const {
    return std::max<std::int64_t>(group_, 1);
  }
  void Multiply(std::int64_t scale) {
    if (scale < kThousand) {
      group_ = AtLeastOne() * scale;
    } else {
      total_ += AtLeastOne() * scale;
      group_ = 0;
    }
  }

  std::int64_t total_ = 0;
  std::int64_t group_;
  bool has_article_;
  bool has_words_ = false;
  bool may_be_small_ = true;  // "twenty" may be followed by "four",
  bool may_be_tens_ = true;   // "four" not by "twenty".
  bool ends_with_scale_ = false;
};

// "half" and ordinals, which no other word of a number follows.
std::optional<WrittenNumber> FromOneWord(std::string_view word,
                                         WrittenNumber number) {
  if (IsSameWord(word, "half")) {
    number.value = {1, 2};
    number.is_fraction = true;
    return number;
  }
  const auto ordinal = Find(kOrdinals, word);
  if (!ordinal) return std::nullopt;
  number.value = {*ordinal, 1};
  number.is_ordinal = true;
  return number;
}

}  // namespace

std::optional<std::int64_t> LargeScaleOf(std::string_view word) noexcept {
  const auto scale = Find(kScales, word);
  return scale && *scale >= kThousand ? scale : std::nullopt;
}

// An article alone is no number: it needs a scale or a part after it.
std::optional<WrittenNumber> NumberInWords(std::string_view text,
                                           const TextPiece& first) noexcept {
  const bool has_article = Is(text, first, "a") || Is(text, first, "an");
  TextPiece piece = has_article ? PieceAt(text, first.range.end) : first;
  if (has_article && (piece.kind != TextPiece::Kind::kWord ||
                      !IsOneOf(Slice(text, piece.range),
                               {"dozen", "hundred", "thousand", "million",
                                "billion", "half", "quarter", "third"}))) {
    return std::nullopt;
  }
  WrittenNumber number;
  number.range = first.range;
  number.is_word = true;
  SpokenNumber spoken(has_article);
  for (int i = 0; i < kMaxNumberWords; ++i) {
    if (piece.kind != TextPiece::Kind::kWord) break;
    const std::string_view word = Slice(text, piece.range);
    if (!spoken.Take(word)) {
      const auto parts = spoken.PartsOf(word);
      if (!parts) break;
      number.is_fraction = true;
      return With(number, parts, piece.range.end);
    }
    number.range.end = piece.range.end;
    if (spoken.IsTooLarge()) return std::nullopt;
    piece = SkipHyphen(text, PieceAt(text, piece.range.end));
    if (const auto rest = AndAPartAt(text, piece)) {
      return With(number, Sum(spoken.value(), rest->value), rest->range.end);
    }
    if (spoken.ends_with_scale()) piece = SkipAnd(text, piece);
  }
  if (!spoken.has_words()) {
    return FromOneWord(Slice(text, first.range), number);
  }
  number.value = spoken.value();
  return number;
}

}  // namespace answerbox::engine
