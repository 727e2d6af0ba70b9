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
  X(DocumentsSoft, "Documents times AllSoft")                             \
  X(Leaf, "the greatest probability of one of its leaves")                \
  X(LeafOverBest, "the same, over the greatest of all leaves")            \
  X(Document, "LeafFeature::kDocument")

enum class UnitFeature : std::uint8_t {
#define X(name, definition) k##name,
  ANSWERBOX_UNIT_FEATURES(X)
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

class UnitFeatures {
 public:
  // All outlive the object. Throws std::bad_alloc past the arena.
  //   rows             LeafRows(inputs)
  //   log_documents  LogDocuments(inputs.documents)
  UnitFeatures(const LeafInputs& inputs, std::span<const LeafRow> rows,
               const LeafProbabilities& probabilities,
               std::int64_t log_documents, Arena& arena);

  // The features of a unit of this stretch. Allocates nothing.
  [[nodiscard]] UnitRow RowOf(const UnitSpan& unit, const Stretch& stretch);

 private:
  void Cover(const UnitSpan& unit);
  void CoverAround(const UnitSpan& unit, const SectionEvidence& section);
  void FillByKind(const UnitSpan& unit, const Stretch& stretch,
                  UnitRow& row) const;
  void FillByLeaves(const UnitSpan& unit, UnitRow& row) const;
  void FillMissing(const UnitSpan& unit, UnitRow& row) const;
  [[nodiscard]] std::int32_t RarestMissing() const;
  [[nodiscard]] bool HasNumber(const UnitSpan& unit) const;
  [[nodiscard]] ShareQ10 ListLeadIn(const UnitSpan& unit,
                                    const SectionEvidence& section) const;

  const LeafInputs& in_;
  std::span<const LeafRow> rows_;
  const LeafProbabilities& probabilities_;
  std::int64_t log_documents_;
  // Working memory, by term: how close the unit's closest word is, without and
  // with related words.
  std::span<Similarity> alike_;
  std::span<Similarity> soft_;
};

}  // namespace answerbox::engine
