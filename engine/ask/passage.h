// Which part of a chunk shows that the chunk is about the question's words.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "engine/ask/citation.h"
#include "engine/ask/stages.h"

namespace answerbox::engine {

// Sentences are added to a passage up to this length. A longer sentence is cut.
inline constexpr std::uint32_t kMaxPassageBytes = 400;

struct PassagePlace {
  // The sentence with the rarest words of the question, or synonyms of them
  // (phrases only as a whole), or related words, which count less; the first of
  // several.
  SentencePlace best;
  // What is shown: that sentence, and sentences of its chunk after and before
  // it. Half-open.
  SentenceNumber begin = 0;
  SentenceNumber end = 0;
  ByteRange range;  // In the document's text, without white space at its ends.
  DocumentNumber document = 0;
  ByteRange found;  // The best sentence.
};

class PassageFinder {
 public:
  // Throws std::bad_alloc past the arena. `inquiry` outlives this object.
  explicit PassageFinder(const Inquiry& inquiry);

  // Nothing if no sentence of the chunk has such a word. Linear in
  // the words of the chunk. Errors: kTruncated, kCorrupt.
  [[nodiscard]] Result<std::optional<PassagePlace>> Find(
      const ChunkPlace& chunk) const;

  // A term of Inquiry::retrieval by its number in a segment.
  struct NumberedTerm {
    TermNumber number = 0;
    std::size_t term = 0;
  };

 private:
  using Weight = FixedArithmetic::Score;

  [[nodiscard]] Result<std::optional<SentenceNumber>> FindBest(
      std::uint32_t segment, const SentenceRange& sentences) const;
  [[nodiscard]] static Result<void> Lengthen(const SegmentReader& reader,
                                             const DocumentRecord& document,
                                             const SentenceRange& sentences,
                                             PassagePlace& passage);

  // Ascending by number. Valid until the next call.
  [[nodiscard]] std::span<const NumberedTerm> TermsOf(
      std::uint32_t segment) const;

  // A phrase of the question by the numbers of its terms in one segment.
  struct Phrase {
    std::size_t term = 0;  // In Inquiry::retrieval.
    std::span<const TermNumber> numbers;
    std::span<TermNumber> room;  // For kMaxSynonymTerms numbers.
  };

  // Those whose terms the segment has. Valid until the next call.
  [[nodiscard]] Result<std::span<const Phrase>> PhrasesIn(
      const SegmentReader& reader) const;

  const Inquiry& inquiry_;
  std::span<Weight> weights_;  // By term: how rare it is.
  std::span<NumberedTerm> numbered_;
  std::span<TermNumber> numbers_;  // Of a sentence's terms.
  std::span<Phrase> phrases_;
};

}  // namespace answerbox::engine
