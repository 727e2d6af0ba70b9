// Chooses how much of the documents answers a question. Leaves get
// probabilities; a unit's score is the sum of its leaves' probabilities and a
// few features, less a price for each of its words. So the answer is as long
// as its words are worth it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "engine/answer/evidence/candidate_evidence.h"
#include "engine/answer/units/answer_form.h"
#include "engine/answer/units/leaf_features.h"
#include "engine/answer/units/unit_spans.h"
#include "engine/numeric/fixed_point.h"

namespace answerbox::engine {

// Name, definition. Shares are in 1/1024; coverage as in leaf_features.h, by
// the closest word of all the unit's sentences.
#define ANSWERBOX_UNIT_FEATURES(X)                                        \
  X(Mass, "sum of its leaves' probabilities")                             \
  X(Words, "words / 100")                                                 \
  X(SoftCoverage, "soft coverage")                                        \
  X(AllCoverage, "coverage with its headings and lead-in")                \
  X(AllSoft, "soft coverage with its headings and lead-in")               \
  X(ListLeadIn, "of a list: coverage by its lead-in or the last heading") \
  X(AskedList, "1: a list, and several things are asked for")             \
  X(OtherList, "1: a list, and they are not")                             \
  X(Window, "1: a window")                                                \
  X(Paragraph, "1: a paragraph or a run of sentences")                    \
  X(Row, "1: a row")                                                      \
  X(HoldsBest, "1: holds the leaf of the greatest probability")           \
  X(Kind, "SectionEvidence::kind")                                        \
  X(KindOfList, "of a list: SectionEvidence::kind")                       \
  X(KindOfWindow, "of a window: SectionEvidence::kind")                   \
  X(LastHeading, "SectionEvidence::last_heading")                         \
  X(HeadingOfList, "of a list: SectionEvidence::last_heading")            \
  X(HeadingOfWindow, "of a window: SectionEvidence::last_heading")        \
  X(OpensSection, "1: a window, and it begins its section")               \
  X(NumberWords, "words / 100 if a number or a time is asked for")        \
  X(Section, "LeafFeature::kSection")                                     \
  X(AsksSection,                                                          \
    "1: the title is in the question, and its heading tells "             \
    "what is asked")                                                      \
  X(RarestMissing,                                                        \
    "greatest idf of a term that neither it nor its headings "            \
    "hold, over 8")                                                       \
  X(NumberMissing, "1: a number or time is asked for, and it has none")   \
  X(FocusMissing, "1: it lacks what kind of thing is asked for")          \
  X(Short, "1 for a question of one or two terms, less for more")         \
  X(ShortRarest, "Short times RarestMissing")                             \
  X(ShortMissing, "Short times 1 less AllSoft")                           \
  X(Documents,                                                            \
    "ln of how many documents the collection has, of 2048 at most, "      \
    "over 8")                                                             \
  X(DocumentsSoft, "Documents times AllSoft")

enum class UnitFeature : std::uint8_t {
#define X(name, definition) k##name,
  ANSWERBOX_UNIT_FEATURES(X)
#undef X
      kCount
};
inline constexpr std::size_t kUnitFeatures =
    static_cast<std::size_t>(UnitFeature::kCount);

using UnitRow = std::array<std::int16_t, kUnitFeatures>;

// Receives what the ranking saw, for training and error analysis.
class UnitObserver {
 public:
  // Called once, before the units. Rows of leaves that cannot answer are zero.
  virtual void OnLeaves(const CandidateEvidence& evidence, const Leaves& leaves,
                        std::span<const LeafRow> rows) = 0;
  virtual void OnUnit(const UnitSpan& unit, const UnitRow& row) = 0;

 protected:
  ~UnitObserver() = default;
};

// A unit that may answer, with the leaf that decided.
struct RankedUnit {
  UnitSpan span;
  std::uint32_t leaf = 0;  // The one with the greatest probability.
  std::int32_t score = 0;  // In 1/4096.
  Q16 confidence;          // The probability that it answers.
};

struct UnitWish {
  std::optional<AnswerForm> form;  // Nothing: any.
  std::size_t words = 60;          // Question::words.
  std::size_t count = 1;           // How many units.
  Q16 sentence_confidence;         // In the sentence ranker's best sentence.
};

// The best units, best first, of which none shares a leaf with another. Empty
// if no leaf can answer. Throws std::bad_alloc past the arena.
//   observer  may be null
[[nodiscard]] std::span<const RankedUnit> RankUnits(const LeafInputs& inputs,
                                                    const UnitWish& wish,
                                                    UnitObserver* observer,
                                                    Arena& arena);

}  // namespace answerbox::engine
