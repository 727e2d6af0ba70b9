// The features by which candidate sentences are ranked. They are integers,
// computed without floating point, so that they are the same on every machine,
// in training and in use.
//
// Shares are in 1/1024 (Q10): 1024 is all. A term has two weights. `rarity` is
// the lexicon's (ln, in 1/256). `local` is the inverse document frequency over
// the n candidates, c of which hold the term: ln((n + 1) / (c + 1/2)), in
// 1/256. "Soft" counts a term by its closest word (MatchKind::kAlike);
// otherwise only the term itself counts. Related words count only where the
// definition says so. A run is a SentenceRun. A "lead" is a measure less its
// greatest value among the other candidates. Values are cut to 16 bits.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "engine/answer/evidence/candidate_evidence.h"

namespace answerbox::engine {

// Features that also have a lead: name, definition.
#define ANSWERBOX_SENTENCE_MEASURES(X)                                        \
  X(Coverage, "share of the question's rarity that the sentence holds")       \
  X(LocalCoverage, "the same by local weights")                               \
  X(SoftCoverage, "soft share of the question's rarity")                      \
  X(SoftLocalCoverage, "soft share by local weights")                         \
  X(RelatedCoverage, "SoftCoverage, where related words count, too")          \
  X(TermShare, "share of the question's distinct terms")                      \
  X(WordShare, "share of the question's words, stop words among them")        \
  X(PairShare, "share of the question's pairs of adjacent words")             \
  X(TermPairShare, "share of its pairs of terms, stop words left out")        \
  X(RunShare, "longest run of the question's words, over its words")          \
  X(SubsequenceShare, "longest common subsequence of terms, over its terms")  \
  X(Proximity, "terms found over the shortest window of all, times Coverage") \
  X(WithPrevious, "Coverage together with the sentence before")               \
  X(WithNext, "SoftLocalCoverage together with the sentence after")           \
  X(WithBoth, "SoftLocalCoverage together with both neighbours")              \
  X(WithHeadings, "SoftLocalCoverage together with the headings above")

// The other features: name, definition.
#define ANSWERBOX_SENTENCE_PROPERTIES(X)                                   \
  X(Density, "the question's terms that it holds, over its words")         \
  X(Words, "its words")                                                    \
  X(AboveByCoverage, "sentences with a greater Coverage")                  \
  X(AboveBySoft, "sentences with a greater SoftCoverage")                  \
  X(PlaceShare, "its place in its run, over the run's sentences")          \
  X(Place, "its place in its run, from 0")                                 \
  X(PlaceFromEnd, "sentences after it in its run")                         \
  X(RunSentences, "sentences of its run")                                  \
  X(PreviousCoverage, "Coverage of the sentence before")                   \
  X(NextCoverage, "Coverage of the sentence after")                        \
  X(PreviousSoft, "SoftLocalCoverage of the sentence before")              \
  X(NextSoft, "SoftLocalCoverage of the sentence after")                   \
  X(NameShare, "share of the question's names that it holds")              \
  X(NamesMissing, "the question's names that it lacks")                    \
  X(NumbersMissing, "the question's numbers that it lacks")                \
  X(NumbersFound, "the question's numbers that it holds")                  \
  X(NewNames, "capitalised words that the question lacks")                 \
  X(NewNumbers, "numbers that the question lacks")                         \
  X(NewYears, "years that the question lacks")                             \
  X(NewTerms, "terms that the question lacks")                             \
  X(Months, "names of months")                                             \
  X(Causes, "words of cause")                                              \
  X(Units, "units, and days of the week")                                  \
  X(Negations, "words of negation")                                        \
  X(PerCent, "1: it has a per cent sign")                                  \
  X(Currency, "1: it has a sign of currency")                              \
  X(Quote, "1: it has a quotation mark")                                   \
  X(Bracket, "1: it has a round bracket")                                  \
  X(Focus, "similarity to what is asked for; 512: nothing is named")       \
  X(Pronoun, "1: it begins with a pronoun")                                \
  X(PronounPrevious, "PreviousCoverage where it begins with a pronoun")    \
  X(OnlyHere, "share of rarity of terms that no other sentence holds")     \
  X(RarestFound, "greatest rarity of a term that it holds")                \
  X(RarityMissing, "sum of rarity of the terms that it lacks")             \
  X(RarestMissing, "greatest rarity of a term that it lacks")              \
  X(LocalMissing, "greatest local weight of a term without a close word")  \
  X(QuestionTerms, "distinct terms of the question")                       \
  X(QuestionWords, "words of the question")                                \
  X(QuestionType, "QuestionType")                                          \
  X(FitsType, "1: it has a word of the kind that the type asks for")       \
  X(NegationDiffers, "question negated less sentence negated: -1, 0 or 1") \
  X(FirstTerm, "1: it holds the question's first term")                    \
  X(LastTerm, "similarity to the question's last term")                    \
  X(OnlyAlike, "terms that it holds only by a close word")                 \
  X(OnlyRelated, "terms that it holds only by a related word")             \
  X(ClosestRelated, "closeness of the closest such word, in 1/256; or 0")  \
  X(VerbShare, "soft share of the question's verbs; 512: it has none")     \
  X(RunCoverage, "share of the question's rarity that its run holds")      \
  X(RunSoft, "soft share of the question's rarity that its run holds")     \
  X(RunNamesMissing, "the question's names that its run lacks")            \
  X(RunNumbersMissing, "the question's numbers that its run lacks")        \
  X(WhoCandidates, "NewNames if a person is asked for")                    \
  X(NumberCandidates, "NewNumbers if a number or a time is asked for")     \
  X(NameDistance, "words from a new name to a term found, at most 31")     \
  X(NumberDistance, "words from a new number to a term found, at most 31") \
  X(TypeDistance, "that of the two which the type asks for; 31: neither")  \
  X(ChunkScore, "score of its best chunk in retrieval, in 1/16")           \
  X(ChunkGap, "best chunk's score less that, in 1/64")                     \
  X(ChunkRank, "rank of its best chunk, from 0")                           \
  X(HeadingCoverage, "soft share of local weights in the headings above")

enum class SentenceFeature : std::uint8_t {
#define X(name, definition) k##name,
  ANSWERBOX_SENTENCE_MEASURES(X)
#undef X
#define X(name, definition) k##name##Lead,
      ANSWERBOX_SENTENCE_MEASURES(X)
#undef X
#define X(name, definition) k##name,
          ANSWERBOX_SENTENCE_PROPERTIES(X)
#undef X
              kCount
};

inline constexpr std::size_t kSentenceMeasures =
    static_cast<std::size_t>(SentenceFeature::kCoverageLead);
inline constexpr std::size_t kSentenceFeatures =
    static_cast<std::size_t>(SentenceFeature::kCount);

// E.g. "Coverage", "CoverageLead".
[[nodiscard]] std::string_view ToString(SentenceFeature feature) noexcept;

class RankingFeatures {
 public:
  using Row = std::span<std::int16_t, kSentenceFeatures>;

  // Throws std::bad_alloc past the arena. The arguments outlive the result.
  RankingFeatures(const CandidateEvidence& evidence, const QuestionTerms& terms,
                  const QuestionWords& question,
                  std::span<const AnsweringChunk> chunks, Arena& arena);

  // Candidates that are not headings.
  [[nodiscard]] std::size_t sentence_count() const noexcept {
    return sentence_count_;
  }
  // Fills in the features of a candidate that is not a heading.
  void Fill(std::size_t candidate, Row row) const noexcept;

  // A measure of any candidate. Precondition: `measure` is one of
  // ANSWERBOX_SENTENCE_MEASURES, not a lead.
  [[nodiscard]] std::int16_t MeasureOf(std::size_t candidate,
                                       SentenceFeature measure) const noexcept {
    return measures_[candidate][static_cast<std::size_t>(measure)];
  }

  // The rarity of the question's terms, in 1/256.
  [[nodiscard]] std::span<const std::int32_t> rarity() const noexcept {
    return rarity_;
  }

 private:
  using Measures = std::array<std::int16_t, kSentenceMeasures>;
  // The two greatest values of a measure. They give every candidate the
  // greatest value of the others.
  struct Top {
    std::int16_t best = 0;
    std::int16_t second = 0;
  };
  struct RunSummary {
    TermMask same = 0;
    std::span<Similarity> similarities;
  };

  void WeighTerms(const QuestionTerms& terms, Arena& arena);
  void SummarizeRuns(Arena& arena);
  void Measure(std::size_t candidate, Measures& measures) const;
  void MeasureNeighbours(std::size_t candidate, Measures& measures) const;
  void FindTops();

  [[nodiscard]] std::int16_t SameShare(TermMask same) const;
  template <typename SimilarityOf>
  [[nodiscard]] std::int16_t SoftShare(std::span<const std::int32_t> weights,
                                       std::int32_t total,
                                       const SimilarityOf& similarity) const;
  [[nodiscard]] std::int16_t LocalShareOf(std::size_t candidate) const;
  // The previous or next candidate in the same run, unless it is a heading.
  [[nodiscard]] std::optional<std::size_t> Before(std::size_t candidate) const;
  [[nodiscard]] std::optional<std::size_t> After(std::size_t candidate) const;

  void FillPlace(std::size_t candidate, Row row) const;
  void FillWords(std::size_t candidate, Row row) const;
  void FillMissing(std::size_t candidate, Row row) const;
  [[nodiscard]] std::int16_t VerbShare(
      std::span<const Similarity> similarities) const;
  void FillType(std::size_t candidate, Row row) const;
  void FillRun(std::size_t candidate, Row row) const;

  const CandidateEvidence& evidence_;
  const QuestionWords& question_;
  std::span<const AnsweringChunk> chunks_;
  std::span<std::int32_t> rarity_;
  std::span<std::int32_t> local_;
  std::int32_t rarity_total_ = 0;
  std::int32_t local_total_ = 0;
  TermMask once_ = 0;                // Terms that exactly one candidate holds.
  std::span<Measures> measures_;     // [candidate]
  std::span<RunSummary> summaries_;  // [run]
  std::array<Top, kSentenceMeasures> tops_{};
  std::size_t sentence_count_ = 0;
};

}  // namespace answerbox::engine
