// How long to wait for a daemon that says nothing: one that is stopped, or that
// hangs. docs/man/answerbox.1, --timeout.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

namespace answerbox::client {

struct SilenceLimits {
  // After so much silence `on_notice` is called, once in a connection's life.
  std::chrono::milliseconds notice{1'000};
  std::function<void()> on_notice = {};
  std::optional<std::chrono::milliseconds> give_up = {};  // None: never.
};

enum class Work : std::uint8_t {
  // Done at once: silence means that the daemon hangs.
  kShort,
  // As long as there is to do, or waits behind such work. The daemon is asked
  // for a sign of life meanwhile (`status`, which it answers beside all work),
  // and only when it gives none is it silent.
  kLong,
};
[[nodiscard]] Work WorkOf(std::string_view method) noexcept;

// After a sign of life, how much silence of long work passes until the next is
// asked for.
inline constexpr std::chrono::milliseconds kTrustAfterSign{5'000};

}  // namespace answerbox::client
