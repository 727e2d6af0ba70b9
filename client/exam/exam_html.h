// The results of an exam as a page for a browser: one file that loads nothing
// and needs no script.
#pragma once

#include <set>
#include <string>
#include <string_view>

#include "client/exam/exam_results.h"

namespace answerbox::client {

// `text` within HTML, in an element or an attribute in quotes.
[[nodiscard]] std::string HtmlEscaped(std::string_view text);

// The sums; then the questions that are not answered, by topic: those that were
// answered before (`lost`, their ids) first, with the best sentence of each.
[[nodiscard]] std::string ExamHtml(const ExamResults& results,
                                   const std::set<std::string>& lost);

}  // namespace answerbox::client
