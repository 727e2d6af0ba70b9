#include "daemon/methods/threshold_params.h"

#include <string>

namespace answerbox::daemon {

std::optional<ThresholdTarget> ReadThreshold(Params& params) {
  using Kind = ThresholdTarget::Kind;
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

}  // namespace answerbox::daemon
