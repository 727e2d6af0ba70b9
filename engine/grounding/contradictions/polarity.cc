#include <algorithm>
#include <cstddef>
#include <span>
#include <string_view>

#include "engine/grounding/contradictions/sentence_pair.h"
#include "engine/grounding/contradictions/unit_reading.h"
#include "engine/grounding/words/word_meanings.h"

namespace answerbox::engine {
namespace {

// A word may be denied for many reasons, so a negation needs more likeness than
// a quantity.
constexpr Likeness kLeastLikenessOfNegation = 720;
// The least share of the answer's sentence that is aligned where something is
// denied in other words.
constexpr Likeness kLeastShareOfDenial = 650;
// Two findings this near each other say the same in other words: "not above 25"
// and "below 25".
constexpr std::size_t kClauseUnits = 8;

// The content words of a place, and how many denials it has. To stop something
// is not to do it.
struct Denials {
  std::size_t words = 0;
  std::size_t denials = 0;
};

Denials DenialsIn(std::string_view text, std::span<const SentenceUnit> units,
                  TermNormalizer& normalizer) {
  Denials found;
  for (const SentenceUnit& unit : units) {
    if (unit.kind == SentenceUnitKind::kWord && !unit.is_light) ++found.words;
    const bool is_denial =
        unit.kind == SentenceUnitKind::kNegation && !unit.is_narrow;
    if (is_denial || IsStopping(text, unit, normalizer)) ++found.denials;
  }
  return found;
}

bool HasUnit(std::span<const SentenceUnit> units, std::uint32_t hash) {
  return std::ranges::any_of(
      units, [&](const SentenceUnit& unit) { return unit.hash == hash; });
}

ByteRange RangeOf(std::span<const SentenceUnit> units, Gap place) {
  return {units[place.begin].range.begin, units[place.end - 1].range.end};
}

// Returns the range of a denied unit with the words of its denial, or with the
// stop words before it.
ByteRange DeniedRange(std::span<const SentenceUnit> units, std::size_t i) {
  const auto negation = NegationOf(units, i);
  return {negation ? units[*negation].range.begin : PhraseBegin(units, i),
          units[i].range.end};
}

}  // namespace

bool Polarity::VoidDenials::Have(ByteRange words) const noexcept {
  return all || (bound && *bound >= words.begin && *bound < words.end);
}

// Findings cancel each other only when they are near: another clause is about
// another matter.
bool Polarity::Undo(const Flip& a, const Flip& b) {
  const std::size_t apart = std::max(a.unit, b.unit) - std::min(a.unit, b.unit);
  return a.is_opposite != b.is_opposite && apart <= kClauseUnits;
}

void Polarity::Add(std::size_t unit, bool is_opposite, bool is_ours,
                   Likeness likeness, ByteRange ours, ByteRange theirs) {
  if (count_ == kMaxFlips) return;
  flips_[count_++] = {
      unit, is_opposite, is_ours,
      pair_.FindingOf(ContradictionKind::kNegation, likeness, ours, theirs)};
}

// The negation in "no more than" denies the word after it, of whatever kind.
bool Polarity::MayBeDenied(std::size_t i) const {
  const auto c =
      static_cast<std::size_t>(pair_.compared.alignment.ToContext(i));
  return pair_.answer[i].IsContent() ||
         pair_.answer[i].kind == SentenceUnitKind::kNegation ||
         (i > 0 && pair_.answer[i - 1].is_narrow) ||
         (c > 0 && pair_.context[c - 1].is_narrow);
}

void Polarity::Support(std::size_t i, Likeness likeness) {
  pair_.compared.polarities[i].Support(likeness);
}

// "Didn't they arrive?" denies nothing.
bool Polarity::AsksAQuestion() const {
  return std::ranges::any_of(pair_.context, [&](const SentenceUnit& unit) {
    return pair_.context_text[unit.range.begin] == '?';
  });
}

void Polarity::CompareAligned(std::size_t i) {
  const auto c =
      static_cast<std::size_t>(pair_.compared.alignment.ToContext(i));
  const Likeness likeness = pair_.aligned.LikenessAt({i, i + 1});
  const bool is_denied = IsDenied(pair_.answer, i);
  // "avoid alcohol" and "do not take alcohol" deny different words.
  const auto is_said_otherwise = [&] {
    return is_denied ? IsUseDenied(pair_.context_text, pair_.context, c,
                                   pair_.normalizer)
                     : IsUseDenied(pair_.answer_text, pair_.answer, i,
                                   pair_.normalizer);
  };
  if (is_denied == IsDenied(pair_.context, c) || is_said_otherwise()) {
    Support(i, likeness);
    return;
  }
  if (likeness < kLeastLikeness || AsksAQuestion()) return;
  Add(i, false, is_denied, likeness, DeniedRange(pair_.answer, i),
      DeniedRange(pair_.context, c));
}

void Polarity::CompareWords(const PlacePair& places) {
  if (!CompareOpposites(places)) CompareDenials(places);
}

// Compares "may not assist" with "can help". Only where each place has one
// content word: if there are several, the denial may concern another.
void Polarity::CompareDenials(const PlacePair& places) {
  if (places.likeness < kLeastLikenessOfKnown ||
      pair_.aligned.share() < kLeastShareOfDenial || AsksAQuestion()) {
    return;
  }
  const Denials ours =
      DenialsIn(pair_.answer_text,
                pair_.answer.subspan(places.answer.begin, places.answer.size()),
                pair_.normalizer);
  const Denials theirs = DenialsIn(
      pair_.context_text,
      pair_.context.subspan(places.context.begin, places.context.size()),
      pair_.normalizer);
  if (ours.words != 1 || theirs.words != 1) return;
  const bool is_denied = ours.denials % 2 == 1;  // Two denials cancel out.
  if (is_denied == (theirs.denials % 2 == 1)) return;
  Add(places.answer.begin, false, is_denied, places.likeness,
      RangeOf(pair_.answer, places.answer),
      RangeOf(pair_.context, places.context));
}

// "under 16" and "over 3 months" are bounds of two different things. Bounds of
// the same thing are aligned with their quantities.
bool Polarity::BoundOthers(std::size_t i, std::size_t c) const {
  const bool are_bounds =
      i + 1 < pair_.answer.size() && c + 1 < pair_.context.size() &&
      pair_.answer[i + 1].kind == SentenceUnitKind::kQuantity &&
      pair_.context[c + 1].kind == SentenceUnitKind::kQuantity;
  return are_bounds && pair_.compared.alignment.ToContext(i + 1) !=
                           static_cast<std::int16_t>(c + 1);
}

// Whether one of the two words also occurs in the other sentence.
bool Polarity::StandsInBoth(std::size_t i, std::size_t c) const {
  return HasUnit(pair_.context, pair_.answer[i].hash) ||
         HasUnit(pair_.answer, pair_.context[c].hash);
}

// Whether the two words are opposites in these places.
bool Polarity::AreOpposedAt(std::size_t i, const WordForms& ours, std::size_t c,
                            const WordForms& theirs) const {
  const SentenceUnit& unit = pair_.answer[i];
  const SentenceUnit& other = pair_.context[c];
  if (IsHyphenated(pair_.answer_text, unit) &&
      IsHyphenated(pair_.context_text, other) &&
      ArePrefixPair(ours.folded.view(), theirs.folded.view())) {
    return true;
  }
  if (AreSwitched(ours.folded.view(), theirs.folded.view())) {
    return IsSwitched(pair_.answer_text, pair_.answer, i, pair_.normalizer) &&
           !StandsInBoth(i, c);
  }
  if (!AreOpposed(ours, theirs)) return false;
  // Common words and quantities are opposed only if neither stands in both
  // sentences: "all are tested, some are replaced".
  const bool is_common = !unit.IsContent() ||
                         unit.kind == SentenceUnitKind::kQuantity ||
                         other.kind == SentenceUnitKind::kQuantity;
  return !is_common || !StandsInBoth(i, c);
}

// Whether the comparison is reversed, as in "A is larger than B" and "B is
// smaller than A": the words aligned before the one word stand after the other,
// and the other way round.
bool Polarity::IsTurned(std::size_t i, std::string_view word,
                        std::size_t c) const {
  if (word != "more" && word != "less" && !word.ends_with("er")) return false;
  bool is_before = false;
  bool is_after = false;
  for (std::size_t other = 0; other < pair_.answer.size(); ++other) {
    const std::int16_t aligned = pair_.compared.alignment.ToContext(other);
    if (aligned == kUnaligned || !pair_.answer[other].IsContent()) continue;
    const auto theirs = static_cast<std::size_t>(aligned);
    is_before = is_before || (other < i && theirs > c);
    is_after = is_after || (other > i && theirs < c);
  }
  return is_before && is_after;
}

// Returns whether there are opposites of any kind: "first" is a quantity,
// "avoid" a negation.
bool Polarity::CompareOpposites(const PlacePair& places) {
  for (std::size_t i = places.answer.begin; i < places.answer.end; ++i) {
    const SentenceUnit& unit = pair_.answer[i];
    if (unit.kind == SentenceUnitKind::kMark) continue;
    const WordForms ours = FormsOf(pair_.answer_text, unit, pair_.normalizer);
    for (std::size_t c = places.context.begin; c < places.context.end; ++c) {
      const SentenceUnit& other = pair_.context[c];
      if (other.kind == SentenceUnitKind::kMark || !pair_.IsFree(c)) continue;
      const WordForms theirs =
          FormsOf(pair_.context_text, other, pair_.normalizer);
      if (!AreOpposedAt(i, ours, c, theirs) || BoundOthers(i, c) ||
          IsTurned(i, ours.folded.view(), c)) {
        continue;
      }
      if (IsDenied(pair_.answer, i) != IsDenied(pair_.context, c)) {
        Support(i, places.likeness);  // "not above" and "below".
        return true;
      }
      // In "always" and "never", one word is also a denial.
      const bool is_ours = unit.kind == SentenceUnitKind::kNegation;
      const bool is_denial =
          is_ours || other.kind == SentenceUnitKind::kNegation;
      Add(i, !is_denial, is_ours, places.likeness, unit.range, other.range);
      return true;
    }
  }
  return false;
}

void Polarity::KeepBounds(std::size_t i, std::size_t c) {
  if (const auto denial = NegationOfBound(pair_.compared.answer, i)) {
    ours_.bound = pair_.answer[*denial].range.begin;
  }
  if (const auto denial = NegationOfBound(pair_.compared.context, c)) {
    theirs_.bound = pair_.context[*denial].range.begin;
  }
}

void Polarity::VoidByOnly(bool is_ours) {
  if (is_ours) {
    theirs_.all =
        HasException(pair_.context_text, pair_.context, pair_.normalizer);
  } else {
    ours_.all = HasException(pair_.answer_text, pair_.answer, pair_.normalizer);
  }
}

// Runs at the end, because a finding may be cancelled by one that is found
// later.
void Polarity::Settle() const {
  const auto flips = std::span(flips_).first(count_);
  for (const Flip& flip : flips) {
    const Finding& finding = flip.finding;
    const bool is_void = !flip.is_opposite &&
                         (flip.is_ours ? ours_.Have(finding.answer)
                                       : theirs_.Have(finding.context.range));
    const bool is_undone = std::ranges::any_of(
        flips, [&](const Flip& other) { return Undo(flip, other); });
    Evidence& evidence = pair_.compared.polarities[flip.unit];
    if (is_void || is_undone) {
      evidence.Support(finding.likeness);
    } else if (finding.likeness >= kLeastLikenessOfNegation) {
      evidence.Conflict(finding);
    }
  }
}

}  // namespace answerbox::engine
