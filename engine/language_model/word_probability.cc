#include "engine/language_model/word_probability.h"

#include <algorithm>
#include <bit>
#include <cassert>

namespace answerbox::engine {
namespace {

// With fewer terms, the products below have at most 62 bits: lambda or mu has
// at most 14, a chunk's length 16 (but not both, with mu), and the terms 36.
constexpr int kTermBits = 36;

// Drops low bits of large counts. A word that occurs keeps a count above 0.
WordInCollection Reduced(WordInCollection collection) noexcept {
  const int excess = std::max(
      0, static_cast<int>(std::bit_width(collection.terms)) - kTermBits);
  // A rare word of a huge collection keeps a count of 1, because 0 would mean
  // that it never occurs.
  const bool is_there = collection.frequency != 0;
  collection.terms = std::max<std::uint64_t>(1, collection.terms >> excess);
  collection.frequency = std::min(
      collection.terms, std::max<std::uint64_t>(
                            is_there ? 1 : 0, collection.frequency >> excess));
  return collection;
}

}  // namespace

WordProbability ProbabilityInChunk(const WordInChunk& chunk,
                                   const WordInCollection& collection,
                                   const Smoothing& smoothing) noexcept {
  assert(chunk.frequency <= chunk.length);
  assert(smoothing.parameter >= 1);
  const auto [frequency, terms] = Reduced(collection);
  const std::uint64_t in_chunk = chunk.frequency;
  const std::uint64_t parameter = smoothing.parameter;
  if (smoothing.method == SmoothingMethod::kDirichlet) {
    assert(parameter <= kMaxDirichletMu);
    return {in_chunk * terms + parameter * frequency,
            (chunk.length + parameter) * terms};
  }
  assert(parameter <= kJelinekMercerOne);
  // An empty chunk has no words of its own, so only the collection's share is
  // left.
  if (chunk.length == 0) {
    return {parameter * frequency, kJelinekMercerOne * terms};
  }
  return {(kJelinekMercerOne - parameter) * in_chunk * terms +
              parameter * frequency * chunk.length,
          kJelinekMercerOne * terms * chunk.length};
}

}  // namespace answerbox::engine
