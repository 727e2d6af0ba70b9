#include "engine/grounding/grounding.h"

#include <algorithm>
#include <new>

namespace answerbox::engine {
namespace {

// A sentence below it does not come from the context, whatever the answer's
// score is.
constexpr Q16 kLeastSentence{};

bool HasDigit(std::string_view text) {
  return std::ranges::any_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

// Whether a sentence or a number in it does not come from the context, which
// the score of a long answer may hide.
bool HasForeignPart(const CheckedAnswer& checked, const Grounding& grounding) {
  return std::ranges::any_of(grounding.consens.sentences,
                             [](const GroundedSentence& sentence) {
                               return sentence.scored_words > 0 &&
                                      sentence.geometric < kLeastSentence;
                             }) ||
         std::ranges::any_of(grounding.unsupported, [&](ByteRange range) {
           return HasDigit(
               checked.answer.substr(range.begin, range.end - range.begin));
         });
}

}  // namespace

std::string_view ToString(GroundingVerdict verdict) noexcept {
  switch (verdict) {
    case GroundingVerdict::kGrounded:
      return "grounded";
    case GroundingVerdict::kWeak:
      return "weak";
    case GroundingVerdict::kUngrounded:
      return "ungrounded";
    case GroundingVerdict::kContradicted:
      break;
  }
  return "contradicted";
}

std::string_view ToString(ContradictionKind kind) noexcept {
  switch (kind) {
    case ContradictionKind::kNumber:
      return "number";
    case ContradictionKind::kUnit:
      return "unit";
    case ContradictionKind::kDose:
      return "dose";
    case ContradictionKind::kTime:
      return "time";
    case ContradictionKind::kName:
      return "name";
    case ContradictionKind::kNegation:
      break;
  }
  return "negation";
}

GroundingVerdict VerdictOf(const Consens& consens) noexcept {
  if (consens.scored_words == 0 || consens.geometric < kWeakConsens) {
    return GroundingVerdict::kUngrounded;
  }
  return consens.geometric < kGroundedConsens ? GroundingVerdict::kWeak
                                              : GroundingVerdict::kGrounded;
}

Result<Grounding> CheckGrounding(const CheckedAnswer& checked,
                                 const BackgroundCounts* counts,
                                 Workspace& workspace) noexcept {
  const auto consens = ScoreConsens(checked, counts, workspace);
  if (!consens) return consens.error();
  const auto contradicted = FindContradictions(checked, workspace);
  if (!contradicted) return contradicted.error();
  Grounding grounding;
  grounding.consens = *consens;
  grounding.contradicted = *contradicted;
  try {
    grounding.unsupported = Unsupported(*consens, workspace.arena());
  } catch (const std::bad_alloc&) {
    return Error{ErrorCode::kArenaExhausted};
  }
  grounding.verdict = VerdictOf(*consens);
  if (grounding.verdict == GroundingVerdict::kGrounded &&
      HasForeignPart(checked, grounding)) {
    grounding.verdict = GroundingVerdict::kWeak;
  }
  if (!contradicted->empty()) {
    grounding.verdict = GroundingVerdict::kContradicted;
  }
  return grounding;
}

}  // namespace answerbox::engine
