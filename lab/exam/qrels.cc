#include "lab/exam/qrels.h"

#include <algorithm>
#include <optional>

#include "client/exam/exam_comparison.h"
#include "lab/client.h"

namespace answerbox::lab {
namespace {

// Whether the grades of both have one meaning. kAuto decides what is covered in
// its own way, but its grades are those of kSelf.
bool HaveOneScale(ExamHeader a, ExamHeader b) {
  for (ExamHeader* const each : {&a, &b}) {
    if (each->grader == ExamGrader::kAuto) each->grader = ExamGrader::kSelf;
  }
  return HaveOneGrader(a, b);
}

// The first two exams whose grades have not one meaning. Each is compared with
// all before it: where a model's file is not known, two that fit a third one
// may not fit each other.
std::optional<Failure> TwoGraders(std::span<const ExamResults* const> results) {
  for (std::size_t i = 1; i < results.size(); ++i) {
    const ExamResults& later = *results[i];
    const auto other = std::ranges::find_if_not(
        results.first(i), [&later](const ExamResults* each) {
          return HaveOneScale(each->header, later.header);
        });
    if (other == results.first(i).end()) continue;
    return Rejected((*other)->name + " was graded by " +
                    GraderText((*other)->header) + ", " + later.name + " by " +
                    GraderText(later.header) +
                    ": their grades are no common scale; make qrels of each");
  }
  return std::nullopt;
}

// Fails if the results are of two collections. Both may have a passage of one
// name.
std::optional<Failure> TwoCollections(
    std::span<const ExamResults* const> results) {
  const ExamResults* first = nullptr;
  for (const ExamResults* const each : results) {
    const std::string& collection = each->header.collection;
    if (collection.empty()) continue;
    if (first == nullptr) first = each;
    if (collection == first->header.collection) continue;
    return Rejected(first->name + " is of collection " +
                    first->header.collection + ", " + each->name + " of " +
                    collection +
                    ": their documents may have the same names; make qrels of "
                    "each");
  }
  return std::nullopt;
}

}  // namespace

Outcome<ExamQrels> MakeExamQrels(std::span<const ExamResults* const> results,
                                 GradedUnit unit) {
  if (const auto two = TwoGraders(results)) return *two;
  if (const auto two = TwoCollections(results)) return *two;
  PassageGrades grades(unit);
  for (const ExamResults* const each : results) {
    const auto added = grades.Add(*each);
    if (!added) return added.error();
  }
  ExamQrels qrels{.judgements = {}, .changed_names = grades.changed_names()};
  for (const auto& [topic, of_topic] : grades.topics()) {
    qrels.judgements.push_back({topic, {}});
    for (const auto& [passage, grade] : of_topic) {
      qrels.judgements.back().documents.push_back(
          {passage, static_cast<RelevanceGrade>(grade)});
    }
  }
  return qrels;
}

std::string QrelsText(const RelevanceJudgements& judgements) {
  std::string text;
  for (const QueryJudgements& query : judgements) {
    for (const JudgedDocument& judged : query.documents) {
      text += query.query + " 0 " + judged.document + " " +
              std::to_string(judged.grade) + "\n";
    }
  }
  return text;
}

}  // namespace answerbox::lab
