// The parts that quantities are made of: numbers and their ranges, units, words
// that say how often, months. All stop at the text's end, and take time in
// proportion to what they read.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string_view>

#include "engine/grounding/quantities/measure_units.h"
#include "engine/grounding/quantities/quantity.h"
#include "engine/grounding/quantities/ratio.h"
#include "engine/grounding/quantities/written_number.h"
#include "engine/text/byte_range.h"

namespace answerbox::engine {

struct FrequencyWord {
  std::string_view word;
  Ratio per_second;
};

class QuantityGrammar {
 public:
  QuantityGrammar(std::string_view text, std::uint32_t begin)
      : text_(text), begin_(begin) {}

  [[nodiscard]] TextPiece At(std::uint32_t position) const {
    return PieceAt(text_, position);
  }
  [[nodiscard]] bool IsWord(const TextPiece& piece,
                            std::string_view word) const {
    return Is(text_, piece, word);
  }
  [[nodiscard]] bool IsSign(const TextPiece& piece, char32_t sign) const {
    return piece.kind == TextPiece::Kind::kSign && piece.sign == sign;
  }
  [[nodiscard]] std::string_view TextOf(const TextPiece& piece) const {
    return text_.substr(piece.range.begin, piece.range.end - piece.range.begin);
  }

  struct Unit {
    MeasureUnit unit;
    std::uint32_t end = 0;
  };

  // A unit at `position`, be it after a hyphen ("5-day").
  [[nodiscard]] std::optional<Unit> UnitAt(std::uint32_t position) const;

  // "a day", "per day", "/day", "each day": the unit after a word like "per".
  [[nodiscard]] std::optional<Unit> PerAt(std::uint32_t position,
                                          bool with_article) const;

  // The number that a frequency counts with: "once", "twice", "thrice".
  [[nodiscard]] std::optional<std::int64_t> TimesOf(
      const TextPiece& piece) const;

  [[nodiscard]] std::optional<FrequencyWord> FrequencyOf(
      const TextPiece& piece) const;

  struct Month {
    std::int64_t number = 0;
    std::uint32_t end = 0;
  };
  // A month's name with a capital letter.
  [[nodiscard]] std::optional<Month> MonthAt(const TextPiece& piece) const;

  [[nodiscard]] std::optional<std::int64_t> WholeAt(const TextPiece& piece,
                                                    std::int64_t least,
                                                    std::int64_t most) const;

  // Which words stand before `position`, at most `kWordsBefore`, the nearest
  // first.
  static constexpr std::size_t kWordsBefore = 4;
  [[nodiscard]] std::array<std::string_view, kWordsBefore> WordsBefore(
      std::uint32_t position) const;

 private:
  std::string_view text_;
  std::uint32_t begin_;
};

// `lower` is in small letters; so are `words`.
[[nodiscard]] bool IsSameWord(std::string_view word, std::string_view lower);
[[nodiscard]] bool IsOneOf(std::string_view word,
                           std::initializer_list<std::string_view> words);

// A number, or two with "to", "or", "-" or "between ... and" about them.
struct NumberRange {
  Ratio low;
  Ratio high;
  WrittenNumber first;
  WrittenNumber last;
  std::optional<QuantityGrammar::Unit> first_unit;  // "10 mg to 20 mg"
  std::uint32_t end = 0;
};

[[nodiscard]] std::optional<NumberRange> RangeAt(const QuantityGrammar& grammar,
                                                 std::string_view text,
                                                 const TextPiece& piece);

// A quantity without words around it.
[[nodiscard]] Quantity Plain(ByteRange range, Dimension dimension,
                             const Ratio& low, const Ratio& high);

}  // namespace answerbox::engine
