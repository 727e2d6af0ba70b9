// Sets of rights. Which right a call needs is in the table of calls
// (protocol/calls/call.h).
#pragma once

#include <cstdint>
#include <initializer_list>

#include "daemon/error.h"
#include "protocol/calls/call.h"

namespace answerbox::daemon {

class Rights {
 public:
  constexpr Rights() noexcept = default;  // None.
  constexpr Rights(std::initializer_list<Right> rights) noexcept {
    for (const Right right : rights) Add(right);
  }

  [[nodiscard]] static constexpr Rights All() noexcept {
    return {Right::kAsk, Right::kRead, Right::kAdd, Right::kManage};
  }

  constexpr void Add(Right right) noexcept {
    bits_ = static_cast<std::uint8_t>(bits_ | BitOf(right));
  }
  [[nodiscard]] constexpr bool Has(Right right) const noexcept {
    return (bits_ & BitOf(right)) != 0;
  }
  [[nodiscard]] constexpr bool empty() const noexcept { return bits_ == 0; }
  [[nodiscard]] friend constexpr bool operator==(Rights, Rights) = default;

 private:
  static constexpr std::uint8_t BitOf(Right right) noexcept {
    return static_cast<std::uint8_t>(1U << static_cast<unsigned>(right));
  }

  std::uint8_t bits_ = 0;
};

}  // namespace answerbox::daemon
