#include "daemon/identity/rights.h"

namespace answerbox::daemon {

std::string_view ToString(Right right) noexcept {
  switch (right) {
    case Right::kAsk:
      return "ask";
    case Right::kReadDocuments:
      return "read documents";
    case Right::kChangeDocuments:
      return "change documents";
    case Right::kAdminister:
      return "administer";
  }
  return "";
}

}  // namespace answerbox::daemon
