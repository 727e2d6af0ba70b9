// What the journal tells of clients that fail, again and again, and who gave
// way to others: a line a minute at most for each kind, and of failures for
// each kind and client.
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

// --- Who gave way, for `status` and the journal

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

// --- Who fails: a line for each kind and client

enum class Notice : std::uint8_t {
  kHandshake,  // TLS: no connection.
  kRefused,    // CONNECT was refused.
  kOneId,      // Two clients fight for one client id.
};

// Used by one thread.
class NoticeLog {
 public:
  using Clock = std::chrono::steady_clock;

  // Past so many clients within a minute, the one told of longest ago is
  // forgotten; a flood of them costs kMaxLines lines a minute all the same.
  static constexpr std::size_t kMaxClients = 64;
  static constexpr std::size_t kMaxLines = 60;

  // Writes the line, a warning, unless one of that kind and client was written
  // within a minute. The next line tells how many were left out. Returns
  // whether it was written.
  //   client  its address, or what else names it
  // What was left out past kMaxLines, or of clients that were forgotten, is
  // told by one line after the minute.
  bool Tell(Notice notice, std::string_view client, std::string_view line,
            Clock::time_point now = Clock::now());
  // Tells of that if the minute is over. Call it now and then.
  void TellLeftOut(Clock::time_point now = Clock::now());

 private:
  struct Told {
    Notice notice = Notice::kHandshake;
    std::string client{};
    Clock::time_point at{};
    std::size_t left_out = 0;
  };

  std::array<Told, kMaxClients> told_;
  Clock::time_point minute_{};  // When the present one began.
  std::size_t lines_ = 0;       // In the present minute.
  std::size_t left_out_ = 0;    // And not told of yet.
};

}  // namespace answerbox::daemon
