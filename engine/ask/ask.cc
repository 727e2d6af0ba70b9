#include "engine/ask/ask.h"

#include <algorithm>

#include "engine/ask/stages.h"
#include "engine/numeric/arena_span.h"

namespace answerbox::engine {
namespace {

// The most chunks in Answer::retrieved. The published method retrieves as many.
constexpr std::size_t kRetrievedShown = 10;

Answer Refuse(RefusalReason reason) {
  Answer answer;
  answer.refusal = reason;
  return answer;
}

template <typename A>
Result<std::span<const RetrievedChunk>> ListRetrieved(
    const Inquiry& inquiry, std::span<const ScoredChunk<A>> chunks) {
  const auto retrieved = MakeSpan<RetrievedChunk>(
      inquiry.arena, std::min(chunks.size(), kRetrievedShown));
  for (std::size_t i = 0; i < retrieved.size(); ++i) {
    const SegmentReader& reader = *inquiry.segments[chunks[i].segment].reader;
    const auto document = reader.DocumentOfChunk(chunks[i].chunk);
    if (!document) return document.error();
    retrieved[i] = {chunks[i].segment, *document};
  }
  return std::span<const RetrievedChunk>(retrieved);
}

template <typename A>
Result<Answer> RunStages(const Inquiry& inquiry) {
  const bool is_paper = inquiry.profile == Profile::kPaper;
  const auto chunks =
      Retrieve<A>(inquiry, is_paper ? kRetrievedShown : kRetrievedChunks);
  if (!chunks) return chunks.error();
  if (chunks->empty()) return Refuse(RefusalReason::kNoEvidence);
  const auto candidates = GatherCandidates<A>(inquiry, *chunks);
  if (!candidates) return candidates.error();
  const auto sentences =
      Rank<A>(inquiry, *candidates,
              1 + std::min(inquiry.question.runners_up, kMaxRunnersUp));
  if (!sentences) return sentences.error();
  if (sentences->empty()) return Refuse(RefusalReason::kNoEvidence);
  const auto citations = Cite<A>(inquiry, *sentences);
  if (!citations) return citations.error();
  auto answer = Decide(inquiry, *citations);
  if (!answer) return answer;
  const auto retrieved = ListRetrieved<A>(inquiry, *chunks);
  if (!retrieved) return retrieved.error();
  answer->retrieved = *retrieved;
  return answer;
}

}  // namespace

Result<Answer> Ask(std::span<const LiveSegment> segments,
                   const Question& question, Workspace& workspace) noexcept {
  return WithinArena(workspace, [&]() -> Result<Answer> {
    const auto inquiry = Analyze(segments, question, workspace);
    if (!inquiry) return inquiry.error();
    if (inquiry->refusal) return Refuse(*inquiry->refusal);
    return question.arithmetic == Arithmetic::kFixed
               ? RunStages<FixedArithmetic>(*inquiry)
               : RunStages<FloatArithmetic>(*inquiry);
  });
}

}  // namespace answerbox::engine
