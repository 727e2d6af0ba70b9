// Quantities in English text: numbers with their units, frequencies, clock
// times and dates, each in a base unit, so that "500 mg" is "0.5 g" and "twice
// a day" is "every 12 hours".
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "engine/grounding/quantities/measure_units.h"
#include "engine/grounding/quantities/written_number.h"
#include "engine/text/text_block.h"

namespace answerbox::engine {

enum class Bound : std::uint8_t {
  kExact,
  kAtLeast,  // "at least 5", "more than 5", "> 5", "5 or more"
  kAtMost,   // "up to 5", "less than 5", "5 or fewer"
};

struct Quantity {
  ByteRange range;  // With its unit.
  Dimension dimension = Dimension::kCount;
  // "mg/kg/day": mass per mass per time. kCount: there is no such part. Time is
  // the last.
  Dimension per = Dimension::kCount;
  Dimension per_second = Dimension::kCount;
  // In base units; a range ("5-10 days") has a low below its high.
  Ratio low;
  Ratio high;
  // As written, before units were applied.
  Ratio written_low;
  Ratio written_high;
  Bound bound = Bound::kExact;
  bool is_about = false;     // "about", "nearly", "some"
  bool is_word = false;      // Written without digits and without a unit.
  bool is_per_hour = false;  // Per a time shorter than a day.
  bool is_repeated = false;  // "every hour" or "daily" follows.

  [[nodiscard]] bool IsRange() const noexcept { return low != high; }
};

// Reads the quantities of a text in order. A pull parser: allocates nothing,
// takes linear time. What is too large or no known unit is a plain number or no
// quantity. Digits that are part of a word ("B12", "COVID-19") are none.
class QuantityReader {
 public:
  // Reads text[part.begin, part.end); ranges count from the text's begin.
  QuantityReader(std::string_view text, ByteRange part) noexcept
      : text_(text.substr(0, part.end)),
        position_(part.begin),
        begin_(part.begin) {}

  [[nodiscard]] std::optional<Quantity> Next() noexcept;

 private:
  [[nodiscard]] bool IsWithinWord(std::uint32_t begin) const noexcept;

  std::string_view text_;
  std::uint32_t position_;
  std::uint32_t begin_;  // No quantity begins before it.
};

enum class QuantityRelation : std::uint8_t {
  kCompatible,   // The same, or a value within the other's range.
  kUnitDiffers,  // The same number, another unit.
  kValueDiffers,
  kUnrelated,  // Of different dimensions: not comparable.
};

// How an answer's quantity relates to the context's. A value within a range of
// the context is compatible. So is a range of the answer that holds the
// context's value, and a bound that does not exclude it.
[[nodiscard]] QuantityRelation Compare(const Quantity& answer,
                                       const Quantity& context) noexcept;

}  // namespace answerbox::engine
