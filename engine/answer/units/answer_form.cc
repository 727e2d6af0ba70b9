#include "engine/answer/units/answer_form.h"

namespace answerbox::engine {

std::string_view ToString(AnswerForm form) noexcept {
  switch (form) {
    case AnswerForm::kSentence:
      return "sentence";
    case AnswerForm::kList:
      return "list";
    case AnswerForm::kRow:
      return "row";
    case AnswerForm::kPassage:
      return "passage";
    case AnswerForm::kSection:
      break;
  }
  return "section";
}

std::string_view ToString(PartRole role) noexcept {
  switch (role) {
    case PartRole::kSentence:
      return "sentence";
    case PartRole::kLeadIn:
      return "lead_in";
    case PartRole::kItem:
      return "item";
    case PartRole::kHeader:
      return "header";
    case PartRole::kCell:
      return "cell";
    case PartRole::kHeading:
      break;
  }
  return "heading";
}

}  // namespace answerbox::engine
