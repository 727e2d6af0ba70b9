// The units that compete to be the answer: sentences, runs of two or three,
// paragraphs, items, lists with their lead-in, rows, and windows of blocks.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "engine/answer/units/leaves.h"

namespace answerbox::engine {

// How much of a document answers.
enum class AnswerForm : std::uint8_t {
  kSentence,
  kList,     // A list with its lead-in.
  kRow,      // A row of a table with its column headings.
  kPassage,  // Sentences or blocks that follow each other in one section.
  kSection,  // A section from its heading on.
};
inline constexpr std::array kAnswerForms = {
    AnswerForm::kSentence, AnswerForm::kList, AnswerForm::kRow,
    AnswerForm::kPassage, AnswerForm::kSection};

// What a part of an answer is.
enum class PartRole : std::uint8_t {
  kSentence,
  kLeadIn,   // "You need:", before the items.
  kItem,     // Of a list.
  kHeader,   // A column's heading, before its cell.
  kCell,     // Of a table's row.
  kHeading,  // Of the section.
};

// The protocol's names, e.g. "passage" and "lead_in".
[[nodiscard]] std::string_view ToString(AnswerForm form) noexcept;
[[nodiscard]] std::string_view ToString(PartRole role) noexcept;

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
