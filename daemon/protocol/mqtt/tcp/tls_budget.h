// TLS takes its memory from the budget of all MQTT clients.
#pragma once

#include "daemon/error.h"
#include "platform/tls/byte_budget.h"
#include "protocol/json/memory_budget.h"

namespace answerbox::daemon::mqtt {

class TlsBudget final : public platform::ByteBudget {
 public:
  // `budget` outlives this.
  explicit TlsBudget(MemoryBudget& budget) noexcept : budget_(budget) {}

  [[nodiscard]] bool TryTake(std::size_t bytes) noexcept override {
    return budget_.TryTake(bytes);
  }
  void GiveBack(std::size_t bytes) noexcept override {
    budget_.GiveBack(bytes);
  }

 private:
  MemoryBudget& budget_;
};

}  // namespace answerbox::daemon::mqtt
