// The features by which units are scored and judged. They are few and relative,
// as those of leaves are. Shares are in 1/1024.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "engine/answer/units/leaf_features.h"
#include "engine/answer/units/leaf_probabilities.h"
#include "engine/answer/units/leaves.h"
#include "engine/answer/units/unit_spans.h"
#include "engine/numeric/arena.h"

namespace answerbox::engine {

// Name, definition. Coverage is as in leaf_features.h, by the closest word of
// all the unit's sentences.
#define ANSWERBOX_UNIT_FEATURES(X)                                           \
  X(Mass, "sum of its leaves' probabilities")                                \
  X(Words, "words / 100")                                                    \
  X(SoftCoverage, "soft coverage")                                           \
  X(AllCoverage, "coverage with its headings and lead-in")                   \
  X(AllSoft, "soft coverage with its headings and lead-in")                  \
  X(ListLeadIn, "of a list: coverage by its lead-in or the last heading")    \
  X(AskedList, "1: a list, and several things are asked for")                \
  X(OtherList, "1: a list, and they are not")                                \
  X(Window, "1: a window")                                                   \
  X(Paragraph, "1: a paragraph or a run of sentences")                       \
  X(Row, "1: a row")                                                         \
  X(HoldsBest, "1: holds the leaf of the greatest probability")              \
  X(Kind, "SectionEvidence::kind")                                           \
  X(KindOfList, "of a list: SectionEvidence::kind")                          \
  X(KindOfWindow, "of a window: SectionEvidence::kind")                      \
  X(LastHeading, "SectionEvidence::last_heading")                            \
  X(HeadingOfList, "of a list: SectionEvidence::last_heading")               \
  X(HeadingOfWindow, "of a window: SectionEvidence::last_heading")           \
  X(OpensSection, "1: a window, and it begins its section")                  \
  X(NumberWords, "words / 100 if a number or a time is asked for")           \
  X(Section, "LeafFeature::kSection")                                        \
  X(AsksSection,                                                             \
    "1: the title is in the question, and its heading tells "                \
    "what is asked")                                                         \
  X(RarestMissing,                                                           \
    "greatest idf of a term that neither it nor its headings "               \
    "hold, over 8")                                                          \
  X(NumberMissing, "1: a number or time is asked for, and it has none")      \
  X(FocusMissing, "1: it lacks what kind of thing is asked for")             \
  X(Short, "1 for a question of one or two terms, less for more")            \
  X(ShortRarest, "Short times RarestMissing")                                \
  X(ShortMissing, "Short times 1 less AllSoft")                              \
  X(Documents,                                                               \
    "ln of how many documents the collection has, of 2048 at most, "         \
    "over 8")                                                                \
  X(Sentence,                                                                \
    "log-odds of the sentence ranker's best sentence, over 8; 0 but in "     \
    "FormConfidence()")                                                      \
  X(Leaf, "the greatest probability of one of its leaves")                   \
  X(LeafOverBest, "the same, over the greatest of all leaves")               \
  X(Document, "LeafFeature::kDocument")                                      \
  X(Quantity, "greatest LeafFeature::kQuantity of its leaves")               \
  X(QuantityNear, "greatest LeafFeature::kQuantityNear")                     \
  X(Thing, "greatest LeafFeature::kThing")                                   \
  X(ThingNear, "greatest LeafFeature::kThingNear")                           \
  X(Choice, "of \"a or b\": 1: it has one; 1/2: both; -1: neither; else 0")  \
  X(Sides, "AgreementOfSides() of all its leaves")                           \
  X(Denial, "DenialShare()")                                                 \
  X(Opposed, "share of terms that it lacks and of which it has opposites")   \
  X(Subject, "share of the question's subject (QuestionWeights::OfSubject)") \
  X(SubjectSoft, "soft share")                                               \
  X(SubjectAbove, "share by its headings, title and lead-in")                \
  X(SubjectAll, "soft share by all, related words of headings too")          \
  X(Title, "coverage by its title")                                          \
  X(Path, "coverage by its headings without the title")                      \
  X(Name, "coverage by its document's name")                                 \
  X(Foreign, "SectionEvidence::foreign")                                     \
  X(OtherPath, "best Path of a section of its document, less its Path")      \
  X(Close, "greatest LeafFeature::kClose")                                   \
  X(RowHeads, "greatest LeafFeature::kRowHeads")                             \
  X(RowKey, "of a row: RowEvidence::key")                                    \
  X(RowGroup, "of a row: RowEvidence::group_and_key")                        \
  X(RowKeyHead, "greatest LeafFeature::kRowKeyHead")                         \
  X(Caption, "RowEvidence::caption of its first leaf")                       \
  X(Chunk, "greatest LeafFeature::kChunk")                                   \
  X(ChunkRank, "1 / (1 + its first chunk's rank in retrieval); 0: none")     \
  X(DocumentChunks, "LeafFeature::kDocumentChunks")                          \
  X(LeadInFirst, "1: it begins with a lead-in")                              \
  X(Question, "1: it ends with a question")                                  \
  X(AfterQuestion, "greatest LeafFeature::kAfterQuestion")                   \
  X(Density, "places of the question's words found, over its words")

// Of these features, further ones tell how far the unit's is below the greatest
// of all units of the question: what is much in one collection is little in
// another. NameBelow, in the units of Name.
#define ANSWERBOX_COMPARED_FEATURES(X) \
  X(Mass)                              \
  X(SoftCoverage)                      \
  X(AllCoverage)                       \
  X(AllSoft)                           \
  X(LastHeading)                       \
  X(Kind)                              \
  X(Section)                           \
  X(Document)                          \
  X(Leaf)                              \
  X(RarestMissing)                     \
  X(Subject)                           \
  X(SubjectSoft)                       \
  X(SubjectAll)                        \
  X(Path)                              \
  X(QuantityNear)                      \
  X(ThingNear)                         \
  X(Close)                             \
  X(RowHeads)                          \
  X(RowKeyHead)                        \
  X(Chunk)                             \
  X(Density)

enum class UnitFeature : std::uint8_t {
#define X(name, definition) k##name,
  ANSWERBOX_UNIT_FEATURES(X)
#undef X
#define X(name) k##name##Below,
      ANSWERBOX_COMPARED_FEATURES(X)
#undef X
          kCount
};
inline constexpr std::size_t kUnitFeatures =
    static_cast<std::size_t>(UnitFeature::kCount);

using UnitRow = std::array<std::int16_t, kUnitFeatures>;

// Whether a question names what the stretch's title names, and asks what its
// heading tells: "symptoms of measles".
[[nodiscard]] inline bool IsAskedSection(const Stretch& stretch) noexcept {
  return stretch.section.whole_title > 0 && stretch.section.kind == kWhole;
}

// Fills the features that compare units, of all units of a question.
void FillCompared(std::span<UnitRow> rows) noexcept;

// The terms before and after an "or" of a question: "a or b". Bits of terms.
struct AskedChoice {
  TermMask first = 0;
  TermMask second = 0;
};
[[nodiscard]] AskedChoice ReadAskedChoice(const QuestionWords& words) noexcept;

// What the leaves of a unit have together. Units come in the order of their
// beginnings, most of them within the next, so the leaves that were added for
// the one before are not added again.
struct UnitTotals {
  // Throws std::bad_alloc past the arena.
  UnitTotals(std::size_t term_count, Arena& arena);
  // Nothing was added yet, to rooms that are zero.
  UnitTotals(std::span<Similarity> alike_room, std::span<Similarity> soft_room)
      : alike(alike_room), soft(soft_room) {}

  UnitSpan unit;  // Of which these are.
  // By term, the closest words, without and with related words.
  std::span<Similarity> alike;
  std::span<Similarity> soft;
  // The greatest of some features of its leaves that can answer; unit_signs.cc
  // says which.
  static constexpr std::size_t kGreatest = 10;
  std::array<std::int16_t, kGreatest> greatest{};
  std::uint32_t first_answer = kNoLeaf;  // The first leaf that can answer.
  TextCues cues = 0;
  TermMask opposed = 0;
  TermMask same = 0;
  std::int32_t terms = 0;  // Places of the question's words found.
  std::int32_t words = 0;
  bool denies = false;
  bool has_number = false;
};

// Those features that tell whether a unit is about the question's subject,
// holds what kind of value is asked for, and points the same way;
// unit_signs.cc.
class UnitSigns {
 public:
  // All outlive the object. Throws std::bad_alloc past the arena.
  //   rows  LeafRows(inputs)
  UnitSigns(const LeafInputs& inputs, std::span<const LeafRow> rows,
            Arena& arena);

  // The unit's leaves together. Valid until the next call. Allocates nothing.
  [[nodiscard]] const UnitTotals& TotalsOf(const UnitSpan& unit);

  // Fills the features that this file is about, but for the subject's.
  // Allocates nothing.
  void Fill(const UnitTotals& totals, const Stretch& stretch, UnitRow& row);

 private:
  // What the units of one stretch share.
  struct Section {
    const Stretch* stretch = nullptr;
    ShareQ10 title = 0;
    ShareQ10 path = 0;
  };

  void Add(std::uint32_t leaf);
  void FillSection(const UnitSpan& unit, const Stretch& stretch, UnitRow& row);
  void FillWays(const UnitTotals& totals, UnitRow& row) const;
  void FillStructure(const UnitSpan& unit, UnitRow& row) const;

  const LeafInputs& in_;
  std::span<const LeafRow> rows_;
  AskedChoice choice_;
  bool denies_;  // The question does.
  UnitTotals totals_;
  Section section_;  // Of the last unit.
  std::span<ShareQ10>
      best_paths_;  // [document place], of SectionEvidence::path
};

class UnitFeatures {
 public:
  // All outlive the object. Throws std::bad_alloc past the arena.
  //   rows             LeafRows(inputs)
  //   log_documents  LogDocuments(inputs.documents)
  UnitFeatures(const LeafInputs& inputs, std::span<const LeafRow> rows,
               const LeafProbabilities& probabilities,
               std::int64_t log_documents, Arena& arena);

  // The features of a unit of this stretch; those that compare units are 0.
  // Allocates nothing.
  [[nodiscard]] UnitRow RowOf(const UnitSpan& unit, const Stretch& stretch);

 private:
  void FillCoverage(const UnitTotals& totals, const SectionEvidence& section,
                    UnitRow& row);
  void FillByKind(const UnitSpan& unit, const Stretch& stretch,
                  UnitRow& row) const;
  void FillByLeaves(const UnitTotals& totals, UnitRow& row) const;
  [[nodiscard]] ShareQ10 ListLeadIn(const UnitSpan& unit,
                                    const SectionEvidence& section) const;

  const LeafInputs& in_;
  std::span<const LeafRow> rows_;
  const LeafProbabilities& probabilities_;
  std::int64_t log_documents_;
  UnitSigns signs_;
};

}  // namespace answerbox::engine
