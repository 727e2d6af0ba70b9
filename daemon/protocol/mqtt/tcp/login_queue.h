// Checks passwords one after the other on a thread of its own, as each takes
// half a second, and has those wait longer from whom wrong ones came.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/thread_pool.hpp>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "daemon/identity/login_guard.h"
#include "daemon/identity/logins.h"
#include "daemon/identity/password.h"

namespace answerbox::daemon::mqtt {

// Used on the sockets' thread.
class LoginQueue {
 public:
  using Answer = std::function<void(std::optional<Identity> identity)>;
  // Told of each wrong name or password, for the audit log and the journal.
  using OnFailure =
      std::function<void(std::string_view user, std::string_view address)>;

  // Logins that are waiting or being checked; one more fails at once.
  static constexpr std::size_t kMaxWaiting = 1'024;

  // `logins` outlives this.
  LoginQueue(boost::asio::any_io_executor executor, Logins& logins,
             OnFailure on_failure);
  LoginQueue(const LoginQueue&) = delete;
  LoginQueue& operator=(const LoginQueue&) = delete;
  // Waits for the check under way. Answers that are still to come are dropped.
  ~LoginQueue();

  // Calls `answer` once, on the sockets' thread, after this call. An address or
  // name with failures waits before its password is looked at: who guesses does
  // not keep the thread from others.
  void Check(std::string_view user, Password password, std::string_view address,
             Answer answer);

  // Gives up those that wait, without an answer. Call it before the executor
  // ends.
  void Stop();

 private:
  struct Login;

  void Begin(const std::shared_ptr<Login>& login);
  void End(const std::shared_ptr<Login>& login,
           const std::optional<Identity>& identity);

  const boost::asio::any_io_executor executor_;
  Logins& logins_;
  const OnFailure on_failure_;
  LoginGuard guard_;
  std::set<std::shared_ptr<Login>> waiting_;
  boost::asio::thread_pool thread_{1};
};

}  // namespace answerbox::daemon::mqtt
