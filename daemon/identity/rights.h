// The rights of callers. Each method names the right that it needs:
// docs/socket-protocol.md, "Rights".
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string_view>

namespace answerbox::daemon {

enum class Right : std::uint8_t {
  kAsk,
  kRead,    // Lists and texts of documents.
  kAdd,     // Adds, replaces and removes documents and collections.
  kManage,  // Maintenance, the audit log, energy reports; users.
};

inline constexpr std::array kEveryRight = {Right::kAsk, Right::kRead,
                                           Right::kAdd, Right::kManage};

// "ask", "read", "add" or "manage".
[[nodiscard]] std::string_view ToString(Right right) noexcept;
// Nothing for another word.
[[nodiscard]] std::optional<Right> RightNamed(std::string_view word) noexcept;

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
