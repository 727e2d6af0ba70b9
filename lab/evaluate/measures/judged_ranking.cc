#include "lab/evaluate/measures/judged_ranking.h"

#include <algorithm>

namespace answerbox::lab {

std::size_t JudgedRanking::CountFrom(RelevanceGrade grade) const {
  std::size_t count = 0;
  for (auto at = static_cast<std::size_t>(std::max(grade, 0));
       at < judged.size(); ++at) {
    count += judged[at];
  }
  return count;
}

std::vector<RelevanceGrade> JudgedRanking::Ideal() const {
  std::vector<RelevanceGrade> ideal;
  for (std::size_t grade = judged.size(); grade-- > 1;) {
    ideal.insert(ideal.end(), judged[grade],
                 static_cast<RelevanceGrade>(grade));
  }
  return ideal;
}

JudgedRanking JudgeRanking(std::span<const RankedDocument> documents,
                           const QueryJudgements& judgements) {
  JudgedRanking ranking;
  for (const JudgedDocument& each : judgements.documents) {
    if (each.grade < 0) continue;
    const auto grade = static_cast<std::size_t>(each.grade);
    if (grade >= ranking.judged.size()) ranking.judged.resize(grade + 1);
    ++ranking.judged[grade];
  }
  std::vector<const RankedDocument*> sorted;
  sorted.reserve(documents.size());
  for (const RankedDocument& each : documents) sorted.push_back(&each);
  std::ranges::sort(sorted,
                    [](const RankedDocument* a, const RankedDocument* b) {
                      if (a->score != b->score) return a->score > b->score;
                      return a->document > b->document;
                    });
  ranking.grades.reserve(sorted.size());
  for (const RankedDocument* each : sorted) {
    const auto found = std::ranges::lower_bound(
        judgements.documents, each->document, {}, &JudgedDocument::document);
    const bool is_pooled = found != judgements.documents.end() &&
                           found->document == each->document;
    ranking.grades.push_back(!is_pooled         ? kNotPooled
                             : found->grade < 0 ? kUnjudged
                                                : found->grade);
  }
  return ranking;
}

std::string GradeString(const JudgedRanking& ranking, std::size_t length) {
  std::string text;
  for (std::size_t i = 0; i < std::min(length, ranking.grades.size()); ++i) {
    const RelevanceGrade grade = ranking.grades[i];
    text += grade > 9             ? '>'
            : grade >= 0          ? static_cast<char>('0' + grade)
            : grade == kNotPooled ? '-'
                                  : '.';
  }
  return text;
}

}  // namespace answerbox::lab
