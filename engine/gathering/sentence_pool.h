// The sentences that a gathering chooses from, each once, with their terms.
// Headings are not among them: a place's section names them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/ask/inquiry.h"
#include "engine/gathering/gathering.h"
#include "engine/gathering/term_numbering.h"
#include "engine/index/reading/live_segment.h"
#include "engine/numeric/arena.h"
#include "engine/result.h"
#include "engine/retrieval/document_order.h"
#include "engine/selection/unit_vectors.h"

namespace answerbox::engine {

// The most sentences of a pool. For a question, those of the best chunks are
// taken; without one, those that say most of what all sentences say.
inline constexpr std::size_t kMaxPooledSentences = 8192;
// The most distinct terms of a pool. Further ones are not compared.
inline constexpr std::uint32_t kMaxPooledTerms = std::uint32_t{1} << 17;

struct PooledSentence {
  std::uint32_t segment = 0;
  DocumentNumber document = 0;
  SentenceNumber sentence = 0;
  std::uint32_t document_place = 0;  // Of its name among the pool's documents.
  SentenceRecord record;
};

struct SentencePool {
  // In the order of documents' names, and within a document in that of the
  // text.
  std::span<const PooledSentence> sentences;
  // Where each sentence's terms begin in `terms`: [sentences + 1].
  std::span<const std::uint32_t> begins;
  std::span<const CountedTerm> terms;
  TermNumbering numbering;

  // Whether the next sentence of the pool follows this one in its document.
  // Precondition: sentence + 1 < sentences.size().
  [[nodiscard]] bool HasNeighbour(std::size_t sentence) const noexcept {
    const PooledSentence& a = sentences[sentence];
    const PooledSentence& b = sentences[sentence + 1];
    return a.document_place == b.document_place && a.sentence + 1 == b.sentence;
  }
};

// The sentences of chunks, of the first ones if they have too many. Errors,
// here and below: kTruncated, kCorrupt. Throws std::bad_alloc past the arena.
[[nodiscard]] Result<SentencePool> PoolOfChunks(
    std::span<const LiveSegment> segments, std::span<const ChunkPlace> chunks,
    Arena& arena);

// The sentences of all documents that are not hidden.
[[nodiscard]] Result<SentencePool> PoolOfDocuments(
    std::span<const LiveSegment> segments, Arena& arena);

// The chunks whose sentences a question's gathering chooses from: those
// that retrieval finds best, the more the larger the budget is, and
// the chunks beside the five best ones. Copies of a chunk in other documents
// come with it and do not count, so that documents that are there twice leave
// as much to choose from. Errors: kTruncated, kCorrupt. Throws std::bad_alloc
// past the arena.
//   tokens  the budget
//   query   its `retrieval` and `dense` are looked at
[[nodiscard]] Result<std::span<const ChunkPlace>> AskedChunks(
    const Inquiry& inquiry, std::uint64_t tokens, const GatheringQuery& query);

}  // namespace answerbox::engine
