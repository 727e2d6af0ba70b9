#include "engine/ask/opposed_leaves.h"

#include <algorithm>

#include "engine/ask/citation.h"
#include "engine/numeric/arena_span.h"

namespace answerbox::engine {
namespace {

bool Holds(ByteRange outer, ByteRange inner) {
  return outer.begin <= inner.begin && inner.end <= outer.end;
}

bool AsksForSomething(QuestionType type) {
  switch (type) {
    case QuestionType::kWho:
    case QuestionType::kWhere:
    case QuestionType::kHowMany:
    case QuestionType::kWhich:
    case QuestionType::kWhat:
      return true;
    default:
      return false;
  }
}

}  // namespace

OpposedLeaves::OpposedLeaves(std::string_view question, QuestionType type,
                             const QuestionTerms& terms,
                             TermNormalizer& normalizer, Arena& arena)
    : terms_(terms), normalizer_(normalizer), arena_(arena) {
  const Denials asked = ReadDenials(question);
  const bool is_denied = asked.Have(DenialKind::kClause);
  asks_who_ = AsksForSomething(type) && asked.count == 0;
  asks_who_not_ = AsksForSomething(type) && is_denied;
  asks_what_follows_ = AsksWhatFollows(question);
}

// Denied if all that the text holds of the question is. A part that is taken
// out is enough: "milk" of "may drink water, but not milk".
bool OpposedLeaves::IsDenied(const LeafTexts& texts, std::uint32_t leaf) const {
  // Evidence does not tell of each synonym that FindWords() finds.
  if (terms_.synonyms.empty() && !texts.HasAlike(leaf)) return false;
  const std::string_view text = texts.Of(leaf);
  const Denials denials = ReadDenials(text);
  if (denials.count == 0) return false;
  const auto found = FindWords(text, terms_, normalizer_, arena_);
  if (found.empty()) return false;
  bool all = true;
  for (const ByteRange word : found) {
    bool is_in_clause = false;
    for (const Denial& denial : denials.all()) {
      // "No patient may" says who may: nobody.
      if (!Holds(denial.scope, word) || NamesNone(text, denial)) continue;
      const bool is_taken_out =
          denial.kind == DenialKind::kPart && word.begin >= denial.cue.end;
      if (is_taken_out) return true;
      is_in_clause = is_in_clause || denial.kind == DenialKind::kClause;
    }
    all = all && is_in_clause;
  }
  return all;
}

bool OpposedLeaves::Has(const LeafTexts& texts, std::uint32_t leaf) const {
  const std::string_view text = texts.Of(leaf);
  if (asks_what_follows_ &&
      (SpeaksOfPrevention(text) || SpeaksOfPrevention(texts.HeadingOf(leaf)))) {
    return true;
  }
  if (asks_who_) return IsDenied(texts, leaf);
  return asks_who_not_ && ReadDenials(text).count == 0;
}

std::uint32_t OpposedLeaves::CloserThan(const LeafTexts& texts,
                                        std::uint32_t leaf, std::uint32_t begin,
                                        std::uint32_t end) const {
  if (!asks_who_) return leaf;
  const TermMask own = texts.candidate(leaf).digest.same;
  for (std::uint32_t i = begin; i < end; ++i) {
    const TermMask same = texts.candidate(i).digest.same;
    const bool holds_more = (same & own) == own && same != own;
    if (!holds_more || !texts.leaves().leaves[i].can_answer) continue;
    if (Has(texts, i)) return i;
  }
  return leaf;
}

bool OpposedLeaves::IsAsClose(const LeafTexts& texts, std::uint32_t leaf,
                              std::uint32_t other) const {
  const TermMask asked = texts.candidate(other).digest.same;
  return asks_what_follows_ ||
         (texts.candidate(leaf).digest.same & asked) == asked;
}

std::span<const LogOdds> OpposedLeaves::Weigh(const LeafTexts& texts,
                                              std::uint32_t best) const {
  const auto& leaves = texts.leaves().leaves;
  const auto against = MakeSpan<LogOdds>(arena_, leaves.size());
  bool has_other = false;
  for (std::uint32_t i = 0; i < leaves.size(); ++i) {
    if (!leaves[i].can_answer) continue;
    if (Has(texts, i)) {
      against[i] = kOpposedOdds;
    } else {
      has_other = has_other || IsAsClose(texts, i, best);
    }
  }
  return has_other ? std::span<const LogOdds>(against)
                   : std::span<const LogOdds>();
}

}  // namespace answerbox::engine
