#include "engine/ask/ask.h"

#include <algorithm>

#include "engine/answer/units/chunk_choice.h"
#include "engine/ask/answer_forming.h"
#include "engine/ask/stages.h"
#include "engine/numeric/arena_span.h"

namespace answerbox::engine {
namespace {

// The most chunks in Answer::retrieved. The published method retrieves as many.
constexpr std::size_t kRetrievedShown = 10;

// How many of the sentences that were ranked are used to choose the form.
constexpr std::size_t kRankedLeaves = 16;

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

// Whether an answer may be more or less than a sentence.
bool ChoosesForm(const Inquiry& inquiry) {
  return inquiry.profile == Profile::kDefault &&
         inquiry.question.form != AnswerForm::kSentence;
}

std::size_t ChunksToRetrieve(const Inquiry& inquiry) {
  if (inquiry.profile == Profile::kPaper) return kRetrievedShown;
  return ChoosesForm(inquiry) ? kConsideredChunks : kRetrievedChunks;
}

// Puts the sentence that decided before the others.
std::span<const Citation> WithDecided(const Inquiry& inquiry,
                                      std::span<const Citation> citations,
                                      const Citation& decided) {
  const auto all = MakeSpan<Citation>(inquiry.arena, citations.size() + 1);
  std::size_t count = 1;
  all[0] = decided;
  for (const Citation& citation : citations) {
    if (citation.document == decided.document &&
        citation.offsets == decided.offsets) {
      all[0].score = citation.score;
      all[0].score_bits = citation.score_bits;
      all[0].also_in = citation.also_in;
    } else {
      all[count++] = citation;
    }
  }
  return all.first(std::min(
      count, 1 + std::min(inquiry.question.runners_up, kMaxRunnersUp)));
}

template <typename A>
Result<Answer> RunStages(const Inquiry& inquiry) {
  const auto chunks = Retrieve<A>(inquiry, ChunksToRetrieve(inquiry));
  if (!chunks) return chunks.error();
  if (chunks->empty()) return Refuse(RefusalReason::kNoEvidence);
  const auto candidates = GatherCandidates<A>(inquiry, *chunks);
  if (!candidates) return candidates.error();
  const std::size_t wanted =
      1 + std::min(inquiry.question.runners_up, kMaxRunnersUp);
  const bool chooses = ChoosesForm(inquiry);
  const auto sentences = Rank<A>(
      inquiry, *candidates, chooses ? std::max(wanted, kRankedLeaves) : wanted);
  if (!sentences) return sentences.error();
  if (sentences->empty()) return Refuse(RefusalReason::kNoEvidence);
  auto citations = Cite<A>(inquiry, *sentences);
  if (!citations) return citations.error();
  std::span<const FormedAnswer> formed;
  if (chooses) {
    // The same number whatever runners_up is.
    const auto found = FormAnswers<A>(
        inquiry, *chunks,
        sentences->first(std::min(sentences->size(), kRankedLeaves)));
    if (!found) return found.error();
    formed = *found;
    if (!formed.empty()) {
      citations = WithDecided(inquiry, *citations, formed.front().decided);
    } else {
      citations = citations->first(std::min(citations->size(), wanted));
    }
  }
  auto answer = Decide(inquiry, *citations, formed);
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
    auto answer = inquiry->refusal ? Result<Answer>(Refuse(*inquiry->refusal))
                  : question.arithmetic == Arithmetic::kFixed
                      ? RunStages<FixedArithmetic>(*inquiry)
                      : RunStages<FloatArithmetic>(*inquiry);
    if (!answer) return answer;
    answer->respelt = inquiry->respelt;
    if (answer->refusal) answer->offers = inquiry->offers;
    return answer;
  });
}

}  // namespace answerbox::engine
