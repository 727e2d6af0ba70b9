// Numbers in words: "two hundred and fifty thousand", "a dozen", "two thirds".
#include <algorithm>
#include <cstddef>

#include "engine/grounding/quantities/number_forms.h"

namespace answerbox::engine {
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
  const auto parts = Find(kParts, TextOf(text, word.range));
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
                         (Find(kSmall, TextOf(text, next.range)) ||
                          Find(kTens, TextOf(text, next.range)));
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
                      !IsOneOf(TextOf(text, piece.range),
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
    const std::string_view word = TextOf(text, piece.range);
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
    return FromOneWord(TextOf(text, first.range), number);
  }
  number.value = spoken.value();
  return number;
}

}  // namespace answerbox::engine
