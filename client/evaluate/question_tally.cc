#include "client/evaluate/question_tally.h"

#include <algorithm>
#include <cmath>

namespace answerbox::client {
namespace {

constexpr int kThetaSteps = 100;  // From 0 to 1.

void Add(const JudgedQuestion& judged, double theta, QuestionTally& tally) {
  const Judgement& judgement = judged.judgement;
  ++tally.questions;
  // Refusing a question that no document answers is right.
  if (!judgement.IsAnswered(theta)) {
    if (!judged.question.is_answerable) ++tally.right;
    return;
  }
  ++tally.answered;
  tally.right += judgement.is_right ? 1 : 0;
  tally.right_page += judgement.is_page_right ? 1 : 0;
  tally.share += judgement.share;
  tally.words += judgement.words;
}

// Returns the lowest threshold whose tallies are enough. All are tried in turn,
// because precision need not rise with the threshold.
template <typename IsEnough>
std::optional<double> LowestTheta(std::span<const JudgedQuestion> judged,
                                  IsEnough is_enough) {
  for (int step = 0; step <= kThetaSteps; ++step) {
    const double theta = static_cast<double>(step) / kThetaSteps;
    if (is_enough(TallyAt(judged, theta))) return theta;
  }
  return std::nullopt;
}

bool IsShare(std::size_t count, std::size_t all, double share) {
  // In binary, 0.56 * 25 is a little more than 14.
  constexpr double kRounding = 1e-9;
  return all > 0 && static_cast<double>(count) + kRounding >=
                        share * static_cast<double>(all);
}

}  // namespace

// Kinds keep the order of the file, because people write first what matters
// most.
QuestionTallies TallyAt(std::span<const JudgedQuestion> judged, double theta) {
  QuestionTallies tallies;
  for (const JudgedQuestion& each : judged) {
    if (!each.question.is_answerable) {
      Add(each, theta, tallies.unanswerable);
      continue;
    }
    Add(each, theta, tallies.answerable);
    auto kind =
        std::ranges::find(tallies.kinds, each.question.kind,
                          [](const auto& entry) { return entry.first; });
    if (kind == tallies.kinds.end()) {
      tallies.kinds.emplace_back(each.question.kind, QuestionTally());
      kind = tallies.kinds.end() - 1;
    }
    Add(each, theta, kind->second);
  }
  return tallies;
}

// A right answer below the threshold is a miss as well, because the reader got
// nothing.
bool IsMiss(const JudgedQuestion& judged, double theta) {
  const bool is_answered = judged.judgement.IsAnswered(theta);
  return judged.question.is_answerable
             ? !is_answered || !judged.judgement.is_right
             : is_answered;
}

// Wilson 1927: the roots of (p - share)^2 = z^2 share (1 - share) / n.
std::array<double, 2> WilsonInterval(std::size_t count, std::size_t all) {
  constexpr double kZ = 1.959964;  // For 95 %.
  const auto n = static_cast<double>(all);
  const double p = static_cast<double>(count) / n;
  const double scale = 1 + kZ * kZ / n;
  const double center = (p + kZ * kZ / (2 * n)) / scale;
  const double half =
      kZ * std::sqrt(p * (1 - p) / n + kZ * kZ / (4 * n * n)) / scale;
  return {std::max(0.0, center - half), std::min(1.0, center + half)};
}

std::optional<double> ThetaForPrecision(std::span<const JudgedQuestion> judged,
                                        double precision) {
  return LowestTheta(judged, [precision](const QuestionTallies& tallies) {
    return IsShare(tallies.answerable.right, tallies.answered(), precision);
  });
}

std::optional<double> ThetaForRefusal(std::span<const JudgedQuestion> judged,
                                      double refusal) {
  return LowestTheta(judged, [refusal](const QuestionTallies& tallies) {
    return IsShare(tallies.unanswerable.right, tallies.unanswerable.questions,
                   refusal);
  });
}

}  // namespace answerbox::client
