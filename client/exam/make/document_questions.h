// All questions that templates make of a document. Pure: nobody is asked yet
// whether they have an answer.
#pragma once

#include <string>
#include <string_view>

#include "client/exam/make/candidate.h"
#include "client/exam/make/source_document.h"

namespace answerbox::client {

struct DocumentQuestions {
  std::string topic;  // The document's, as it stands in a question, or empty.
  Candidates candidates;
};

// Linear in the document's size. The same document gives the same questions.
[[nodiscard]] DocumentQuestions AskOfDocument(const SourceDocument& document);

// The question with the document's topic before it: "Vaccine storage: to what
// temperature is the thermostat set?"
[[nodiscard]] std::string QuestionOnTopic(std::string_view topic,
                                          std::string_view question);

}  // namespace answerbox::client
