#include "client/exam/make/candidate.h"

namespace answerbox::client {

// These names stand in banks and in reports for programs, so they must never
// change.
std::string_view NameOf(QuestionTemplate made_by) {
  switch (made_by) {
    case QuestionTemplate::kHeading:
      return "heading";
    case QuestionTemplate::kDefinition:
      return "definition";
    case QuestionTemplate::kValue:
      return "value";
    case QuestionTemplate::kFact:
      return "fact";
    case QuestionTemplate::kTime:
      return "time";
    case QuestionTemplate::kTemperature:
      return "temperature";
    case QuestionTemplate::kDose:
      return "dose";
    case QuestionTemplate::kShare:
      return "share";
    case QuestionTemplate::kPlace:
      return "place";
    case QuestionTemplate::kPerson:
      return "person";
    case QuestionTemplate::kList:
      return "list";
    case QuestionTemplate::kRow:
      return "row";
  }
  return "unknown";
}

std::string_view NameOf(Leftover leftover) {
  switch (leftover) {
    case Leftover::kPronoun:
      return "pronoun";
    case Leftover::kVagueSubject:
      return "vague_subject";
    case Leftover::kAdverbial:
      return "adverbial";
    case Leftover::kNegation:
      return "negation";
    case Leftover::kLongSentence:
      return "long_sentence";
    case Leftover::kNoTemplate:
      return "no_template";
    case Leftover::kHeading:
      return "heading";
    case Leftover::kListWithoutLeadIn:
      return "list_without_lead_in";
    case Leftover::kListOfOtherForm:
      return "list_of_other_form";
    case Leftover::kTableWithoutHeadings:
      return "table_without_headings";
    case Leftover::kRow:
      return "row";
    case Leftover::kTwice:
      return "twice";
  }
  return "unknown";
}

std::string_view DescriptionOf(Leftover leftover) {
  switch (leftover) {
    case Leftover::kPronoun:
      return "sentences with pronouns, such as \"it\" or \"this\"";
    case Leftover::kVagueSubject:
      return "sentences about \"some people\" or \"the disease\"";
    case Leftover::kAdverbial:
      return "sentences that begin with \"in\", \"if\", \"for\"";
    case Leftover::kNegation:
      return "sentences with \"not\" or \"never\"";
    case Leftover::kLongSentence:
      return "sentences that are too long to be read";
    case Leftover::kNoTemplate:
      return "sentences of a form that no template knows";
    case Leftover::kHeading:
      return "sections whose heading asks nothing";
    case Leftover::kListWithoutLeadIn:
      return "lists without a line that introduces them";
    case Leftover::kListOfOtherForm:
      return "lists introduced in a form that no template knows";
    case Leftover::kTableWithoutHeadings:
      return "tables without headings of columns";
    case Leftover::kRow:
      return "cells without a name of their row, or a noun above their column";
    case Leftover::kTwice:
      return "questions that two places of a document give";
  }
  return "unknown";
}

}  // namespace answerbox::client
