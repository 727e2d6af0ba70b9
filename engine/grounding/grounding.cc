#include "engine/grounding/grounding.h"

#include <algorithm>
#include <new>

#include "engine/ask/stages.h"

namespace answerbox::engine {
namespace {

// A sentence below it does not come from the context, whatever the answer's
// score is.
constexpr Q16 kLeastSentence{};

// A part of the answer without the words that only write a quantity of the
// context in another way: "0.5 g" for "500 mg". The words of a restated
// quantity are unlikely in the context, though it says the same; they would
// make a right answer weak.
struct PartScore {
  std::int64_t sum = 0;  // Of the words' scores, in raw Q16.
  std::int64_t words = 0;
  bool has_restated = false;  // Such words were left out.

  void Add(const PartScore& other) {
    sum += other.sum;
    words += other.words;
    has_restated = has_restated || other.has_restated;
  }

  // The geometric score, `whole` if no word was left out.
  [[nodiscard]] Q16 GeometricOr(Q16 whole) const {
    if (!has_restated) return whole;
    if (words == 0) return Q16::FromRaw(Q16::kOne);
    return ConsensOfMeanLn(Q16::FromRaw(sum / words));
  }
};

// Tells which places of an answer are in one of the ranges. Both are in order.
class RangeFollower {
 public:
  explicit RangeFollower(std::span<const ByteRange> ranges) : ranges_(ranges) {}

  [[nodiscard]] bool IsInside(std::uint32_t position) {
    while (!ranges_.empty() && ranges_.front().end <= position) {
      ranges_ = ranges_.subspan(1);
    }
    return !ranges_.empty() && ranges_.front().begin <= position;
  }

 private:
  std::span<const ByteRange> ranges_;
};

// Whether a number in the answer does not come from the context. A wrong number
// is the worst error of an answer, and one word of many in the score.
bool HasForeignNumber(std::string_view answer,
                      std::span<const ByteRange> unsupported,
                      std::span<const ByteRange> restated) {
  RangeFollower quantities(restated);
  for (const ByteRange range : unsupported) {
    for (std::uint32_t i = range.begin; i < range.end; ++i) {
      const bool is_digit = answer[i] >= '0' && answer[i] <= '9';
      if (is_digit && !quantities.IsInside(i)) return true;
    }
  }
  return false;
}

// The verdict without contradictions. A sentence or a number that does not
// come from the context makes it weak: the score of a long answer may hide it.
GroundingVerdict VerdictByParts(std::string_view answer,
                                const Grounding& grounding,
                                std::span<const ByteRange> restated) {
  RangeFollower quantities(restated);
  std::span<const ScoredWord> words = grounding.consens.words;
  PartScore all;
  bool has_foreign_sentence = false;
  for (const GroundedSentence& sentence : grounding.consens.sentences) {
    PartScore part;
    while (!words.empty() && words.front().range.begin < sentence.range.end) {
      const ScoredWord& word = words.front();
      words = words.subspan(1);
      if (!word.is_scored) continue;
      if (word.score <= kUnsupportedLn &&
          quantities.IsInside(word.range.begin)) {
        part.has_restated = true;
        continue;
      }
      part.sum += word.score.raw();
      ++part.words;
    }
    all.Add(part);
    has_foreign_sentence =
        has_foreign_sentence ||
        (sentence.scored_words > 0 &&
         part.GeometricOr(sentence.geometric) < kLeastSentence);
  }
  Consens consens = grounding.consens;
  consens.geometric = all.GeometricOr(consens.geometric);
  const GroundingVerdict verdict = VerdictOf(consens);
  const bool has_foreign_part =
      has_foreign_sentence ||
      HasForeignNumber(answer, grounding.unsupported, restated);
  return verdict == GroundingVerdict::kGrounded && has_foreign_part
             ? GroundingVerdict::kWeak
             : verdict;
}

Result<Comparison> Compare(const CheckedAnswer& checked,
                           Workspace& workspace) noexcept {
  return WithinArena(workspace, [&]() -> Result<Comparison> {
    return AnswerComparison(checked.question, checked.answer,
                            workspace.normalizer(Profile::kDefault),
                            workspace.arena())
        .With(checked.context);
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

Result<std::span<const Contradiction>> FindContradictions(
    const CheckedAnswer& checked, Workspace& workspace) noexcept {
  const auto compared = Compare(checked, workspace);
  if (!compared) return compared.error();
  return compared->contradicted;
}

// Without a scored word nothing supports the answer.
GroundingVerdict VerdictOf(const Consens& consens) noexcept {
  if (consens.scored_words == 0 || consens.geometric < kWeakConsens) {
    return GroundingVerdict::kUngrounded;
  }
  return consens.geometric < kGroundedConsens ? GroundingVerdict::kWeak
                                              : GroundingVerdict::kGrounded;
}

// In this order, as ConSens resets the arena.
Result<Grounding> CheckGrounding(const CheckedAnswer& checked,
                                 const BackgroundCounts* counts,
                                 Workspace& workspace) noexcept {
  const auto consens = ScoreConsens(checked, counts, workspace);
  if (!consens) return consens.error();
  const auto compared = Compare(checked, workspace);
  if (!compared) return compared.error();
  Grounding grounding;
  grounding.consens = *consens;
  grounding.contradicted = compared->contradicted;
  try {
    grounding.unsupported = Unsupported(*consens, workspace.arena());
  } catch (const std::bad_alloc&) {
    return Error{ErrorCode::kArenaExhausted};
  }
  grounding.verdict =
      compared->contradicted.empty()
          ? VerdictByParts(checked.answer, grounding, compared->restated)
          : GroundingVerdict::kContradicted;
  return grounding;
}

}  // namespace answerbox::engine
