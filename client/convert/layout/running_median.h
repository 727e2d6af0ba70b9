// The median of a growing set of numbers.
#pragma once

#include <functional>
#include <queue>
#include <vector>

#include "client/convert/layout/lines/length.h"

namespace answerbox::client::layout {

class RunningMedian {
 public:
  // O(log n).
  void Add(Length value) {
    if (!upper_.empty() && value < upper_.top()) {
      lower_.push(value);
    } else {
      upper_.push(value);
    }
    if (lower_.size() > upper_.size()) {
      upper_.push(lower_.top());
      lower_.pop();
    } else if (upper_.size() > lower_.size() + 1) {
      lower_.push(upper_.top());
      upper_.pop();
    }
  }

  // Returns the larger of the middle two if the number of values is even, and 0
  // without values.
  [[nodiscard]] Length value() const {
    return upper_.empty() ? 0 : upper_.top();
  }

 private:
  std::priority_queue<Length> lower_;
  std::priority_queue<Length, std::vector<Length>, std::greater<>> upper_;
};

}  // namespace answerbox::client::layout
