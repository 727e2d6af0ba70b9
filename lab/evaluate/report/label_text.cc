#include "lab/evaluate/report/label_text.h"

#include <array>
#include <cstdio>

namespace answerbox::lab {

std::string WithDecimals(double value, int digits) {
  std::array<char, 64> buffer{};
  std::snprintf(buffer.data(), buffer.size(), "%.*f", digits, value);
  return buffer.data();
}

std::string Percent(double share, int digits) {
  return WithDecimals(100 * share, digits);
}

std::string LabelText(const StrategyLabel& label) {
  std::string text = label.name;
  if (label.alpha) {
    std::array<char, 32> buffer{};
    std::snprintf(buffer.data(), buffer.size(), " %g", *label.alpha);
    text += buffer.data();
  }
  if (label.window.value_or(0) > 0)
    text += ", " + std::to_string(*label.window);
  return text;
}

boost::json::object LabelJson(const StrategyLabel& label) {
  boost::json::object object{{"strategy", label.name}};
  if (label.alpha) object["alpha"] = *label.alpha;
  if (label.window) object["window"] = *label.window;
  return object;
}

}  // namespace answerbox::lab
