// Shows the results of an exam to people: on a terminal, or in a browser as one
// file that loads nothing and needs no script.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>

#include "client/exam/exam_overview.h"
#include "client/exam/exam_results.h"
#include "client/terminal/terminal.h"

namespace answerbox::client {

// Formats a number as "0.716".
[[nodiscard]] std::string ThreeDecimals(double number);

// Returns "The collection handbook answers 61 of 85 questions: EXAM-Cover 0.716
// (...)", with the figures of questions that must be answered and of keys,
// where there are some.
[[nodiscard]] std::string ExamSentences(const ExamHeader& header,
                                        const ExamTally& tally);

struct ExamPageParts {
  bool has_topics = true;
  std::size_t max_missed = 20;  // The most questions that are listed.
  // Ids of questions that an earlier exam answered; they are marked.
  std::set<std::string> lost = {};
};

[[nodiscard]] std::string ExamPage(const ExamHeader& header,
                                   const ExamOverview& overview,
                                   const ExamPageParts& parts,
                                   const Terminal& terminal);

// Returns the answer with its place, as "handbook.md, page 3: Vaccines are kept
// ...", or the reason why there is no answer.
[[nodiscard]] std::string AnswerLine(const ResultQuestion& question);

// Escapes `text` for an HTML element or a quoted attribute.
[[nodiscard]] std::string HtmlEscaped(std::string_view text);

// Returns a page with the sums and then the unanswered questions by topic, with
// the best sentence of each. Those that an earlier exam answered (`lost`, their
// ids) come first.
[[nodiscard]] std::string ExamHtml(const ExamResults& results,
                                   const std::set<std::string>& lost);

}  // namespace answerbox::client
