// The rights of callers. Each method names the right that it needs:
// docs/socket-protocol.md, "Rights".
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string_view>

namespace answerbox::daemon {

enum class Right : std::uint8_t {
  kAsk,
  kReadDocuments,
  kChangeDocuments,
  kAdminister,
};

// "ask", "read documents", ...
[[nodiscard]] std::string_view ToString(Right right) noexcept;

class Rights {
 public:
  constexpr Rights() noexcept = default;  // None.
  constexpr Rights(std::initializer_list<Right> rights) noexcept {
    for (const Right right : rights) {
      bits_ = static_cast<std::uint8_t>(bits_ | BitOf(right));
    }
  }

  [[nodiscard]] static constexpr Rights All() noexcept {
    return {Right::kAsk, Right::kReadDocuments, Right::kChangeDocuments,
            Right::kAdminister};
  }

  [[nodiscard]] constexpr bool Has(Right right) const noexcept {
    return (bits_ & BitOf(right)) != 0;
  }

 private:
  static constexpr std::uint8_t BitOf(Right right) noexcept {
    return static_cast<std::uint8_t>(1U << static_cast<unsigned>(right));
  }

  std::uint8_t bits_ = 0;
};

}  // namespace answerbox::daemon
