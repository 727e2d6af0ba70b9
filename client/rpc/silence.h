// How long to wait for a daemon that says nothing, as it is stopped or hangs.
// docs/man/answerbox.1, --timeout.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

namespace answerbox::client {

struct SilenceLimits {
  // After this silence `on_notice` is called, once per connection.
  std::chrono::milliseconds notice{1'000};
  std::function<void()> on_notice = {};
  std::optional<std::chrono::milliseconds> give_up = {};  // None: never.
};

enum class Work : std::uint8_t {
  // Done at once. Silence means that the daemon hangs.
  kShort,
  // Takes as long as there is work, or waits for such work. Meanwhile the
  // daemon is asked for a sign of life (`status`, which it answers beside all
  // work). It counts as silent only when it gives none.
  kLong,
};
[[nodiscard]] Work WorkOf(std::string_view method) noexcept;

// After a sign of life, how much silence of long work passes until the next one
// is requested.
inline constexpr std::chrono::milliseconds kTrustAfterSign{5'000};

}  // namespace answerbox::client
