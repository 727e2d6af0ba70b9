#include "client/exam/exam_qrels.h"

#include <algorithm>
#include <map>
#include <optional>
#include <unordered_map>

#include "client/exam/safe_name.h"

namespace answerbox::client {
namespace {

// Makes names safe, each once.
class SafeNames {
 public:
  // Nothing if another name has become the same.
  std::optional<std::string> Of(const std::string& name) {
    std::string safe = SafeName(name);
    const auto [known, is_new] = names_.emplace(safe, name);
    if (known->second != name) return std::nullopt;
    if (is_new && safe != name) ++changed_;
    return safe;
  }

  [[nodiscard]] std::size_t changed() const { return changed_; }

 private:
  std::unordered_map<std::string, std::string> names_;  // Safe: as it was.
  std::size_t changed_ = 0;
};

Failure TwoNames(const std::string& name) {
  return Rejected("two names, one of them \"" + name +
                  "\", are the same once white space is written as in URLs; "
                  "rename one of them");
}

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

std::string PassageName(const ResultPassage& passage, QrelsUnit unit) {
  if (!passage.id.empty()) return passage.id;
  if (unit == QrelsUnit::kDocument) return passage.document;
  return passage.document + "#" + std::to_string(passage.begin);
}

Outcome<ExamQrels> MakeExamQrels(std::span<const ExamResults* const> results,
                                 QrelsUnit unit) {
  if (const auto two = TwoGraders(results)) return *two;
  if (const auto two = TwoCollections(results)) return *two;
  std::map<std::string, std::map<std::string, RelevanceGrade>> grades;
  SafeNames topics;
  SafeNames passages;
  for (const ExamResults* const each : results) {
    for (const ResultQuestion& question : each->questions) {
      const auto topic = topics.Of(question.topic);
      if (!topic) return TwoNames(question.topic);
      for (const ResultPassage& passage : question.passages) {
        const std::string name = PassageName(passage, unit);
        const auto safe = passages.Of(name);
        if (!safe) return TwoNames(name);
        RelevanceGrade& grade = grades[*topic][*safe];
        grade = std::max(grade, static_cast<RelevanceGrade>(passage.grade));
      }
    }
  }
  ExamQrels qrels;
  qrels.changed_names = topics.changed() + passages.changed();
  for (const auto& [topic, of_topic] : grades) {
    qrels.judgements.push_back({topic, {}});
    for (const auto& [passage, grade] : of_topic) {
      qrels.judgements.back().documents.push_back({passage, grade});
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

}  // namespace answerbox::client
