// The stages of a question, for callers that need only some of them or use
// their results in another way. engine/ask/ask.h runs all of them in order.
//
// Analyze (inquiry.h), Retrieve, GatherCandidates, Rank, FormAnswers, Cite,
// Decide: each takes the result of the one before. Results are valid until the
// workspace's next question and while the segments are mapped. All throw
// std::bad_alloc past the arena, which WithinArena turns into an error.
#pragma once

#include <cstddef>
#include <new>
#include <optional>
#include <span>

#include "engine/answer/ranking/learned_sentences.h"
#include "engine/answer/ranking/scored_sentence.h"
#include "engine/answer/spans/short_answer.h"
#include "engine/ask/answer.h"
#include "engine/ask/inquiry.h"
#include "engine/ask/workspace.h"
#include "engine/result.h"
#include "engine/retrieval/scored_chunk.h"

namespace answerbox::engine {

// Number of chunks that answering a question retrieves.
inline constexpr std::size_t kRetrievedChunks = 20;

// The most chunks whose order word pairs decide. Word pairs only raise scores,
// so these chunks stay before all others.
inline constexpr std::size_t kRerankedChunks = 40;

// At most `count` chunks, best first; none if no word of the question is in the
// documents. Here and below, A is FixedArithmetic or FloatArithmetic. Errors:
// kTruncated, kCorrupt.
template <typename A>
[[nodiscard]] Result<std::span<ScoredChunk<A>>> Retrieve(
    const Inquiry& inquiry, std::size_t count = kRetrievedChunks);

// The chunks whose sentences may answer, and those sentences.
template <typename A>
struct Candidates {
  std::span<ScoredChunk<A>> chunks;  // The first of the retrieved chunks.
  std::optional<LearnedCandidates> learned;  // Profile default only.
};

// Precondition: `chunks` is a result of Retrieve and not empty. Errors:
// kTruncated, kCorrupt.
template <typename A>
[[nodiscard]] Result<Candidates<A>> GatherCandidates(
    const Inquiry& inquiry, std::span<ScoredChunk<A>> chunks);

// The best `wanted.count` sentences, best first. In profile paper all get a
// confidence. In profile default also sorts
// candidates.chunks by their best sentences. Errors: kTruncated, kCorrupt.
template <typename A>
[[nodiscard]] Result<std::span<const ScoredSentence<A>>> Rank(
    const Inquiry& inquiry, const Candidates<A>& candidates,
    const SentencesWanted& wanted);

// The answers in the form that fits the question.
struct FormedAnswers {
  std::span<FormedAnswer> answers;
  // The rank of the sentence that decided the first answer, if it is ranked.
  std::optional<std::size_t> decided_rank;
  std::span<const DifferentValue> differ;  // Answer::differ.
};

// Makes them: finds the units that answer best, and writes each as a person
// reads it. At most Question::answers, best first, of Question::form; empty if
// no sentence can answer. Profile default only.
//   chunks   retrieved, best first
//   ranked   sentences by the sentence ranker, best first
//   learned  what they were ranked by
// The results' `decided` have a confidence, but no score.
// Errors: kTruncated, kCorrupt. Throws std::bad_alloc past the arena.
template <typename A>
[[nodiscard]] Result<FormedAnswers> FormAnswers(
    const Inquiry& inquiry, std::span<const ScoredChunk<A>> chunks,
    std::span<const ScoredSentence<A>> ranked,
    const LearnedCandidates& learned);

// Where the sentences are. Errors: kTruncated, kCorrupt.
template <typename A>
[[nodiscard]] Result<std::span<const Citation>> Cite(
    const Inquiry& inquiry, std::span<const ScoredSentence<A>> sentences);

// Answers with the first citation, or refuses and finds the missing words.
//   formed  the answers in their forms; empty: each citation is an answer
// Precondition: there is a citation. Errors: kTruncated, kCorrupt.
[[nodiscard]] Result<Answer> Decide(const Inquiry& inquiry,
                                    std::span<const Citation> citations,
                                    std::span<const FormedAnswer> formed = {});

// Runs `stages`, which returns a Result. If the arena is exhausted, returns
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

// The short answer of an answer: the part of the sentence that decided which
// answers by itself, or none (short_part.cc). Precondition: profile default.
// Throws std::bad_alloc past the arena.
[[nodiscard]] std::optional<ShortAnswer> FindShort(const Inquiry& inquiry,
                                                   const FormedAnswer& formed);

}  // namespace answerbox::engine
