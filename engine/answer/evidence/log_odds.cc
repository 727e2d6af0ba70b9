#include "engine/answer/evidence/log_odds.h"

#include <algorithm>
#include <array>

namespace answerbox::engine {
namespace {

constexpr LogOdds kEnd = 8 * kOneLogOdds;
constexpr LogOdds kStep = kOneLogOdds / 4;

// 1 / (1 + exp(-x)) in Q16 at x = -8, -7.75, to 8. A table and a line between
// its values: the same on every machine, as no library's exp is.
constexpr std::array<std::int32_t, 65> kLogistic = {
    22,    28,    36,    47,    60,    77,    98,    126,   162,   208,   267,
    342,   439,   562,   720,   922,   1179,  1506,  1921,  2446,  3108,  3938,
    4971,  6249,  7812,  9702,  11955, 14595, 17625, 21025, 24743, 28693, 32768,
    36843, 40793, 44511, 47911, 50941, 53581, 55834, 57724, 59287, 60565, 61598,
    62428, 63090, 63615, 64030, 64357, 64614, 64816, 64974, 65097, 65194, 65269,
    65328, 65374, 65410, 65438, 65459, 65476, 65489, 65500, 65508, 65514,
};

}  // namespace

Q16 ProbabilityOf(LogOdds odds) noexcept {
  const LogOdds from_begin = std::clamp(odds, -kEnd, kEnd - 1) + kEnd;
  const auto step = static_cast<std::size_t>(from_begin / kStep);
  const std::int32_t rest = from_begin % kStep;
  const std::int32_t low = kLogistic[step];
  return Q16::FromRaw(low + (kLogistic[step + 1] - low) * rest / kStep);
}

}  // namespace answerbox::engine
