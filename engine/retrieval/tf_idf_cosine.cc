#include "engine/retrieval/tf_idf_cosine.h"

#include <algorithm>
#include <cassert>
#include <limits>
#include <memory>
#include <vector>

#include "engine/index/postings/posting_list.h"
#include "engine/index/terms/term_writer.h"
#include "engine/numeric/arena.h"
#include "engine/numeric/arithmetic.h"
#include "engine/numeric/integer_logarithm.h"
#include "engine/retrieval/matching_chunks.h"

namespace answerbox::engine {

namespace {

// Walks the live documents that are asked, of all segments, in the order of
// their names, as in DocumentOrder.
class DocumentsByName {
 public:
  // Starts before the first document.
  DocumentsByName(std::span<const LiveSegment> segments, Arena& arena)
      : segments_(segments),
        cursors_(MakeSpan<Cursor>(arena, segments.size())) {}

  // Moves to the next document; false past the last. Linear in the segments.
  Result<bool> Next() {
    for (std::uint32_t s = 0; s < cursors_.size(); ++s) {
      // Only the segment that gave the last document moves on.
      if (has_begun_ && s != first_) continue;
      if (const auto moved = Advance(s); !moved) return moved.error();
    }
    has_begun_ = true;
    bool is_found = false;
    for (std::uint32_t s = 0; s < cursors_.size(); ++s) {
      if (cursors_[s].is_at_end) continue;
      if (is_found && cursors_[first_].record.name <= cursors_[s].record.name) {
        continue;
      }
      first_ = s;
      is_found = true;
    }
    return is_found;
  }

  // Precondition: the last Next() gave true.
  [[nodiscard]] std::uint32_t segment() const { return first_; }
  [[nodiscard]] const DocumentRecord& record() const {
    return cursors_[first_].record;
  }

 private:
  struct Cursor {
    std::uint32_t next = 0;  // Place in the order of names.
    bool is_at_end = false;
    DocumentRecord record;
  };

  Result<void> Advance(std::uint32_t segment) {
    Cursor& cursor = cursors_[segment];
    const LiveSegment& live = segments_[segment];
    while (cursor.next < live.reader->counts().documents) {
      const auto document = live.reader->DocumentByName(cursor.next++);
      if (!document) return document.error();
      if (live.Hides(*document)) continue;
      const auto record = live.reader->Document(*document);
      if (!record) return record.error();
      cursor.record = *record;
      return {};
    }
    cursor.is_at_end = true;
    return {};
  }

  std::span<const LiveSegment> segments_;
  std::span<Cursor> cursors_;  // By segment.
  std::uint32_t first_ = 0;
  bool has_begun_ = false;
};

struct QuestionVector {
  std::span<std::uint64_t> idf;     // Q5.11, per term.
  std::span<std::uint64_t> weight;  // frequency * idf.
  std::uint64_t squared_length = 0;
};

QuestionVector MakeVector(const QuestionTerms& terms, const TermLookup& lookup,
                          Arena& arena) {
  QuestionVector vector{MakeSpan<std::uint64_t>(arena, terms.distinct.size()),
                        MakeSpan<std::uint64_t>(arena, terms.distinct.size())};
  for (std::size_t t = 0; t < terms.distinct.size(); ++t) {
    vector.idf[t] = CollectionIdf(lookup.chunks(), lookup.chunk_frequency(t));
    vector.weight[t] = terms.distinct[t].frequency * vector.idf[t];
    vector.squared_length += vector.weight[t] * vector.weight[t];
  }
  return vector;
}

Result<std::uint64_t> SquaredNorm(const LiveSegment& segment,
                                  ChunkNumber chunk) {
  if (segment.squared_norms.empty()) return segment.reader->SquaredNorm(chunk);
  return std::uint64_t{segment.squared_norms[chunk]};
}

template <typename A>
Result<void> OfferMatches(const LiveSegment& segment, std::size_t segment_index,
                          const QuestionVector& question,
                          MatchingChunks& matching, TopChunks<A>& top) {
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
    const auto norm = SquaredNorm(segment, matching.chunk());
    if (!norm) return norm.error();
    top.Offer({{static_cast<std::uint32_t>(segment_index), matching.chunk()},
               A::Cosine(dot, question.squared_length, *norm)});
  }
}

template <typename A>
bool Holds(std::span<const ScoredChunk<A>> chunks, const ChunkPlace& place) {
  return std::ranges::any_of(chunks, [&](const ScoredChunk<A>& chunk) {
    return chunk.segment == place.segment && chunk.chunk == place.chunk;
  });
}

// Fills `chunks` after its first `size` elements, with score 0: with the first
// chunks of the collection that are not among those elements.
template <typename A>
Result<void> AppendUnmatched(std::span<const LiveSegment> segments,
                             std::span<ScoredChunk<A>> chunks,
                             std::size_t& size, Arena& arena) {
  if (size == chunks.size()) return {};
  const auto matched = chunks.first(size);
  DocumentsByName documents(segments, arena);
  for (;;) {
    const auto moved = documents.Next();
    if (!moved) return moved.error();
    if (!*moved) return {};
    ChunkPlace place{documents.segment(), documents.record().first_chunk};
    for (std::uint32_t i = 0; i < documents.record().chunk_count;
         ++i, ++place.chunk) {
      if (Holds<A>(matched, place)) continue;
      chunks[size++] = {place, {}};
      if (size == chunks.size()) return {};
    }
  }
}

}  // namespace

template <typename A>
Result<std::span<ScoredChunk<A>>> RetrieveTfIdfCosine(
    std::span<const LiveSegment> segments, const QuestionTerms& terms,
    const TermLookup& lookup, std::size_t count, Arena& arena) {
  DocumentOrder order(segments);
  TopChunks<A> top(count, order, arena);
  MatchingChunks matching(lookup, arena);
  const QuestionVector question = MakeVector(terms, lookup, arena);
  for (std::size_t s = 0; s < segments.size(); ++s) {
    assert(!NeedCollectionNorms(segments) ||
           segments[s].squared_norms.size() ==
               segments[s].reader->counts().chunks);
    const auto offered = OfferMatches(segments[s], s, question, matching, top);
    if (!offered) return offered.error();
  }
  const auto matched = top.Sorted();
  if (!matched) return matched.error();
  const auto chunks = MakeSpan<ScoredChunk<A>>(arena, count);
  std::ranges::copy(*matched, chunks.begin());
  std::size_t size = matched->size();
  if (size < lookup.chunks()) {  // Not all chunks match.
    const auto appended = AppendUnmatched(segments, chunks, size, arena);
    if (!appended) return appended.error();
  }
  return chunks.first(size);
}

template Result<std::span<ScoredChunk<FixedArithmetic>>> RetrieveTfIdfCosine(
    std::span<const LiveSegment>, const QuestionTerms&, const TermLookup&,
    std::size_t, Arena&);
template Result<std::span<ScoredChunk<FloatArithmetic>>> RetrieveTfIdfCosine(
    std::span<const LiveSegment>, const QuestionTerms&, const TermLookup&,
    std::size_t, Arena&);

namespace {

class NormSums {
 public:
  NormSums(std::span<const LiveSegment> segments,
           std::span<std::uint64_t> norms)
      : segments_(segments),
        terms_(segments),
        postings_(std::make_unique<PostingCursor>()) {
    for (const LiveSegment& segment : segments) {
      const std::uint32_t chunks = segment.reader->counts().chunks;
      norms_.push_back(norms.first(chunks));
      norms = norms.subspan(chunks);
      chunks_ += segment.live_chunks();
    }
  }

  Result<void> Run() {
    for (const LiveSegment& segment : segments_) {
      const RemovedShare* const share = segment.share;
      if (share != nullptr && share->error()) return *share->error();
    }
    for (;;) {
      const auto found = terms_.Next();
      if (!found) return found.error();
      if (!*found) return {};
      const auto holding = CountHolding();
      if (!holding) return holding.error();
      if (*holding == 0) continue;
      const auto added = AddTerm(CollectionIdf(chunks_, *holding));
      if (!added) return added;
    }
  }

 private:
  Result<std::uint64_t> CountHolding() {
    std::uint64_t holding = 0;
    for (const auto& [segment, entry] : terms_.holders()) {
      holding += entry.chunk_frequency;
      const auto ranges = segments_[segment].removed_chunks();
      if (ranges.empty()) continue;
      if (auto opened = Open(segment, entry); !opened) return opened.error();
      const auto removed = CountPostingsWithin(ranges, *postings_);
      if (!removed) return removed;
      // The dictionary counts removed chunks as well.
      holding -= *removed;
    }
    return holding;
  }

  Result<void> AddTerm(std::uint16_t idf) {
    for (const auto& [segment, entry] : terms_.holders()) {
      if (auto opened = Open(segment, entry); !opened) return opened;
      auto moved = postings_->Next();
      for (; moved && *moved; moved = postings_->Next()) {
        std::uint64_t& norm = norms_[segment][postings_->chunk()];
        norm = AddSquare(norm, postings_->frequency(), idf);
      }
      if (!moved) return moved.error();
    }
    return {};
  }

  Result<void> Open(std::uint32_t segment, const TermEntry& entry) {
    const auto list = segments_[segment].reader->Postings(entry);
    if (!list) return list.error();
    postings_->Reset(*list);
    return {};
  }

  std::span<const LiveSegment> segments_;
  CollectionTerms terms_;
  std::unique_ptr<PostingCursor> postings_;
  std::vector<std::span<std::uint64_t>> norms_;  // By segment, then chunk.
  std::uint64_t chunks_ = 0;
};

}  // namespace

std::uint16_t CollectionIdf(std::uint64_t chunks,
                            std::uint64_t holding) noexcept {
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint32_t>::max();
  const std::uint64_t counted = std::min(chunks, kMost);
  return PaperIdfQ11(static_cast<std::uint32_t>(counted),
                     static_cast<std::uint32_t>(std::min(holding, counted)));
}

bool NeedCollectionNorms(std::span<const LiveSegment> segments) noexcept {
  return segments.size() > 1 ||
         (segments.size() == 1 && segments.front().removed->size() != 0);
}

std::uint64_t CollectionNormCount(
    std::span<const LiveSegment> segments) noexcept {
  std::uint64_t count = 0;
  for (const LiveSegment& segment : segments) {
    count += segment.reader->counts().chunks;
  }
  return count;
}

Result<void> ComputeCollectionNorms(std::span<const LiveSegment> segments,
                                    std::span<std::uint64_t> norms) {
  assert(norms.size() == CollectionNormCount(segments));
  return NormSums(segments, norms).Run();
}

}  // namespace answerbox::engine
