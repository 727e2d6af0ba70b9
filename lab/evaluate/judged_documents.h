// What a system retrieved for queries, and which documents people judged to be
// relevant to them. Known to all rooms of the evaluation of retrieval.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace answerbox::lab {

struct RankedDocument {
  std::string document;
  double score = 0.0;  // Finite; a better document has a higher score.
};

struct QueryRanking {
  std::string query;
  std::vector<RankedDocument> documents;  // In any order; each once.
};

struct RetrievalRun {
  std::string name;                    // May be empty.
  std::vector<QueryRanking> rankings;  // By query, in the order of bytes.
};

// A grade of relevance: 0 is not relevant, more is better. A grade below 0: the
// document was in the pool that was to be judged, but was not judged.
using RelevanceGrade = std::int32_t;

// Bounds the tables that are made by grade.
inline constexpr RelevanceGrade kMaxRelevanceGrade = 1000;

struct JudgedDocument {
  std::string document;
  RelevanceGrade grade = 0;  // At most kMaxRelevanceGrade.
};

struct QueryJudgements {
  std::string query;
  std::vector<JudgedDocument> documents;  // By document, in the order of bytes.
};

// By query, in the order of bytes; each has a document.
using RelevanceJudgements = std::vector<QueryJudgements>;

}  // namespace answerbox::lab
