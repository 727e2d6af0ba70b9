#include "engine/retrieval/tf_idf_cosine.h"

#include "engine/numeric/arithmetic.h"
#include "engine/numeric/integer_logarithm.h"
#include "engine/retrieval/matching_chunks.h"

namespace answerbox::engine {
namespace {

// The question's vector against one segment's statistics.
struct QuestionVector {
  std::span<std::uint64_t> idf;     // Q5.11, per term.
  std::span<std::uint64_t> weight;  // frequency * idf.
  std::uint64_t squared_length = 0;
};

QuestionVector MakeVector(const LiveSegment& segment, std::size_t segment_index,
                          const QuestionTerms& terms, const TermLookup& lookup,
                          Arena& arena) {
  const std::uint32_t chunks = segment.reader->counts().chunks;
  QuestionVector vector{MakeSpan<std::uint64_t>(arena, terms.distinct.size()),
                        MakeSpan<std::uint64_t>(arena, terms.distinct.size())};
  for (std::size_t t = 0; t < terms.distinct.size(); ++t) {
    const auto& entry = lookup.entry(segment_index, t);
    vector.idf[t] = PaperIdfQ11(chunks, entry ? entry->chunk_frequency : 0);
    vector.weight[t] = terms.distinct[t].frequency * vector.idf[t];
    vector.squared_length += vector.weight[t] * vector.weight[t];
  }
  return vector;
}

template <typename A>
Result<void> OfferMatches(const LiveSegment& segment, std::size_t segment_index,
                          const QuestionTerms& terms, const TermLookup& lookup,
                          MatchingChunks& matching, TopChunks<A>& top,
                          Arena& arena) {
  const QuestionVector question =
      MakeVector(segment, segment_index, terms, lookup, arena);
  if (auto opened = matching.Open(segment, segment_index); !opened) {
    return opened;
  }
  for (;;) {
    const auto moved = matching.Next();
    if (!moved) return moved.error();
    if (!*moved) return {};
    std::uint64_t dot = 0;
    for (const TermHit& hit : matching.hits()) {
      dot += question.weight[hit.term] * hit.frequency * question.idf[hit.term];
    }
    const auto norm = segment.reader->SquaredNorm(matching.chunk());
    if (!norm) return norm.error();
    top.Offer({static_cast<std::uint32_t>(segment_index), matching.chunk(),
               A::Cosine(dot, question.squared_length, *norm)});
  }
}

// Fills `chunks` behind its first `size` with the first chunks that are not
// among those, at score 0.
template <typename A>
Result<void> AppendUnmatched(std::span<const LiveSegment> segments,
                             std::span<ScoredChunk<A>> chunks,
                             std::size_t& size) {
  const std::size_t matched = size;
  for (std::size_t s = 0; s < segments.size(); ++s) {
    const std::uint32_t chunk_count = segments[s].reader->counts().chunks;
    for (ChunkNumber c = 0; c < chunk_count && size < chunks.size(); ++c) {
      const auto found = std::ranges::find_if(
          chunks.first(matched), [&](const ScoredChunk<A>& chunk) {
            return chunk.segment == s && chunk.chunk == c;
          });
      if (found != chunks.begin() + static_cast<std::ptrdiff_t>(matched)) {
        continue;
      }
      const auto record = segments[s].reader->Chunk(c);
      if (!record) return record.error();
      if (segments[s].removed->Contains(record->document)) continue;
      chunks[size++] = {static_cast<std::uint32_t>(s), c, {}};
    }
  }
  return {};
}

}  // namespace

template <typename A>
Result<std::span<ScoredChunk<A>>> RetrieveTfIdfCosine(
    std::span<const LiveSegment> segments, const QuestionTerms& terms,
    const TermLookup& lookup, std::size_t count, Arena& arena) {
  TopChunks<A> top(count, arena);
  MatchingChunks matching(lookup, arena);
  for (std::size_t s = 0; s < segments.size(); ++s) {
    const auto offered =
        OfferMatches(segments[s], s, terms, lookup, matching, top, arena);
    if (!offered) return offered.error();
  }
  const auto matched = top.Sorted();
  const auto chunks = MakeSpan<ScoredChunk<A>>(arena, count);
  std::ranges::copy(matched, chunks.begin());
  std::size_t size = matched.size();
  const auto appended = AppendUnmatched(segments, chunks, size);
  if (!appended) return appended.error();
  return chunks.first(size);
}

template Result<std::span<ScoredChunk<FixedArithmetic>>> RetrieveTfIdfCosine(
    std::span<const LiveSegment>, const QuestionTerms&, const TermLookup&,
    std::size_t, Arena&);
template Result<std::span<ScoredChunk<FloatArithmetic>>> RetrieveTfIdfCosine(
    std::span<const LiveSegment>, const QuestionTerms&, const TermLookup&,
    std::size_t, Arena&);

}  // namespace answerbox::engine
