#include "daemon/methods/threshold_target.h"

#include <cassert>
#include <cmath>
#include <string>

#include "engine/answer/model/answer_model.h"

namespace answerbox::daemon {
namespace {

using engine::BasisPoints;
using engine::kWholeBasisPoints;
using Kind = ThresholdTarget::Kind;

// Four decimals, such as 0.0750.
std::string DecimalText(BasisPoints points) {
  const std::string digits = std::to_string(kWholeBasisPoints + points);
  const char whole = points == kWholeBasisPoints ? '1' : '0';
  return std::string{whole, '.'} + digits.substr(1);
}

Error Unmet(Kind kind, const std::string& why) {
  const std::string name(ToString(kind));
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

std::optional<ThresholdTarget> ReadThreshold(Params& params) {
  std::optional<Kind> given;
  for (const Kind kind : {Kind::kTheta, Kind::kPrecision, Kind::kAnswerRate}) {
    if (!params.Has(ToString(kind))) continue;
    if (given) {
      params.Fail(ToString(kind),
                  "and \"" + std::string(ToString(*given)) +
                      "\" exclude each other; give one of them.");
      return std::nullopt;
    }
    given = kind;
  }
  if (!given) return std::nullopt;
  const double value = params.Real(ToString(*given), 0.0, 1.0);
  if (*given != Kind::kTheta && value == 0.0) {
    params.Fail(ToString(*given), "must be above 0.");
  }
  if (params.error()) return std::nullopt;
  return ThresholdTarget{*given, value};
}

Result<double> ThetaOf(const ThresholdTarget& target, engine::Profile profile) {
  assert(target.value >= 0.0 && target.value <= 1.0);
  if (target.kind == Kind::kTheta) return double{target.value};
  if (profile == engine::Profile::kPaper) {
    return Unmet(target.kind,
                 "is not known in profile paper, whose confidence is no "
                 "probability. Give \"theta\", or ask a collection of profile "
                 "default.");
  }
  const engine::OperatingPoints& points = engine::ShippedModel().points();
  const auto share =
      static_cast<BasisPoints>(std::lround(target.value * kWholeBasisPoints));
  const auto threshold = target.kind == Kind::kPrecision
                             ? points.ThresholdForPrecision(share)
                             : points.ThresholdForAnswerRate(share);
  if (!threshold) return TooMuch(target.kind, points);
  return static_cast<double>(*threshold) / kWholeBasisPoints;
}

}  // namespace answerbox::daemon
