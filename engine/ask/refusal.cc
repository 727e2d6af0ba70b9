#include "engine/ask/answer.h"

namespace answerbox::engine {

std::string_view ToString(RefusalReason reason) noexcept {
  switch (reason) {
    case RefusalReason::kEmptyQuestion:
      return "empty_question";
    case RefusalReason::kNoDocuments:
      return "no_documents";
    case RefusalReason::kNoEvidence:
      return "no_evidence";
    case RefusalReason::kWeakEvidence:
      return "weak_evidence";
    case RefusalReason::kBudget:
      return "budget";
  }
  return "unknown";
}

std::string_view Explain(RefusalReason reason) noexcept {
  switch (reason) {
    case RefusalReason::kEmptyQuestion:
      return "The question has no word to search for. Ask with the words that "
             "the documents would use.";
    case RefusalReason::kNoDocuments:
      return "The collection has no documents. Add some with `answerbox add`.";
    case RefusalReason::kNoEvidence:
      return "Insufficient evidence: none of the question's words is in the "
             "documents.";
    case RefusalReason::kWeakEvidence:
      return "Insufficient evidence: no sentence of the documents is likely "
             "enough to answer the question.";
    case RefusalReason::kBudget:
      return "Answering takes more work than max_work allows.";
  }
  return "";
}

}  // namespace answerbox::engine
