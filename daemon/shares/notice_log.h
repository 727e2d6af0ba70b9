// What the journal tells of clients that fail, again and again: a line a minute
// for each kind and client at most.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace answerbox::daemon {

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
