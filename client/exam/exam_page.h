// The results of an exam as a person reads them: on a terminal, and in a
// browser, as one file that loads nothing and needs no script.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>

#include "client/exam/exam_overview.h"
#include "client/exam/exam_results.h"
#include "client/terminal/terminal.h"

namespace answerbox::client {

// "0.716"
[[nodiscard]] std::string ThreeDecimals(double number);

// "The collection handbook answers 61 of 85 questions: EXAM-Cover 0.716 (...)"
// and, where there are some, what of the questions that must be answered, and
// what was found of the keys.
[[nodiscard]] std::string ExamSentences(const ExamHeader& header,
                                        const ExamTally& tally);

struct ExamPageParts {
  bool has_topics = true;
  std::size_t max_missed = 20;  // Questions that are listed.
  // Ids of questions that were answered before; they are marked.
  std::set<std::string> lost = {};
};

[[nodiscard]] std::string ExamPage(const ExamHeader& header,
                                   const ExamOverview& overview,
                                   const ExamPageParts& parts,
                                   const Terminal& terminal);

// The answer with its place, as "handbook.md, page 3: Vaccines are kept ...";
// why there is none, without one.
[[nodiscard]] std::string AnswerLine(const ResultQuestion& question);

// `text` within HTML, in an element or an attribute in quotes.
[[nodiscard]] std::string HtmlEscaped(std::string_view text);

// The sums; then the questions that are not answered, by topic: those that were
// answered before (`lost`, their ids) first, with the best sentence of each.
[[nodiscard]] std::string ExamHtml(const ExamResults& results,
                                   const std::set<std::string>& lost);

}  // namespace answerbox::client
