// A sentence that may answer the question, with its score and confidence.
#pragma once

#include <cstdint>
#include <span>

#include "engine/index/reading/segment_reader.h"

namespace answerbox::engine {

// The place of a sentence that says the same as a better one.
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
  typename A::Score score{};       // Sentences are ranked by it.
  typename A::Score confidence{};  // In [0, 1]; compared with theta.
  // Profile default only: the other ranked sentences that say the same, best
  // first.
  std::span<const SentencePlace> also_in = {};
};

}  // namespace answerbox::engine
