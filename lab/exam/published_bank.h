// The published banks (Farzi and Dietz, "EXAM++"; "RUBRIC"), as columns between
// tabs. The first line names them: query_id, facet_id, query_text, question_id,
// question; each other line is a question.
#pragma once

#include <string>
#include <string_view>

#include "lab/client.h"
#include "protocol/exam/bank.h"

namespace answerbox::lab {

// Whether a line, with or without a carriage return at its end, names the
// columns of a published bank.
[[nodiscard]] bool IsPublishedBankHeader(std::string_view line) noexcept;

// A question's topic is its query_id; the facet and the text of the query are
// passed over. Errors: kRejected, with `name`, line and column: the first line
// names other columns; a line has more or fewer; a field that is read is empty,
// longer than the bank's bounds or not UTF-8; a question_id comes again; there
// is no question, or more than kMaxBankQuestions.
[[nodiscard]] Outcome<protocol::Bank> ParsePublishedBank(
    const std::string& name, std::string_view contents);

}  // namespace answerbox::lab
