// A sentence that may answer the question, and how well.
#pragma once

#include <cstdint>
#include <span>

#include "engine/index/reading/segment_reader.h"

namespace answerbox::engine {

// Where a sentence stands that says the same as another one.
struct SentencePlace {
  std::uint32_t segment = 0;
  ChunkNumber chunk = 0;
  SentenceNumber sentence = 0;
};

template <typename A>
struct ScoredSentence {
  std::uint32_t segment = 0;
  ChunkNumber chunk = 0;  // The best-ranked chunk that holds it.
  SentenceNumber sentence = 0;
  typename A::Score score{};       // What sentences are ranked by.
  typename A::Score confidence{};  // In [0, 1]; compared with theta.
  // Profile default: those of the ranked sentences that say the same, best
  // first.
  std::span<const SentencePlace> also_in = {};
};

}  // namespace answerbox::engine
