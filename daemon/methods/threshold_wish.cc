#include "daemon/methods/threshold_wish.h"

#include <cassert>
#include <cmath>
#include <string>

#include "engine/answer/model/answer_model.h"

namespace answerbox::daemon {
namespace {

using engine::BasisPoints;
using engine::kWholeBasisPoints;
using Kind = ThresholdWish::Kind;

// Four decimals, e.g. 0.0750.
std::string DecimalText(BasisPoints points) {
  const std::string digits = std::to_string(kWholeBasisPoints + points);
  const char whole = points == kWholeBasisPoints ? '1' : '0';
  return std::string{whole, '.'} + digits.substr(1);
}

Error Unmet(Kind kind, const std::string& why) {
  const std::string name(Name(kind));
  return {ErrorKind::kInvalidParams, '"' + name + "\" " + why, name};
}

Error TooMuch(Kind kind, const engine::OperatingPoints& points) {
  const bool is_precision = kind == Kind::kPrecision;
  const BasisPoints most =
      is_precision ? points.highest_precision() : points.highest_answer_rate();
  return Unmet(kind, "is " + DecimalText(most) +
                         " at most, the share that the " +
                         (is_precision ? "highest" : "lowest") +
                         " threshold gave where it was measured. Ask for that "
                         "or less, or give \"theta\".");
}

}  // namespace

Result<double> ThetaOf(const ThresholdWish& wish, engine::Profile profile) {
  assert(wish.value >= 0.0 && wish.value <= 1.0);
  if (wish.kind == Kind::kTheta) return double{wish.value};
  if (profile == engine::Profile::kPaper) {
    return Unmet(wish.kind,
                 "is not known in profile paper, whose confidence is no "
                 "probability. Give \"theta\", or ask a collection of profile "
                 "default.");
  }
  const engine::OperatingPoints& points = engine::ShippedModel().points();
  const auto share =
      static_cast<BasisPoints>(std::lround(wish.value * kWholeBasisPoints));
  const auto threshold = wish.kind == Kind::kPrecision
                             ? points.ThresholdForPrecision(share)
                             : points.ThresholdForAnswerRate(share);
  if (!threshold) return TooMuch(wish.kind, points);
  return static_cast<double>(*threshold) / kWholeBasisPoints;
}

}  // namespace answerbox::daemon
