// The units by which two sentences are compared: words, names, quantities,
// negations and punctuation marks, in order.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "engine/grounding/quantities/quantity.h"
#include "engine/text/term_normalizer.h"
#include "engine/text/text_block.h"

namespace answerbox::engine {

// Units beyond these limits are not compared.
inline constexpr std::size_t kMaxSentenceUnits = 384;
inline constexpr std::size_t kMaxSentenceQuantities = 96;

enum class SentenceUnitKind : std::uint8_t {
  kMark,      // Punctuation.
  kStopWord,  // "the", "of"
  kNegation,  // "not", "without", "avoid"
  kWord,
  kName,  // Has a capital letter, or is the name of a medicine.
  kQuantity,
};

struct SentenceUnit {
  // The hash of the stem, or of the value in base units. Equal for units with
  // the same meaning, such as two names of one medicine.
  std::uint32_t hash = 0;
  ByteRange range;
  SentenceUnitKind kind = SentenceUnitKind::kWord;
  bool is_medicine = false;  // medicine_names.h
  bool is_acronym = false;
  bool is_capital = false;  // Has a capital, though no sentence begins here.
  bool is_light = false;    // A word of little meaning: "usually", "able".
  // Denies only the next word: the "no" of "no more than", the "not" of "not
  // all".
  bool is_narrow = false;
  std::uint8_t quantity = 0;  // The index of a kQuantity.

  [[nodiscard]] bool IsContent() const noexcept {
    return kind >= SentenceUnitKind::kWord;
  }
};

struct SentenceUnits {
  std::array<SentenceUnit, kMaxSentenceUnits> unit_storage;
  std::array<Quantity, kMaxSentenceQuantities> quantity_storage;
  std::size_t unit_count = 0;
  std::size_t quantity_count = 0;

  [[nodiscard]] std::span<const SentenceUnit> units() const noexcept {
    return std::span(unit_storage).first(unit_count);
  }
  [[nodiscard]] const Quantity& QuantityOf(
      const SentenceUnit& unit) const noexcept {
    return quantity_storage[unit.quantity];
  }
};

// Fills `out` with the units of text[sentence.begin, sentence.end).
// Allocates nothing. Linear time.
void ReadSentenceUnits(std::string_view text, ByteRange sentence,
                       TermNormalizer& normalizer, SentenceUnits& out);

}  // namespace answerbox::engine
