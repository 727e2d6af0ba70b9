#include <algorithm>
#include <cassert>
#include <limits>
#include <memory>
#include <vector>

#include "engine/index/postings/posting_cursor.h"
#include "engine/index/terms/term_writer.h"
#include "engine/numeric/integer_logarithm.h"
#include "engine/retrieval/collection_terms.h"
#include "engine/retrieval/term_lookup.h"
#include "engine/retrieval/tf_idf_cosine.h"

namespace answerbox::engine {
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
