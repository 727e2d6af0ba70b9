// Memory that connections of all kinds share.
#pragma once

#include <cstddef>
#include <utility>

namespace answerbox::platform {

// The owner of a bound says whether there is room. Called from the thread of a
// connection's socket.
class ByteBudget {
 public:
  virtual ~ByteBudget() = default;
  // False when there is no room; nothing is taken then.
  [[nodiscard]] virtual bool TryTake(std::size_t bytes) noexcept = 0;
  virtual void GiveBack(std::size_t bytes) noexcept = 0;
};

// Gives back what it holds when destroyed.
class BudgetShare {
 public:
  BudgetShare() = default;
  // Takes over `bytes` that were taken from `budget`.
  BudgetShare(ByteBudget& budget, std::size_t bytes) noexcept
      : budget_(&budget), bytes_(bytes) {}
  BudgetShare(BudgetShare&& other) noexcept
      : budget_(std::exchange(other.budget_, nullptr)), bytes_(other.bytes_) {}
  BudgetShare& operator=(BudgetShare&&) = delete;
  ~BudgetShare() {
    if (budget_ != nullptr) budget_->GiveBack(bytes_);
  }

 private:
  ByteBudget* budget_ = nullptr;
  std::size_t bytes_ = 0;
};

}  // namespace answerbox::platform
