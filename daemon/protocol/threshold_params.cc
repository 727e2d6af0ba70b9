#include "daemon/protocol/threshold_params.h"

#include <string>

namespace answerbox::daemon {
namespace {

using Kind = ThresholdWish::Kind;

struct ThresholdParam {
  Kind kind;
  const char* name;
};

constexpr ThresholdParam kThresholdParams[] = {
    {Kind::kTheta, "theta"},
    {Kind::kPrecision, "precision"},
    {Kind::kAnswerRate, "answer_rate"},
};

}  // namespace

std::optional<ThresholdWish> ReadThreshold(Params& params) {
  const ThresholdParam* given = nullptr;
  for (const ThresholdParam& param : kThresholdParams) {
    if (!params.Has(param.name)) continue;
    if (given != nullptr) {
      params.Fail(param.name, std::string("and \"") + given->name +
                                  "\" exclude each other; give one of them.");
      return std::nullopt;
    }
    given = &param;
  }
  if (given == nullptr) return std::nullopt;
  const double value = params.Real(given->name, 0.0, 1.0);
  if (given->kind != Kind::kTheta && value == 0.0) {
    params.Fail(given->name, "must be above 0.");
  }
  if (params.error()) return std::nullopt;
  return ThresholdWish{given->kind, value};
}

}  // namespace answerbox::daemon
