// The stages of a question, one by one, for callers that go another way with
// what they give: gathering takes many sentences, grounding asks for the best
// alone. engine/ask/ask.h runs all of them in order.
//
// Analyze, Retrieve, GatherCandidates, Rank, Cite, Decide: each takes what the
// one before it gave. Everything lives in the workspace's arena until its next
// question, and in the segments' mappings. All throw std::bad_alloc past the
// arena; WithinArena makes an error of it.
#pragma once

#include <cstddef>
#include <new>
#include <optional>
#include <span>

#include "engine/answer/evidence/scored_sentence.h"
#include "engine/answer/ranking/learned_sentences.h"
#include "engine/ask/answer.h"
#include "engine/ask/question.h"
#include "engine/ask/workspace.h"
#include "engine/index/reading/live_segment.h"
#include "engine/result.h"
#include "engine/retrieval/question_terms.h"
#include "engine/retrieval/scored_chunk.h"
#include "engine/retrieval/term_lookup.h"

namespace answerbox::engine {

// A question on its way: what every stage reads.
struct Inquiry {
  std::span<const LiveSegment> segments;
  const Question& question;
  Profile profile;
  TermNormalizer& normalizer;  // The profile's.
  Arena& arena;
  QuestionTerms terms;
  TermLookup lookup;
  // Why there is nothing to retrieve; then no other stage may follow.
  std::optional<RefusalReason> refusal;

  [[nodiscard]] const AnswerModel& model() const {
    return question.model != nullptr ? *question.model : ShippedModel();
  }
};

// Reads the question and looks its terms up. `segments` are of one profile;
// they, the question and the workspace outlive the inquiry. Takes back what the
// arena held. Errors: kTruncated, kCorrupt.
[[nodiscard]] Result<Inquiry> Analyze(std::span<const LiveSegment> segments,
                                      const Question& question,
                                      Workspace& workspace);

// Answering a question takes so many.
inline constexpr std::size_t kRetrievedChunks = 20;

// The best chunks, best first, at most `count`; none when no word of the
// question is in the documents. A: FixedArithmetic or FloatArithmetic, here and
// below. Errors: kTruncated, kCorrupt.
template <typename A>
[[nodiscard]] Result<std::span<ScoredChunk<A>>> Retrieve(
    const Inquiry& inquiry, std::size_t count = kRetrievedChunks);

// The chunks whose sentences may answer, and those sentences.
template <typename A>
struct Candidates {
  std::span<ScoredChunk<A>> chunks;          // The first of those retrieved.
  std::optional<LearnedCandidates> learned;  // Profile default.
};

// Precondition: there are chunks, as Retrieve gave them. Errors: kTruncated,
// kCorrupt.
template <typename A>
[[nodiscard]] Result<Candidates<A>> GatherCandidates(
    const Inquiry& inquiry, std::span<ScoredChunk<A>> chunks);

// The best `count` sentences, best first. In profile default the chunks of the
// candidates are put in the order of their best sentences. Errors: kTruncated,
// kCorrupt.
template <typename A>
[[nodiscard]] Result<std::span<const ScoredSentence<A>>> Rank(
    const Inquiry& inquiry, const Candidates<A>& candidates, std::size_t count);

// Where the sentences stand. Errors: kTruncated, kCorrupt.
template <typename A>
[[nodiscard]] Result<std::span<const Citation>> Cite(
    const Inquiry& inquiry, std::span<const ScoredSentence<A>> sentences);

// Whether the first citation answers, and what a person wants to know of that.
// Precondition: there is a citation. Errors: kTruncated, kCorrupt.
[[nodiscard]] Result<Answer> Decide(const Inquiry& inquiry,
                                    std::span<const Citation> citations);

// Runs `stages`, which gives a Result, with the arena's end as the error
// kArenaExhausted.
template <typename Stages>
[[nodiscard]] auto WithinArena(const Workspace& workspace,
                               Stages&& stages) noexcept -> decltype(stages()) {
  try {
    return stages();
  } catch (const std::bad_alloc&) {
    // The only exception that stages throw.
    return Error{ErrorCode::kArenaExhausted, "arena",
                 workspace.arena().capacity()};
  }
}

}  // namespace answerbox::engine
