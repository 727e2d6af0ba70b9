#include "client/exam/busy_patience.h"

#include <algorithm>

#include "client/rpc/json_fields.h"

namespace answerbox::client {
namespace {

// Questions at once, or texts of the model, have a bound. So have connections,
// but one that is closed does not come back.
bool IsOfBusyDaemon(const Failure& failure) {
  if (failure.ends_connection) return false;
  return failure.kind == "busy" ||
         (failure.kind == "model_failed" &&
          TextAt(failure.details, "reason") == "busy");
}

}  // namespace

bool BusyPatience::WaitsAfter(const Failure& failure) {
  if (!pause_ || !IsOfBusyDaemon(failure)) return false;
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
