// Who gave way to others, for `status` and the journal.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

namespace answerbox::daemon {

// What is shared.
enum class Shared : std::uint8_t {
  kQuestions,
  kMqttConnections,
  kMqttSessions,
  kMqttRetained,
  kLogins,
  kHandshakes,
};
inline constexpr std::array kAllShared = {
    Shared::kQuestions,    Shared::kMqttConnections, Shared::kMqttSessions,
    Shared::kMqttRetained, Shared::kLogins,          Shared::kHandshakes};
// The name in `status`, such as "mqtt_sessions".
[[nodiscard]] std::string_view NameOf(Shared shared) noexcept;

// Safe to use from any thread.
class ShareLog {
 public:
  using Clock = std::chrono::steady_clock;

  struct GaveWay {
    std::uint64_t count = 0;  // Since the start.
    std::string holder;       // Who gave way last.
  };

  ShareLog();

  // Counts that something of `holder` gave way. Writes a line to the journal,
  // at most once a minute for each kind. A holder's name is cut to
  // kMaxHolderBytes. Allocates nothing.
  static constexpr std::size_t kMaxHolderBytes = 128;
  void Note(Shared shared, std::string_view holder,
            Clock::time_point now = Clock::now()) noexcept;

  [[nodiscard]] GaveWay Read(Shared shared) const;

 private:
  struct Entry {
    GaveWay gave_way;
    std::optional<Clock::time_point> logged;
  };

  mutable std::mutex mutex_;
  std::array<Entry, kAllShared.size()> entries_;
};

}  // namespace answerbox::daemon
