// Several segments of profile paper.
#pragma once

#include <gtest/gtest.h>

#include <span>
#include <utility>
#include <vector>

#include "engine/index/reading/live_segment.h"
#include "engine/retrieval/tf_idf_cosine.h"

namespace answerbox::engine {

// Segments of profile paper, ready for questions: each has the norms of its
// chunks over all segments. The indexes outlive it.
class PaperCollection {
 public:
  explicit PaperCollection(std::vector<LiveSegment> segments)
      : segments_(std::move(segments)) {
    if (!NeedCollectionNorms(segments_)) return;
    norms_.resize(static_cast<std::size_t>(CollectionNormCount(segments_)));
    EXPECT_TRUE(ComputeCollectionNorms(segments_, norms_));
    std::span<const std::uint64_t> rest(norms_);
    for (LiveSegment& segment : segments_) {
      const std::size_t chunks = segment.reader->counts().chunks;
      segment.squared_norms = rest.first(chunks);
      rest = rest.subspan(chunks);
    }
  }

  [[nodiscard]] std::span<const LiveSegment> segments() const {
    return segments_;
  }

 private:
  std::vector<LiveSegment> segments_;
  std::vector<std::uint64_t> norms_;
};

}  // namespace answerbox::engine
