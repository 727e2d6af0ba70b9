// The units that compete to be the answer: sentences, runs of two or three,
// paragraphs, items, lists with their lead-in, rows, and windows of blocks.
#pragma once

#include <cstdint>
#include <span>

#include "engine/answer/units/answer_form.h"
#include "engine/answer/units/leaves.h"

namespace answerbox::engine {

enum class UnitKind : std::uint8_t {
  kSentence,
  kRun,        // Two or three sentences of a block.
  kParagraph,  // A block of several sentences.
  kItem,
  kList,  // With its lead-in; or an item with the items below it.
  kRow,
  kWindow,  // Blocks of a section, to a number of words.
};

// The form of an answer that is such a unit.
//   opens_section  it begins where its section begins
[[nodiscard]] constexpr AnswerForm FormOf(UnitKind kind,
                                          bool opens_section) noexcept {
  switch (kind) {
    case UnitKind::kSentence:
    case UnitKind::kItem:
      return AnswerForm::kSentence;
    case UnitKind::kList:
      return AnswerForm::kList;
    case UnitKind::kRow:
      return AnswerForm::kRow;
    case UnitKind::kWindow:
      return opens_section ? AnswerForm::kSection : AnswerForm::kPassage;
    case UnitKind::kRun:
    case UnitKind::kParagraph:
      break;
  }
  return AnswerForm::kPassage;
}

// Leaves that follow each other in one stretch. Half-open.
struct UnitSpan {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  std::uint32_t words = 0;
  UnitKind kind = UnitKind::kSentence;
  // Names a list: the number of the block that it is a part of, plus one: a
  // list, or the item that holds the items below it. 0 for other units.
  std::uint32_t list = 0;
};

// A list or paragraph of more words is no unit; of a list the first items are.
inline constexpr std::uint32_t kMaxUnitWords = 260;

// Receives the units of one stretch, in the order of their beginnings.
class UnitVisitor {
 public:
  virtual void OnUnit(const UnitSpan& unit) = 0;

 protected:
  ~UnitVisitor() = default;
};

// Linear in the stretch's leaves, times the leaves of a window.
//   window_words  windows end before the sentence that would exceed this, or
//                 twice this; both are offered
void VisitUnits(const Leaves& leaves, const Stretch& stretch,
                std::uint32_t window_words, UnitVisitor& visitor);

}  // namespace answerbox::engine
