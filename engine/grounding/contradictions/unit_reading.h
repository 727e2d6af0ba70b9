// Reads what units of a sentence mean by themselves and with their neighbours:
// names, dosed and denied words, opposites.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "engine/grounding/contradictions/sentence_alignment.h"
#include "engine/grounding/contradictions/sentence_units.h"
#include "engine/grounding/quantities/written_number.h"
#include "engine/grounding/words/word_meanings.h"
#include "engine/text/term_normalizer.h"

namespace answerbox::engine {

// A copy of a word or its stem.
struct CopiedWord {
  std::array<char, kMaxTermBytes> bytes;
  std::size_t size = 0;

  [[nodiscard]] std::string_view view() const noexcept {
    return {bytes.data(), size};
  }
};

//   text  of the sentence that the unit is in, here and below
[[nodiscard]] inline std::string_view TextOf(std::string_view text,
                                             const SentenceUnit& unit) {
  return Slice(text, unit.range);
}

//   part  of the units, not empty
[[nodiscard]] inline std::string_view TextOf(
    std::string_view text, std::span<const SentenceUnit> units, Gap part) {
  return Slice(text,
               {units[part.begin].range.begin, units[part.end - 1].range.end});
}

// Whether a hyphen follows directly: "pre-operative".
[[nodiscard]] bool IsHyphenated(std::string_view text,
                                const SentenceUnit& unit) noexcept;

struct WordForms {
  CopiedWord stem;    // For a stop word, the word itself.
  CopiedWord folded;  // In lower case.
};

[[nodiscard]] WordForms FormsOf(std::string_view text, const SentenceUnit& unit,
                                TermNormalizer& normalizer);

// Whether the words are opposites: "hot" and "cold", "safe" and "unsafe".
[[nodiscard]] bool AreOpposed(const WordForms& a, const WordForms& b) noexcept;

// Returns which of the alternatives of its kind the unit names.
[[nodiscard]] Alternative AlternativeAt(std::string_view text,
                                        const SentenceUnit& unit,
                                        TermNormalizer& normalizer);

// Whether the unit is a name, or a word with a capital that may be one.
[[nodiscard]] bool IsNameLike(const SentenceUnit& unit) noexcept;

// Whether the acronym stands for the words: "WHO" and "World Health
// Organization".
[[nodiscard]] bool IsAcronymOf(std::string_view acronym_text,
                               const SentenceUnit& acronym,
                               std::string_view words_text,
                               std::span<const SentenceUnit> words) noexcept;

// Whether unit i of the sentence stands beside a dose and names what is dosed:
// "X 500 mg", "500 mg of X".
[[nodiscard]] bool IsDosed(const SentenceUnits& sentence, std::string_view text,
                           std::size_t i, TermNormalizer& normalizer);

// Returns the nearest negation that denies units[i]: no other content word
// stands between them.
[[nodiscard]] std::optional<std::size_t> NegationOf(
    std::span<const SentenceUnit> units, std::size_t i) noexcept;

// Whether units[i] is denied by a single negation. Two cancel out.
[[nodiscard]] bool IsDenied(std::span<const SentenceUnit> units,
                            std::size_t i) noexcept;

// Whether the thing that units[i] names must not be used: "do not take alcohol"
// or "stop taking aspirin", where the other text says "avoid alcohol".
[[nodiscard]] bool IsUseDenied(std::string_view text,
                               std::span<const SentenceUnit> units,
                               std::size_t i, TermNormalizer& normalizer);

// Returns the negation that reverses the bound of the quantity at i, if there
// is one: the "not" of "do not store above 8".
[[nodiscard]] std::optional<std::size_t> NegationOfBound(
    const SentenceUnits& sentence, std::size_t i) noexcept;

// Returns the quantity at i. A denied bound is reversed: "do not store above 8"
// is at most 8.
[[nodiscard]] Quantity QuantityAt(const SentenceUnits& sentence,
                                  std::size_t i) noexcept;

// Whether the unit is a word such as "stop" or "withhold".
[[nodiscard]] bool IsStopping(std::string_view text, const SentenceUnit& unit,
                              TermNormalizer& normalizer);

// Whether one of the units is this word, given in lower case.
[[nodiscard]] bool HasWord(std::string_view text,
                           std::span<const SentenceUnit> units,
                           std::string_view word, TermNormalizer& normalizer);

// Whether the units contain a phrase of exception: "not before", "nobody but".
[[nodiscard]] bool HasException(std::string_view text,
                                std::span<const SentenceUnit> units,
                                TermNormalizer& normalizer);

// Whether a word such as "turn" precedes units[i]: "turn the pump off".
[[nodiscard]] bool IsSwitched(std::string_view text,
                              std::span<const SentenceUnit> units,
                              std::size_t i, TermNormalizer& normalizer);

// Returns where the stop words before units[i] begin in the text.
[[nodiscard]] std::uint32_t PhraseBegin(std::span<const SentenceUnit> units,
                                        std::size_t i) noexcept;

}  // namespace answerbox::engine
