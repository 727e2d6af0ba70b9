// A sentence that may answer the question, and how well.
#pragma once

#include <cstdint>
#include <span>

#include "engine/index/segment_reader.h"

namespace answerbox::engine {

template <typename A>
struct ScoredSentence {
  std::uint32_t segment = 0;
  ChunkNumber chunk = 0;  // The best-ranked chunk that holds it.
  SentenceNumber sentence = 0;
  typename A::Score score{};       // What sentences are ranked by.
  typename A::Score confidence{};  // In [0, 1]; compared with theta.
};

}  // namespace answerbox::engine
