// The threshold of a question or a collection as people ask for it: a
// confidence, or what refusing below one shall come to.
#pragma once

#include <cstdint>
#include <string_view>

#include "daemon/error.h"
#include "engine/profile.h"

namespace answerbox::daemon {

struct ThresholdTarget {
  enum class Kind : std::uint8_t {
    kTheta,
    kPrecision,   // Of the answers given, this share is right.
    kAnswerRate,  // Of the questions, this share is answered, the surest ones.
  };

  Kind kind = Kind::kTheta;
  double value = 0.0;  // In [0, 1]; above 0 but for kTheta.
};

// The parameter that says it, e.g. "answer_rate".
[[nodiscard]] constexpr std::string_view ToString(
    ThresholdTarget::Kind kind) noexcept {
  using Kind = ThresholdTarget::Kind;
  switch (kind) {
    case Kind::kTheta:
      return "theta";
    case Kind::kPrecision:
      return "precision";
    case Kind::kAnswerRate:
      return "answer_rate";
  }
  return "";
}

// The theta it comes to, by what the program's own weights were measured to
// give (docs/model-format.md, "Operating points"). Allocates nothing but
// errors. Errors: kInvalidParams for any target but a theta in profile paper,
// whose confidence is no probability, and for more than any threshold gives.
[[nodiscard]] Result<double> ThetaOf(const ThresholdTarget& target,
                                     engine::Profile profile);

}  // namespace answerbox::daemon
