// What units of one sentence say by themselves and with their neighbours:
// names, words that are dosed, words that are denied, opposites.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "engine/grounding/contradictions/aligned_sentences.h"
#include "engine/grounding/contradictions/sentence_units.h"
#include "engine/grounding/quantities/written_number.h"
#include "engine/grounding/words/word_meanings.h"
#include "engine/text/term_normalizer.h"

namespace answerbox::engine {

// A word or its stem, in memory of its own.
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
  return TextOf(text, unit.range);
}

//   part  of the units, not empty
[[nodiscard]] inline std::string_view TextOf(
    std::string_view text, std::span<const SentenceUnit> units, Gap part) {
  const std::uint32_t begin = units[part.begin].range.begin;
  return text.substr(begin, units[part.end - 1].range.end - begin);
}

// Whether a hyphen and no blank follows: "pre-operative".
[[nodiscard]] bool IsHyphenated(std::string_view text,
                                const SentenceUnit& unit) noexcept;

struct WordForms {
  CopiedWord stem;    // Of a stop word: the word.
  CopiedWord folded;  // In lower case.
};

[[nodiscard]] WordForms FormsOf(std::string_view text, const SentenceUnit& unit,
                                TermNormalizer& normalizer);

// "hot" and "cold", "safe" and "unsafe".
[[nodiscard]] bool AreOpposed(const WordForms& a, const WordForms& b) noexcept;

// What the unit stands for among the alternatives of its kind.
[[nodiscard]] Alternative AlternativeAt(std::string_view text,
                                        const SentenceUnit& unit,
                                        TermNormalizer& normalizer);

// Whether the unit is a name, or a word with a capital that may be one.
[[nodiscard]] bool IsNameLike(const SentenceUnit& unit) noexcept;

// "WHO" and "World Health Organization".
[[nodiscard]] bool IsAcronymOf(std::string_view acronym_text,
                               const SentenceUnit& acronym,
                               std::string_view words_text,
                               std::span<const SentenceUnit> words) noexcept;

// Whether the sentence's unit i is a word beside a dose that names what is
// dosed: "X 500 mg", "500 mg of X".
[[nodiscard]] bool IsDosed(const SentenceUnits& sentence, std::string_view text,
                           std::size_t i, TermNormalizer& normalizer);

// The nearest negation before units[i] that denies it: no other word that says
// something stands between them.
[[nodiscard]] std::optional<std::size_t> NegationOf(
    std::span<const SentenceUnit> units, std::size_t i) noexcept;

// Whether units[i] is denied: by one negation, not by two.
[[nodiscard]] bool IsDenied(std::span<const SentenceUnit> units,
                            std::size_t i) noexcept;

// Whether what units[i] names is not to be used: "do not take alcohol", "stop
// taking aspirin", in the place of "avoid alcohol".
[[nodiscard]] bool IsUseDenied(std::string_view text,
                               std::span<const SentenceUnit> units,
                               std::size_t i, TermNormalizer& normalizer);

// The negation that turns round the bound of the quantity at i, if any: the
// "not" of "do not store above 8".
[[nodiscard]] std::optional<std::size_t> NegationOfBound(
    const SentenceUnits& sentence, std::size_t i) noexcept;

// The quantity at i, its bound turned round if that is denied: "do not store
// above 8" is at most 8.
[[nodiscard]] Quantity QuantityAt(const SentenceUnits& sentence,
                                  std::size_t i) noexcept;

// Whether the unit is "stop", "withhold".
[[nodiscard]] bool IsStopping(std::string_view text, const SentenceUnit& unit,
                              TermNormalizer& normalizer);

// Whether one of the units is the word, which is in lower case.
[[nodiscard]] bool HasWord(std::string_view text,
                           std::span<const SentenceUnit> units,
                           std::string_view word, TermNormalizer& normalizer);

// Whether a word of exception stands among the units: "not before", "nobody
// but".
[[nodiscard]] bool HasException(std::string_view text,
                                std::span<const SentenceUnit> units,
                                TermNormalizer& normalizer);

// Whether a word such as "turn" stands before units[i]: "turn the pump off".
[[nodiscard]] bool IsSwitched(std::string_view text,
                              std::span<const SentenceUnit> units,
                              std::size_t i, TermNormalizer& normalizer);

// Where the stop words before units[i] begin, in the text.
[[nodiscard]] std::uint32_t PhraseBegin(std::span<const SentenceUnit> units,
                                        std::size_t i) noexcept;

}  // namespace answerbox::engine
