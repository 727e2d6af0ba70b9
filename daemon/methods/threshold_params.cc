#include "daemon/methods/threshold_params.h"

#include <string>

namespace answerbox::daemon {

std::optional<ThresholdWish> ReadThreshold(Params& params) {
  using Kind = ThresholdWish::Kind;
  std::optional<Kind> given;
  for (const Kind kind : {Kind::kTheta, Kind::kPrecision, Kind::kAnswerRate}) {
    if (!params.Has(Name(kind))) continue;
    if (given) {
      params.Fail(Name(kind), "and \"" + std::string(Name(*given)) +
                                  "\" exclude each other; give one of them.");
      return std::nullopt;
    }
    given = kind;
  }
  if (!given) return std::nullopt;
  const double value = params.Real(Name(*given), 0.0, 1.0);
  if (*given != Kind::kTheta && value == 0.0) {
    params.Fail(Name(*given), "must be above 0.");
  }
  if (params.error()) return std::nullopt;
  return ThresholdWish{*given, value};
}

}  // namespace answerbox::daemon
