// The sentences that a gathering chooses from, each once, with their terms.
// Headings are left out: the section of a place names them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "engine/ask/inquiry.h"
#include "engine/gathering/gathering.h"
#include "engine/index/reading/live_segment.h"
#include "engine/numeric/arena.h"
#include "engine/numeric/number_table.h"
#include "engine/result.h"
#include "engine/retrieval/scored_chunk.h"
#include "engine/selection/unit_similarities.h"

namespace answerbox::engine {

// Numbers the terms of a gathering from 0. A term has the same number in all
// segments.
class TermNumbering {
 public:
  //   most  of the distinct terms that get a number; further ones get none
  // Throws std::bad_alloc past the arena, here and below.
  TermNumbering(std::span<const LiveSegment> segments, std::uint32_t most,
                Arena& arena);

  // Returns the number of a segment's term. A new term gets a new number, or
  // nothing if there are `most` already. Errors, here and below: kTruncated,
  // kCorrupt.
  [[nodiscard]] Result<std::optional<std::uint32_t>> Number(
      std::uint32_t segment, TermNumber term);
  // Returns the number of the term with this text, if it has one.
  [[nodiscard]] Result<std::optional<std::uint32_t>> Find(
      std::string_view term) const;
  [[nodiscard]] std::uint32_t size() const noexcept { return size_; }

 private:
  std::span<const LiveSegment> segments_;
  std::uint32_t most_;
  std::uint32_t size_ = 0;
  NumberTable by_number_;  // By segment and term number.
  NumberTable by_text_;  // By hash of the text, if there are several segments.
};

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
