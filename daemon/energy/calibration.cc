#include "daemon/energy/calibration.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace answerbox::daemon {
namespace {

// Student's t, two-sided 95 %, for 1 to 30 degrees of freedom.
constexpr std::array<double, 30> kStudent95 = {
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228,
    2.201,  2.179, 2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086,
    2.080,  2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042};

// Beyond the table it gives the last value, so the interval is a little too
// wide.
double Student95(std::size_t degrees) {
  return kStudent95[std::min(degrees, kStudent95.size()) - 1];
}

double CostOf(const CalibrationRound& round) {
  return static_cast<double>(round.asking - round.rest);
}

}  // namespace

std::optional<CostEstimate> EstimateCost(
    std::span<const CalibrationRound> rounds) {
  if (rounds.size() < 2) return std::nullopt;
  double cost_uj = 0;
  double questions = 0;
  for (const CalibrationRound& round : rounds) {
    if (round.questions == 0) return std::nullopt;
    cost_uj += CostOf(round);
    questions += static_cast<double>(round.questions);
  }
  const double ratio = cost_uj / questions;
  // The variance of a ratio, from the residual of each round: W. G. Cochran,
  // Sampling Techniques, 3rd edition, section 6.4.
  double squares = 0;
  for (const CalibrationRound& round : rounds) {
    const double residual =
        CostOf(round) - ratio * static_cast<double>(round.questions);
    squares += residual * residual;
  }
  const auto count = static_cast<double>(rounds.size());
  const double error = std::sqrt(squares * count / (count - 1)) / questions;
  return CostEstimate{ratio, Student95(rounds.size() - 1) * error};
}

}  // namespace answerbox::daemon
