// What a system retrieved, in TREC's form (a "run"): lines of
// `query Q0 document rank score tag`.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "lab/client.h"
#include "lab/evaluate/judged_documents.h"

namespace answerbox::lab {

// Like trec_eval, ignores the rank and what follows the tag; the last line's
// tag is the run's name. Errors: kRejected, with what is wrong in which line
// and column: a field is missing, a score is no finite number, a query has a
// document twice; or the file has no line.
//   file  its name, for messages
[[nodiscard]] Outcome<RetrievalRun> ParseTrecRun(const std::string& file,
                                                 std::string_view contents);

// Reads at most kMaxTrecFileBytes. Errors: also those of reading.
[[nodiscard]] Outcome<RetrievalRun> ReadTrecRun(
    const std::filesystem::path& path);

// The run as text. Documents have the order in which they are given. Scores
// have as many digits as tell them apart.
[[nodiscard]] std::string TrecRunText(const RetrievalRun& run);

}  // namespace answerbox::lab
