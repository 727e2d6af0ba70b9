// EXAM-Qrels: the grades of passages as judgements of their relevance to
// topics, in trec_eval's form.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "client/exam/exam_comparison.h"
#include "client/exam/exam_results.h"
#include "lab/client.h"
#include "lab/evaluate/judged_documents.h"

namespace answerbox::lab {

struct ExamQrels {
  // A passage's greatest grade over the questions of a topic. By topic and
  // passage, in the order of bytes.
  RelevanceJudgements judgements;
  std::size_t changed_names = 0;  // How many SafeName changed.
};

// Over all results together. Errors: kRejected where they are of two graders or
// two collections, and where SafeName makes one name of two.
[[nodiscard]] Outcome<ExamQrels> MakeExamQrels(
    std::span<const ExamResults* const> results, GradedUnit unit);

// Lines of "topic 0 passage grade".
[[nodiscard]] std::string QrelsText(const RelevanceJudgements& judgements);

}  // namespace answerbox::lab
