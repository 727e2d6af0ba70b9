// How reports name a strategy.
#pragma once

#include <boost/json/object.hpp>
#include <string>

#include "lab/evaluate/measures/selection_measures.h"

namespace answerbox::lab {

// "mmr 0.6, 5"; "mmr 0.6" for an infinite window.
[[nodiscard]] std::string LabelText(const StrategyLabel& label);

// "strategy" and, where there are any, "alpha" and "window".
[[nodiscard]] boost::json::object LabelJson(const StrategyLabel& label);

// A number with so many digits after the point.
[[nodiscard]] std::string WithDecimals(double value, int digits);

// The same of a share, in percent without the sign.
[[nodiscard]] std::string Percent(double share, int digits);

}  // namespace answerbox::lab
