// A ranking with what people said about its documents: the input of all
// measures of retrieval.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "lab/evaluate/judged_documents.h"

namespace answerbox::lab {

// Grades of documents that nobody judged: kNotPooled without a judgement,
// kUnjudged with a judgement below 0 (in the pool, but left out).
inline constexpr RelevanceGrade kNotPooled = -1;
inline constexpr RelevanceGrade kUnjudged = -2;

struct JudgedRanking {
  // The retrieved documents' grades, best document first.
  std::vector<RelevanceGrade> grades;
  // The number of judged documents by grade, retrieved or not. The last is not
  // 0, unless there is none.
  std::vector<std::size_t> judged;

  // Number of judged documents of at least this grade.
  [[nodiscard]] std::size_t CountFrom(RelevanceGrade grade) const;
  // All grades above 0 of the judged documents, the highest first: the ideal
  // ranking.
  [[nodiscard]] std::vector<RelevanceGrade> Ideal() const;
};

// Orders documents by score, the highest first; of equal scores, the last in
// the order of bytes first, as trec_eval does.
//   documents  each once
[[nodiscard]] JudgedRanking JudgeRanking(
    std::span<const RankedDocument> documents,
    const QueryJudgements& judgements);

// The first `length` grades, a character each: a digit; '>' above 9; '-' not
// pooled; '.' unjudged.
[[nodiscard]] std::string GradeString(const JudgedRanking& ranking,
                                      std::size_t length);

}  // namespace answerbox::lab
