// Relevance judgements in TREC's form ("qrels"): lines of
// `query 0 document grade`.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "lab/client.h"
#include "lab/evaluate/judged_documents.h"

namespace answerbox::lab {

// Errors: kRejected, with what is wrong in which line and column: a field is
// missing, a grade is no whole number or above kMaxRelevanceGrade, a document
// is judged twice for a query; or the file has no judgement.
//   file  its name, for messages
[[nodiscard]] Outcome<RelevanceJudgements> ParseTrecJudgements(
    const std::string& file, std::string_view contents);

// Reads at most kMaxTrecFileBytes. Errors: also those of reading.
[[nodiscard]] Outcome<RelevanceJudgements> ReadTrecJudgements(
    const std::filesystem::path& path);

}  // namespace answerbox::lab
