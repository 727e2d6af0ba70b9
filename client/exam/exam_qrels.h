// EXAM-Qrels: the grades of passages as judgements of their relevance to
// topics, in trec_eval's form.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "client/evaluate/judged_documents.h"
#include "client/exam/exam_results.h"
#include "client/failure.h"

namespace answerbox::client {

enum class QrelsUnit : std::uint8_t {
  kPassage,
  kDocument,  // The document that holds the passage; of a run as kPassage.
};

// A passage as qrels name it, before SafeName: its id; or its document and
// where it begins there, as "guide.md#412".
[[nodiscard]] std::string PassageName(const ResultPassage& passage,
                                      QrelsUnit unit);

struct ExamQrels {
  // A passage's greatest grade over the questions of a topic. By topic and
  // passage, in the order of bytes.
  RelevanceJudgements judgements;
  std::size_t changed_names = 0;  // How many SafeName changed.
};

// Over all results together. Errors: kRejected where they are of two graders or
// two collections, and where SafeName makes one name of two.
[[nodiscard]] Outcome<ExamQrels> MakeExamQrels(
    std::span<const ExamResults* const> results, QrelsUnit unit);

// Lines of "topic 0 passage grade".
[[nodiscard]] std::string QrelsText(const RelevanceJudgements& judgements);

}  // namespace answerbox::client
