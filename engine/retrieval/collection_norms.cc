#include <algorithm>
#include <cassert>
#include <limits>
#include <memory>
#include <string_view>
#include <vector>

#include "engine/index/postings/posting_cursor.h"
#include "engine/index/terms/term_writer.h"
#include "engine/numeric/integer_logarithm.h"
#include "engine/retrieval/term_lookup.h"
#include "engine/retrieval/tf_idf_cosine.h"

namespace answerbox::engine {
namespace {

class NormSums {
 public:
  NormSums(std::span<const LiveSegment> segments,
           std::span<std::uint64_t> norms)
      : postings_(std::make_unique<PostingCursor>()) {
    for (const LiveSegment& segment : segments) {
      const std::uint32_t chunks = segment.reader->counts().chunks;
      inputs_.push_back({segment, segment.reader->terms().Begin(),
                         norms.first(chunks), false, false});
      norms = norms.subspan(chunks);
      chunks_ += segment.live_chunks();
    }
  }

  Result<void> Run() {
    for (Input& input : inputs_) {
      input.has_least = true;
      const RemovedShare* const share = input.segment.share;
      if (share != nullptr && share->error()) return *share->error();
    }
    for (;;) {
      const auto found = MoveToLeastTerm();
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
  struct Input {
    LiveSegment segment;
    TermCursor terms;
    std::span<std::uint64_t> norms;  // By chunk.
    bool has_least;                  // The cursor stands on the least term.
    bool is_at_end;
  };

  // Moves the cursors that stand on the least term, and finds the next least
  // term.
  Result<bool> MoveToLeastTerm() {
    for (Input& input : inputs_) {
      if (!input.has_least) continue;
      const auto moved = input.terms.Next();
      if (!moved) return moved.error();
      input.is_at_end = !*moved;
    }
    const Input* least = nullptr;
    for (const Input& input : inputs_) {
      if (input.is_at_end) continue;
      if (least == nullptr || input.terms.term() < least->terms.term()) {
        least = &input;
      }
    }
    for (Input& input : inputs_) {
      input.has_least = least != nullptr && !input.is_at_end &&
                        input.terms.term() == least->terms.term();
    }
    return least != nullptr;
  }

  Result<std::uint64_t> CountHolding() {
    std::uint64_t holding = 0;
    for (const Input& input : inputs_) {
      if (!input.has_least) continue;
      holding += input.terms.entry().chunk_frequency;
      const auto ranges = input.segment.removed_chunks();
      if (ranges.empty()) continue;
      if (auto opened = OpenPostings(input); !opened) return opened.error();
      const auto removed = CountPostingsWithin(ranges, *postings_);
      if (!removed) return removed;
      holding -= *removed;
    }
    return holding;
  }

  Result<void> AddTerm(std::uint16_t idf) {
    for (const Input& input : inputs_) {
      if (!input.has_least) continue;
      if (auto opened = OpenPostings(input); !opened) return opened;
      auto moved = postings_->Next();
      for (; moved && *moved; moved = postings_->Next()) {
        std::uint64_t& norm = input.norms[postings_->chunk()];
        norm = AddSquare(norm, postings_->frequency(), idf);
      }
      if (!moved) return moved.error();
    }
    return {};
  }

  Result<void> OpenPostings(const Input& input) {
    const auto list = input.segment.reader->Postings(input.terms.entry());
    if (!list) return list.error();
    postings_->Reset(*list);
    return {};
  }

  std::vector<Input> inputs_;
  std::unique_ptr<PostingCursor> postings_;
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
