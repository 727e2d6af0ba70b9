#include "engine/grounding/contradictions/unit_reading.h"

#include <algorithm>

#include "engine/grounding/quantities/quantity.h"
#include "engine/text/character_class.h"
#include "engine/text/tokenizer.h"

namespace answerbox::engine {
namespace {

// How many units before a word its negation may stand.
constexpr std::size_t kNegationReach = 4;

// How many units before a quantity the negation of its bound may stand.
constexpr std::size_t kBoundReach = 8;

// More than any dose of a medicine, in grams.
constexpr Ratio kLeastWeight{100, 1};

CopiedWord Copy(std::string_view word) {
  CopiedWord copy;
  copy.size = std::min(word.size(), copy.bytes.size());
  std::ranges::copy(word.substr(0, copy.size), copy.bytes.begin());
  return copy;
}

}  // namespace

// The forms are copied, because the normalizer has one buffer for both.
WordForms FormsOf(std::string_view text, const SentenceUnit& unit,
                  TermNormalizer& normalizer) {
  const std::string_view token = TextOf(text, unit);
  WordForms word;
  word.folded = Copy(normalizer.FoldToken(token, TokenKind::kWord));
  const std::string_view term = normalizer.Normalize(token, TokenKind::kWord);
  word.stem = term.empty() ? word.folded : Copy(term);
  return word;
}

bool AreOpposed(const WordForms& a, const WordForms& b) noexcept {
  return AreOpposite(a.stem.view(), b.stem.view()) ||
         ArePrefixOpposites(a.folded.view(), b.folded.view());
}

bool IsHyphenated(std::string_view text, const SentenceUnit& unit) noexcept {
  return unit.range.end + 1 < text.size() && text[unit.range.end] == '-' &&
         Is(text[unit.range.end + 1], kLetterByte);
}

Alternative AlternativeAt(std::string_view text, const SentenceUnit& unit,
                          TermNormalizer& normalizer) {
  if (!unit.IsContent() || unit.kind == SentenceUnitKind::kQuantity) return {};
  return AlternativeOf(
      normalizer.FoldToken(TextOf(text, unit), TokenKind::kWord));
}

// Stop words are skipped: the "for" of "Centers for Disease Control" has no
// letter in "CDC".
bool IsAcronymOf(std::string_view acronym_text, const SentenceUnit& acronym,
                 std::string_view words_text,
                 std::span<const SentenceUnit> words) noexcept {
  std::size_t letter = acronym.range.begin;
  for (const SentenceUnit& word : words) {
    if (letter == acronym.range.end) break;
    if (!word.IsContent()) continue;
    if (ToLowerAscii(words_text[word.range.begin]) !=
        ToLowerAscii(acronym_text[letter])) {
      return false;
    }
    ++letter;
  }
  return letter == acronym.range.end;
}

bool IsNameLike(const SentenceUnit& unit) noexcept {
  return unit.kind == SentenceUnitKind::kName ||
         (unit.kind == SentenceUnitKind::kWord && unit.is_capital);
}

// Finds "500 mg of amoxicillin" and "amoxicillin 500 mg". Units and words such
// as "tablet" are never what is dosed.
bool IsDosed(const SentenceUnits& sentence, std::string_view text,
             std::size_t i, TermNormalizer& normalizer) {
  const auto units = sentence.units();
  const auto is_dose = [&](std::size_t at) {
    if (at >= units.size() || units[at].kind != SentenceUnitKind::kQuantity) {
      return false;
    }
    const Quantity& quantity = sentence.QuantityOf(units[at]);
    // A larger mass is the weight of a person.
    return quantity.dimension == Dimension::kActivity ||
           (quantity.dimension == Dimension::kMass &&
            IsLess(quantity.high, kLeastWeight));
  };
  const bool is_word = units[i].kind == SentenceUnitKind::kWord ||
                       units[i].kind == SentenceUnitKind::kName;
  if (!is_word || units[i].is_light) return false;
  const bool is_after =
      i > 1 && is_dose(i - 2) && TextOf(text, units[i - 1]) == "of";
  if (!is_after && !is_dose(i + 1)) return false;
  return units[i].is_medicine ||
         MayBeDosed(FormsOf(text, units[i], normalizer).stem.view());
}

// Stop words and adverbs pass a negation on: "is not usually given" denies
// "given". Any other word is itself denied instead.
std::optional<std::size_t> NegationOf(std::span<const SentenceUnit> units,
                                      std::size_t i) noexcept {
  for (std::size_t n = 1; n <= kNegationReach && n <= i; ++n) {
    const SentenceUnit& unit = units[i - n];
    if (unit.kind == SentenceUnitKind::kNegation) {
      if (unit.is_narrow && n > 1) return std::nullopt;
      return i - n;
    }
    if (unit.kind != SentenceUnitKind::kStopWord && !unit.is_light) {
      return std::nullopt;
    }
  }
  return std::nullopt;
}

// "not without" is a double negation and denies nothing.
bool IsDenied(std::span<const SentenceUnit> units, std::size_t i) noexcept {
  const auto first = NegationOf(units, i);
  return first && !NegationOf(units, *first);
}

// Looks further back than for other negations, because a bound comes late: "do
// not store the vials at temperatures above 8".
std::optional<std::size_t> NegationOfBound(const SentenceUnits& sentence,
                                           std::size_t i) noexcept {
  const auto units = sentence.units();
  if (sentence.QuantityOf(units[i]).bound == Bound::kExact) return std::nullopt;
  for (std::size_t n = 1; n <= kBoundReach && n <= i; ++n) {
    const SentenceUnit& unit = units[i - n];
    if (unit.kind == SentenceUnitKind::kNegation && !unit.is_narrow) {
      return i - n;
    }
  }
  return std::nullopt;
}

Quantity QuantityAt(const SentenceUnits& sentence, std::size_t i) noexcept {
  Quantity quantity = sentence.QuantityOf(sentence.units()[i]);
  if (NegationOfBound(sentence, i)) {
    quantity.bound =
        quantity.bound == Bound::kAtLeast ? Bound::kAtMost : Bound::kAtLeast;
  }
  return quantity;
}

bool IsStopping(std::string_view text, const SentenceUnit& unit,
                TermNormalizer& normalizer) {
  return unit.IsContent() &&
         IsStop(normalizer.FoldToken(TextOf(text, unit), TokenKind::kWord));
}

bool HasWord(std::string_view text, std::span<const SentenceUnit> units,
             std::string_view word, TermNormalizer& normalizer) {
  return std::ranges::any_of(units, [&](const SentenceUnit& unit) {
    return unit.range.end - unit.range.begin == word.size() &&
           normalizer.FoldToken(TextOf(text, unit), TokenKind::kWord) == word;
  });
}

// "not ... but" affirms the words after "but".
bool HasException(std::string_view text, std::span<const SentenceUnit> units,
                  TermNormalizer& normalizer) {
  constexpr std::string_view kExceptions[] = {
      "before", "but", "except", "other", "unless", "until", "without"};
  return std::ranges::any_of(kExceptions, [&](std::string_view word) {
    return HasWord(text, units, word, normalizer);
  });
}

bool IsSwitched(std::string_view text, std::span<const SentenceUnit> units,
                std::size_t i, TermNormalizer& normalizer) {
  return std::ranges::any_of(units.first(i), [&](const SentenceUnit& unit) {
    return IsSwitch(normalizer.FoldToken(TextOf(text, unit), TokenKind::kWord));
  });
}

// A context may forbid with its verb, and an answer with "avoid". They mean the
// same only if just words of use stand between.
bool IsUseDenied(std::string_view text, std::span<const SentenceUnit> units,
                 std::size_t i, TermNormalizer& normalizer) {
  bool is_use = false;
  for (std::size_t n = 1; n <= kNegationReach && n <= i; ++n) {
    const SentenceUnit& unit = units[i - n];
    if (unit.kind == SentenceUnitKind::kNegation) return is_use;
    const std::string_view word =
        normalizer.FoldToken(TextOf(text, unit), TokenKind::kWord);
    if (IsStop(word)) return !NegationOf(units, i - n);
    is_use = is_use || IsUse(word);
    if (unit.kind != SentenceUnitKind::kStopWord && !unit.is_light &&
        !IsUse(word)) {
      return false;
    }
  }
  return false;
}

std::uint32_t PhraseBegin(std::span<const SentenceUnit> units,
                          std::size_t i) noexcept {
  std::size_t begin = i;
  while (begin > 0 && i - begin < kNegationReach &&
         units[begin - 1].kind == SentenceUnitKind::kStopWord) {
    --begin;
  }
  return units[begin].range.begin;
}

}  // namespace answerbox::engine
