// Users who have logged in, and their cookies.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "daemon/dispatch/method.h"
#include "daemon/identity/identity.h"
#include "daemon/identity/password.h"

namespace answerbox::daemon::http {

// Used by one thread. The time is an argument.
class UserSessions {
 public:
  using Clock = std::chrono::steady_clock;

  static constexpr std::size_t kMaxSessions = 256;
  static constexpr std::size_t kMaxOfOneUser = 16;
  // A session that nobody uses for this time ends.
  static constexpr std::chrono::minutes kIdle{60};

  struct Session {
    // What the user may call. They hold the work that is under way, such as
    // uploads, and their caller knows which entry logged in.
    std::shared_ptr<const MethodTable> methods;
    Clock::time_point last_used;
  };

  // Begins a session, and returns its id: 64 characters that nobody can guess.
  // Where there are as many as may be, of this user or of all, the one ends
  // that was not used for longest. Nothing without random numbers. Throws
  // std::bad_alloc.
  [[nodiscard]] std::optional<std::string> Begin(
      std::shared_ptr<const MethodTable> methods, Clock::time_point now);

  // Returns the session of that id, which is now in use; null if there is none.
  [[nodiscard]] const Session* Find(std::string_view id, Clock::time_point now);
  void End(std::string_view id) noexcept;

  // Ends those that were idle for too long.
  void EndIdle(Clock::time_point now) noexcept;
  // Calls `call` with each session's methods.
  template <typename Call>
  void ForEach(const Call& call) const {
    for (const auto& [key, session] : sessions_) call(session.methods);
  }
  [[nodiscard]] std::size_t size() const noexcept { return sessions_.size(); }

 private:
  // SHA-256 of the id: what is compared tells nothing of an id by its time, and
  // memory that leaks gives no cookie away.
  using Key = std::array<std::uint8_t, 32>;
  using Sessions = std::map<Key, Session>;

  [[nodiscard]] static Key KeyOf(std::string_view id) noexcept;
  void MakeRoom(std::string_view user);

  Sessions sessions_;
};

// The cookie of the session. Over TLS its name has a prefix that keeps other
// hosts, and whoever may change plain HTTP, from setting it.
[[nodiscard]] std::string_view CookieName(bool is_tls) noexcept;
// "Set-Cookie: ...\r\n"; an empty id takes the cookie away.
[[nodiscard]] std::string SetCookie(std::string_view id, bool is_tls);
// Returns the id in a field Cookie; empty if it has none, or two.
[[nodiscard]] std::string_view FindId(std::string_view cookies,
                                      bool is_tls) noexcept;

}  // namespace answerbox::daemon::http
