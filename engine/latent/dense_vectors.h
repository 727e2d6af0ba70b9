// Dense vectors of chunks and questions, made on the device from the collection
// itself, so that a question also meets chunks that share none of its words.
//
// The collection is a matrix X of chunks by terms; a weight is the term's BM25
// weight in the chunk, and each row has the length 1. A basis of 128 directions
// begins as random indexing (Kanerva et al. 2000; Sahlgren 2005): each term has
// a sparse vector of -1, 0 and 1 that depends on its text alone, and its row of
// the basis is the sum of the vectors of the terms that share its chunks,
// X^T X R. Each further pass makes the directions orthonormal and multiplies by
// X^T X again (range_finder.h), which turns them towards those of latent
// semantic indexing. A chunk's vector is its row of X times the basis, in
// bytes; the score is the cosine with the question's vector, which is made in
// the same way. The same vectors on every machine.
//
// Made by the caller, outside of the way of a question: Make() takes from the
// heap, for a while, up to 1.5 KiB per term, 24 bytes per posting and 256 per
// chunk, and keeps 256 bytes per term, 132 per chunk, and 4 for each term of
// each segment. A term counts once, however many segments hold it; the vectors
// have nothing of terms that only removed documents hold. Making takes time for
// the postings and the terms: each pass multiplies 256 numbers per posting, and
// 32,768 per term.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <stop_token>
#include <vector>

#include "engine/index/reading/live_segment.h"
#include "engine/numeric/arena.h"
#include "engine/result.h"
#include "engine/retrieval/question_terms.h"
#include "engine/retrieval/scored_chunk.h"
#include "engine/retrieval/term_lookup.h"

namespace answerbox::engine {

inline constexpr std::size_t kDenseDimensions = 128;
inline constexpr std::uint32_t kMaxDensePasses = 8;
// Measured best on Cranfield (docs/lab/evaluation.md).
inline constexpr std::uint32_t kDefaultDensePasses = 4;

struct DenseVector {
  std::array<std::int8_t, kDenseDimensions> values{};
  std::uint32_t squared_length = 0;  // Of `values`; 0: matches nothing.
};

// Learns how far the making of vectors has come. In each step a direction of
// the basis is multiplied or made orthonormal.
class DenseMakingObserver {
 public:
  virtual void OnStep(std::uint64_t done, std::uint64_t total) noexcept = 0;

 protected:
  ~DenseMakingObserver() = default;
};

class DenseVectors {
 public:
  // Reads all chunks of live documents. Errors: kTruncated, kCorrupt; also
  // kLimitExceeded if there are more than 2^20 terms or 2^32 - 1 postings,
  // or 2^24 chunks or more; kStopped. Throws std::bad_alloc.
  //   segments  profile default
  //   passes    0 to kMaxDensePasses; 0 is random indexing alone
  //   stop      looked at before each step, of which a pass has 256
  //   observer  may be null
  [[nodiscard]] static Result<DenseVectors> Make(
      std::span<const LiveSegment> segments, std::uint32_t passes,
      std::stop_token stop = {}, DenseMakingObserver* observer = nullptr);

  // The bytes that Make() takes from the heap, at most. Removed documents count
  // until they are merged away. Walks all dictionaries, but not on once there
  // are more than `most`: then Make() may take more than the result. Errors:
  // kTruncated, kCorrupt, kStopped. Throws std::bad_alloc.
  //   stop  looked at between two terms
  [[nodiscard]] static Result<std::uint64_t> BytesToMake(
      std::span<const LiveSegment> segments,
      std::uint64_t most = std::numeric_limits<std::uint64_t>::max(),
      const std::stop_token& stop = {});

  // The vector of a question: the sum of its terms' rows by their inverse
  // document frequencies. Allocates nothing.
  //   lookup  found in the segments for `terms`
  [[nodiscard]] DenseVector Of(const QuestionTerms& terms,
                               const TermLookup& lookup) const noexcept;

  // The `count` chunks with the highest cosines, best first; none below 0.
  // Compares with every chunk. Errors: kTruncated, kCorrupt. Throws
  // std::bad_alloc past the arena.
  //   segments  those that the vectors were made of, with the same or more
  //             hidden documents
  template <typename A>
  [[nodiscard]] Result<std::span<ScoredChunk<A>>> Retrieve(
      std::span<const LiveSegment> segments, const DenseVector& question,
      std::size_t count, Arena& arena) const;

 private:
  friend class DenseVectorsBuilder;
  using BasisRow = std::array<std::int16_t, kDenseDimensions>;

  // A term that only removed documents hold has this in place of a row.
  static constexpr std::uint32_t kNoRow = 0xFFFFFFFF;

  // By segment: the row of each of its terms.
  std::vector<std::vector<std::uint32_t>> rows_;
  std::vector<BasisRow> basis_;
  // By segment and chunk.
  std::vector<std::vector<DenseVector>> chunks_;
};

}  // namespace answerbox::engine
