// Sums over judged questions at a threshold, and what people and programs read
// about them.
#pragma once

#include <array>
#include <boost/json/object.hpp>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "client/evaluate/judgement.h"
#include "client/evaluate/question_file.h"
#include "client/terminal/terminal.h"

namespace answerbox::client {

struct JudgedQuestion {
  const KnownQuestion& question;
  Judgement judgement;
};

struct QuestionTally {
  std::size_t questions = 0;
  std::size_t answered = 0;
  std::size_t right = 0;       // Of the unanswerable, those that were refused.
  std::size_t right_page = 0;  // Answered from a right page.
  double share = 0.0;          // Sum of the shares of those answered.
  std::size_t words = 0;       // Sum of those answered.

  [[nodiscard]] std::size_t refused() const { return questions - answered; }
};

struct QuestionTallies {
  QuestionTally answerable;
  QuestionTally unanswerable;
  // The answerable ones by kind, in the order in which kinds come first.
  std::vector<std::pair<std::string, QuestionTally>> kinds;

  [[nodiscard]] std::size_t answered() const {
    return answerable.answered + unanswerable.answered;
  }
};

[[nodiscard]] QuestionTallies TallyAt(std::span<const JudgedQuestion> judged,
                                      double theta);

// Whether the question, at that threshold, is neither answered rightly nor, if
// nothing answers it, refused.
[[nodiscard]] bool IsMiss(const JudgedQuestion& judged, double theta);

// Wilson's interval: the shares that agree with `count` of `all` at 95 %
// confidence. Precondition: all > 0.
[[nodiscard]] std::array<double, 2> WilsonInterval(std::size_t count,
                                                   std::size_t all);

// Thresholds below are multiples of 0.01.

// The lowest threshold at which at least this share of the answers is right.
// The answer to an unanswerable question is wrong. Nothing if there is none.
[[nodiscard]] std::optional<double> ThetaForPrecision(
    std::span<const JudgedQuestion> judged, double precision);

// The lowest threshold, so the one with the most right answers, at which at
// least this share of the unanswerable questions is refused. Nothing if there
// is none, or no unanswerable question.
[[nodiscard]] std::optional<double> ThetaForRefusal(
    std::span<const JudgedQuestion> judged, double refusal);

// The figures at a threshold, by kind, and the misses. docs/lab/evaluation.md
// lists the members.
[[nodiscard]] boost::json::object QuestionReport(
    std::span<const JudgedQuestion> judged, double theta);

// A miss: what was asked, wanted and shown, and how sure that was.
[[nodiscard]] boost::json::object MissOf(const JudgedQuestion& judged,
                                         double theta);

// The figures as a table with a row for each kind, the first misses, and how
// sure the shares are.
[[nodiscard]] std::string QuestionReportTable(
    std::span<const JudgedQuestion> judged, double theta,
    const Terminal& terminal);

}  // namespace answerbox::client
