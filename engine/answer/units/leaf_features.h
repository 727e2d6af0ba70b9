// The features by which leaves are scored. They are few and relative, because
// what is absolute in one collection means something else in the next. Shares
// are in 1/1024.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "engine/answer/evidence/candidate_evidence.h"
#include "engine/answer/units/leaves.h"
#include "engine/answer/units/question_cues.h"
#include "engine/answer/units/question_weights.h"
#include "engine/numeric/integer_logarithm.h"

namespace answerbox::engine {

// Name, definition. "Coverage" is a share of the question by the weights of its
// terms; "all" is the leaf with its headings and its lead-in; "soft" counts
// words that are alike or related.
#define ANSWERBOX_LEAF_FEATURES(X)                                            \
  X(Coverage, "coverage by the leaf")                                         \
  X(SoftCoverage, "soft coverage by the leaf")                                \
  X(AllCoverage, "coverage by all")                                           \
  X(AllSoft, "soft coverage by all")                                          \
  X(LeadIn, "coverage by its lead-in")                                        \
  X(Path, "coverage by the headings above it, without the title")             \
  X(Block, "its block's score, over the best block's")                        \
  X(BlockRank, "1 / (1 + its block's rank by that)")                          \
  X(Section, "its section's score, over the best section's")                  \
  X(Document, "the best section's score of its document, over the best")      \
  X(Pairs, "share of the question's pairs of adjacent words")                 \
  X(Number, "1: a number is asked for and here; -1: not here; else 0")        \
  X(Time, "the same for a time")                                              \
  X(Kind, "SectionEvidence::kind")                                            \
  X(LastHeading, "SectionEvidence::last_heading")                             \
  X(LogWords, "ln(words + 1), over 4")                                        \
  X(Ranked,                                                                   \
    "the sentence ranker's log-odds less the best sentence's, "               \
    "at least -8, over 8; -1: not ranked")                                    \
  X(Related,                                                                  \
    "coverage by the leaf's words and related ones, over the best "           \
    "leaf's")                                                                 \
  X(Opens, "coverage by the words that it begins with")                       \
  X(Defines, "the same if a definition is asked for")                         \
  X(Around, "soft coverage by it and the leaves beside it")                   \
  X(Cause, "1: a reason is asked for and here; -1: not here; else 0")         \
  X(Telling,                                                                  \
    "soft coverage by the leaf, each term weighed by how it tells the "       \
    "candidates apart, over the best leaf's")                                 \
  X(TellingNear,                                                              \
    "the same by it and what is near it: words count the less, the "          \
    "more candidates are between")                                            \
  X(TellingAll, "the same by all")                                            \
  X(Quantity, "1: a quantity that is asked for is here; -1: not; 0: none is") \
  X(QuantityNear, "where it is 1: soft coverage, with its lead-in and heads") \
  X(Thing, "Quantity for a person, place, reason, way, definition, verdict")  \
  X(ThingNear, "QuantityNear for these")                                      \
  X(Sides, "AgreementOfSides()")                                              \
  X(Denial, "DenialShare()")                                                  \
  X(Close, "coverage times terms found over words of the shortest part")      \
  X(Subject, "share of the question's subject (QuestionWeights::OfSubject)")  \
  X(SubjectAll, "soft share by all, related words of headings too")           \
  X(Title, "coverage by the title")                                           \
  X(Name, "coverage by the document's name")                                  \
  X(RowHeads, "RowEvidence::heads")                                           \
  X(RowGroup, "RowEvidence::group_and_key")                                   \
  X(RowKeyHead, "RowEvidence::key_and_head")                                  \
  X(AfterQuestion, "soft coverage by the question that it stands after")      \
  X(Chunk, "its chunk's score in retrieval, over the best chunk's")           \
  X(DocumentChunks, "share of the chosen chunks that its document has")

enum class LeafFeature : std::uint8_t {
#define X(name, definition) k##name,
  ANSWERBOX_LEAF_FEATURES(X)
#undef X
      kCount
};
inline constexpr std::size_t kLeafFeatures =
    static_cast<std::size_t>(LeafFeature::kCount);

using LeafRow = std::array<std::int16_t, kLeafFeatures>;

// A sentence's score by the sentence ranker.
struct RankedLeaf {
  std::uint32_t segment = 0;
  SentenceNumber sentence = 0;
  LogOdds odds = 0;
};

// What the texts of leaves say of each other and of the question. Each is by
// leaf, or empty.
struct LeafRelations {
  // The first leaf that says the same, or the leaf itself. Only the best of
  // those that say the same counts: copies do not make it less probable.
  std::span<const std::uint32_t> same_as = {};
  // What is taken off the log-odds of a leaf that denies what is asked for.
  std::span<const LogOdds> against = {};
};

// Everything that the leaves' features are computed from.
struct LeafInputs {
  const CandidateEvidence& evidence;
  const QuestionWords& words;
  const QuestionWeights& weights;
  const QuestionWeights& subject;  // QuestionWeights::OfSubject()
  const QuestionCues& cues;
  const Leaves& leaves;
  std::span<const RankedLeaf> ranked;  // Best first; may be empty.
  // In which the candidates are; or empty.
  std::span<const AnsweringChunk> chunks;
  std::uint64_t documents = 1;  // Live ones of the collection.
  LeafRelations relations = {};
};

[[nodiscard]] inline bool Denies(const Leaf& leaf) noexcept {
  return (leaf.cues & BitOf(TextCue::kDenial)) != 0;
}

[[nodiscard]] inline bool QuestionDenies(const LeafInputs& inputs) noexcept {
  return (inputs.cues.asked & BitOf(TextCue::kDenial)) != 0;
}

// One row per leaf; rows of headings and lead-ins are zero. Throws
// std::bad_alloc past the arena.
[[nodiscard]] std::span<const LeafRow> LeafRows(const LeafInputs& inputs,
                                                Arena& arena);

}  // namespace answerbox::engine
