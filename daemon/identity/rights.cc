#include "daemon/identity/rights.h"

namespace answerbox::daemon {

std::string_view ToString(Right right) noexcept {
  switch (right) {
    case Right::kAsk:
      return "ask";
    case Right::kRead:
      return "read";
    case Right::kAdd:
      return "add";
    case Right::kManage:
      return "manage";
  }
  return "";
}

std::optional<Right> RightNamed(std::string_view word) noexcept {
  for (const Right right : kEveryRight) {
    if (ToString(right) == word) return right;
  }
  return std::nullopt;
}

}  // namespace answerbox::daemon
