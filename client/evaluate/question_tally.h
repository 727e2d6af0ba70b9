// Sums over judged questions at a threshold, and reports of them for people and
// programs.
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
  std::size_t right = 0;  // Includes unanswerable questions that were refused.
  std::size_t right_page = 0;  // Answered from a right page.
  double share = 0.0;          // Sum over the answered questions.
  std::size_t words = 0;       // Sum over the answered questions.

  [[nodiscard]] std::size_t refused() const { return questions - answered; }
};

struct QuestionTallies {
  QuestionTally answerable;
  QuestionTally unanswerable;
  // The answerable questions by kind, in the order in which kinds first occur.
  std::vector<std::pair<std::string, QuestionTally>> kinds;

  [[nodiscard]] std::size_t answered() const {
    return answerable.answered + unanswerable.answered;
  }
};

[[nodiscard]] QuestionTallies TallyAt(std::span<const JudgedQuestion> judged,
                                      double theta);

// Whether the question is a miss at that threshold: it is neither answered
// rightly nor, if unanswerable, refused.
[[nodiscard]] bool IsMiss(const JudgedQuestion& judged, double theta);

// Returns Wilson's interval: the shares that agree with `count` of `all` at 95
// % confidence. Precondition: all > 0.
[[nodiscard]] std::array<double, 2> WilsonInterval(std::size_t count,
                                                   std::size_t all);

// The functions below return multiples of 0.01.

// Returns the lowest threshold at which at least this share of the answers is
// right. Any answer to an unanswerable question is wrong. Returns nothing if no
// threshold reaches the share.
[[nodiscard]] std::optional<double> ThetaForPrecision(
    std::span<const JudgedQuestion> judged, double precision);

// Returns the lowest threshold, which has the most right answers, at which at
// least this share of the unanswerable questions is refused. Returns nothing if
// none reaches the share, or if no question is unanswerable.
[[nodiscard]] std::optional<double> ThetaForRefusal(
    std::span<const JudgedQuestion> judged, double refusal);

// Returns the figures at a threshold, by kind, and the misses.
// docs/lab/evaluation.md lists the members.
[[nodiscard]] boost::json::object QuestionReport(
    std::span<const JudgedQuestion> judged, double theta);

// Returns a miss: what was asked, wanted and shown, and with what confidence.
[[nodiscard]] boost::json::object MissOf(const JudgedQuestion& judged,
                                         double theta);

// Returns the figures as a table with a row for each kind, then the first
// misses and the confidence intervals of the shares.
[[nodiscard]] std::string QuestionReportTable(
    std::span<const JudgedQuestion> judged, double theta,
    const Terminal& terminal);

}  // namespace answerbox::client
