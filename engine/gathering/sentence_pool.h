// The sentences that a gathering chooses from, each once, with their terms.
// Headings are left out: the section of a place names them.
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

// The most sentences of a pool. For a question, they come from the best chunks;
// without one, they are those that say most of what all sentences say.
inline constexpr std::size_t kMaxPooledSentences = 8192;
// The most distinct terms of a pool. Further terms are not compared.
inline constexpr std::uint32_t kMaxPooledTerms = std::uint32_t{1} << 17;

struct PooledSentence {
  std::uint32_t segment = 0;
  DocumentNumber document = 0;
  SentenceNumber sentence = 0;
  // The rank of its name among the pool's documents.
  std::uint32_t document_place = 0;
  SentenceRecord record;
};

struct SentencePool {
  // Ordered by document name, then by place in the text.
  std::span<const PooledSentence> sentences;
  // Where each sentence's terms begin in `terms`: [sentences + 1].
  std::span<const std::uint32_t> begins;
  std::span<const CountedTerm> terms;
  TermNumbering numbering;

  // Whether the next sentence of the pool directly follows this one in its
  // document. Precondition: sentence + 1 < sentences.size().
  [[nodiscard]] bool HasNeighbour(std::size_t sentence) const noexcept {
    const PooledSentence& a = sentences[sentence];
    const PooledSentence& b = sentences[sentence + 1];
    return a.document_place == b.document_place && a.sentence + 1 == b.sentence;
  }
};

// Returns the sentences of the chunks; if there are too many, of the first
// chunks. Errors, here and below: kTruncated, kCorrupt. Throws std::bad_alloc
// past the arena.
[[nodiscard]] Result<SentencePool> PoolOfChunks(
    std::span<const LiveSegment> segments, std::span<const ChunkPlace> chunks,
    Arena& arena);

// Returns the sentences of all documents that are not hidden.
[[nodiscard]] Result<SentencePool> PoolOfDocuments(
    std::span<const LiveSegment> segments, Arena& arena);

// Returns the chunks from whose sentences a question's gathering chooses: those
// that retrieval finds best, more for a larger budget, and the neighbours of
// the five best. Copies of a chunk in other documents are added without being
// counted, so that duplicated documents leave as much to choose from. Errors:
// kTruncated, kCorrupt. Throws std::bad_alloc past the arena.
//   tokens  the budget
//   query   its `retrieval` and `dense` are used
[[nodiscard]] Result<std::span<const ChunkPlace>> AskedChunks(
    const Inquiry& inquiry, std::uint64_t tokens, const GatheringQuery& query);

}  // namespace answerbox::engine
