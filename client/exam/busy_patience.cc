#include "client/exam/busy_patience.h"

#include <algorithm>

#include "client/rpc/json_fields.h"

namespace answerbox::client {
namespace {

bool IsOfBusyModel(const Failure& failure) {
  return failure.kind == "model_failed" &&
         TextAt(failure.details, "reason") == "busy";
}

}  // namespace

bool BusyPatience::WaitsAfter(const Failure& failure) {
  if (!pause_ || !IsOfBusyModel(failure)) return false;
  const std::chrono::milliseconds pause = std::min(next_, left_);
  if (pause.count() == 0) return false;
  pause_(pause);
  left_ -= pause;
  next_ = std::min(2 * next_, kLongestBusyPause);
  return true;
}

void BusyPatience::Rest() {
  next_ = kFirstBusyPause;
  left_ = kBusyTotal;
}

}  // namespace answerbox::client
