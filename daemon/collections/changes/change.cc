#include "daemon/collections/changes/change.h"

namespace answerbox::daemon {

void Refuse(Change change, const Error& error) {
  std::visit([&](auto& step) { step.completion(error); }, change.step);
}

}  // namespace answerbox::daemon
