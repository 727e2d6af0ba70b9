// The forms of an answer, from a sentence to a section, and what its parts are.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

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

}  // namespace answerbox::engine
