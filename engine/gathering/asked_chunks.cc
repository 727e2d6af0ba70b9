#include <algorithm>

#include "engine/ask/stages.h"
#include "engine/gathering/sentence_pool.h"
#include "engine/language_model/query_likelihood.h"
#include "engine/numeric/arena.h"
#include "engine/retrieval/bm25.h"
#include "engine/retrieval/feedback.h"

namespace answerbox::engine {
namespace {

constexpr std::size_t kLeastChunks = 30;
constexpr std::size_t kMostChunks = 400;
constexpr std::uint64_t kTokensPerChunk = 80;
// How many of the best chunks are taken together with their neighbours.
constexpr std::size_t kWithNeighbours = 5;
// How many chunks are retrieved for each wanted one, because documents may be
// stored twice.
constexpr std::size_t kCopies = 2;

using Chunks = std::span<ScoredChunk<FixedArithmetic>>;

// Retrieves again with terms of the first chunks, which find chunks that say
// the same in other words (RM3, feedback.h).
Result<Chunks> Expanded(const Inquiry& inquiry, Chunks chunks,
                        std::size_t count) {
  const auto expanded = ExpandByFeedback<FixedArithmetic>(
      inquiry.segments, inquiry.terms, chunks, Feedback(), inquiry.arena);
  if (!expanded) return expanded.error();
  return RetrieveBm25<FixedArithmetic>(inquiry.segments, expanded->lookup,
                                       count, inquiry.arena);
}

// Reorders the first chunks by query likelihood.
Result<Chunks> Reranked(const Inquiry& inquiry, Chunks chunks,
                        const Smoothing& smoothing) {
  const auto reranked = RerankByLikelihood<FixedArithmetic>(
      inquiry.segments, inquiry.terms, inquiry.lookup, smoothing,
      chunks.first(std::min(chunks.size(), kLikelihoodChunks)), inquiry.arena);
  if (!reranked) return reranked.error();
  return chunks;
}

Result<Chunks> FirstRetrieved(const Inquiry& inquiry, std::size_t count,
                              const GatheringQuery& query) {
  if (!query.retrieval.is_dense) {
    return Retrieve<FixedArithmetic>(inquiry, count);
  }
  if (query.dense == nullptr) {
    return Error{ErrorCode::kInvalidArgument, "dense"};
  }
  return query.dense->Retrieve<FixedArithmetic>(
      inquiry.segments, query.dense->Of(inquiry.terms, inquiry.lookup), count,
      inquiry.arena);
}

// Profile paper retrieves as published and ignores the other steps.
Result<Chunks> Retrieved(const Inquiry& inquiry, std::size_t count,
                         const GatheringQuery& query) {
  if (inquiry.profile == Profile::kPaper) {
    return Retrieve<FixedArithmetic>(inquiry, count);
  }
  auto chunks = FirstRetrieved(inquiry, count, query);
  if (chunks && !chunks->empty() && query.retrieval.has_feedback) {
    chunks = Expanded(inquiry, *chunks, count);
  }
  if (!chunks || chunks->empty() || !query.retrieval.likelihood) return chunks;
  return Reranked(inquiry, *chunks, *query.retrieval.likelihood);
}

}  // namespace

// A larger budget needs more chunks to choose from; past kMostChunks, chunks
// hardly contain a word of the question.
Result<std::span<const ChunkPlace>> AskedChunks(const Inquiry& inquiry,
                                                std::uint64_t tokens,
                                                const GatheringQuery& query) {
  const std::size_t most =
      std::clamp(static_cast<std::size_t>(tokens / kTokensPerChunk),
                 kLeastChunks, kMostChunks);
  const auto retrieved = Retrieved(inquiry, kCopies * most, query);
  if (!retrieved) return retrieved.error();
  Arena& arena = inquiry.arena;
  const auto chunks =
      MakeSpan<ChunkPlace>(arena, retrieved->size() + 2 * kWithNeighbours);
  const auto ids = MakeBuffer<ChunkId>(arena, most);
  std::size_t count = 0;
  std::size_t distinct = 0;
  for (const ChunkPlace& chunk : *retrieved) {
    const SegmentReader& reader = *inquiry.segments[chunk.segment].reader;
    const auto record = reader.Chunk(chunk.chunk);
    if (!record) return record.error();
    const auto known = ids.first(distinct);
    const bool is_copy = std::ranges::find(known, record->id) != known.end();
    if (!is_copy && distinct == most) break;
    chunks[count++] = chunk;
    if (is_copy) continue;
    ids[distinct++] = record->id;
    if (distinct > kWithNeighbours) continue;
    const auto document = reader.Document(record->document);
    if (!document) return document.error();
    if (chunk.chunk > document->first_chunk) {
      chunks[count++] = {chunk.segment, chunk.chunk - 1};
    }
    if (chunk.chunk + 1 < document->first_chunk + document->chunk_count) {
      chunks[count++] = {chunk.segment, chunk.chunk + 1};
    }
  }
  return std::span<const ChunkPlace>(chunks.first(count));
}

}  // namespace answerbox::engine
