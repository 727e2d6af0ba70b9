// Checks the passwords of clients, in their addresses' and names' turns.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/thread_pool.hpp>
#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>

#include "daemon/error.h"
#include "daemon/identity/identity.h"
#include "daemon/identity/login_guard.h"
#include "daemon/identity/logins.h"
#include "daemon/identity/password.h"
#include "daemon/shares/notice_log.h"
#include "daemon/shares/turns.h"
#include "protocol/json/memory_budget.h"

namespace answerbox::daemon {

// Checks passwords one after the other on a thread of its own, as each takes
// half a second. Delays logins from an address, or for a name, for which wrong
// ones came, so that guessing does not keep the thread from others. Used on the
// sockets' thread.
class LoginQueue {
 public:
  using Answer = std::function<void(std::optional<Identity> identity)>;
  // Returns false once nobody waits for the answer any more.
  using IsAwaited = std::function<bool()>;
  // Called for each wrong name or password, for the audit log and the journal.
  using OnFailure =
      std::function<void(std::string_view user, std::string_view address)>;

  // Logins that wait. Past that, the newest of the address with most of them
  // fails.
  static constexpr std::size_t kMaxWaiting = 1'024;
  // A login fails when the delays caused by others reach this time.
  static constexpr std::chrono::minutes kLongestWait{1};

  // `logins`, `memory` and `shares` outlive this.
  //   memory  pays for logins that wait; one for which it has no room fails
  LoginQueue(boost::asio::any_io_executor executor, Logins& logins,
             MemoryBudget& memory, ShareLog& shares, OnFailure on_failure);
  LoginQueue(const LoginQueue&) = delete;
  LoginQueue& operator=(const LoginQueue&) = delete;
  // Waits for the check under way. Answers that are still to come are dropped.
  ~LoginQueue();

  // Calls `answer` once, on the sockets' thread, after this call. Waits as
  // LoginGuard says before it checks the password, and longer when other logins
  // have failed in the meantime: many guesses at once gain nothing over one by
  // one. Addresses, and the names from each, are served in turn. A password
  // that was right before from this address is checked at once. A login that
  // nobody waits for any more may end without a check and without an answer.
  void Check(std::string_view user, Password password, std::string_view address,
             Answer answer, IsAwaited is_awaited);

  // Drops waiting logins without an answer. Call it before the executor ends.
  void Stop();

 private:
  struct Login;
  using LoginPointer = std::shared_ptr<Login>;

  using Clock = std::chrono::steady_clock;
  using Next = Turns<LoginPointer>::Next;

  void Begin(const LoginPointer& login);
  [[nodiscard]] std::optional<Identity> FindRemembered(Login& login);
  // Drops those that wait and need not be checked any more.
  void DropUnawaited();
  // Begins the next login whose delay is over, if the thread is idle.
  void BeginNext();
  // Returns nothing if all have to wait, and wakes when one need not any more.
  [[nodiscard]] std::optional<Next> TakeNext(Clock::time_point now);
  // Makes the thread check it. Precondition: the thread is idle.
  void CheckOnThread(const LoginPointer& login);
  void End(const LoginPointer& login, const std::optional<Identity>& identity);
  // Answers that the login failed, but does not count it as a failure, because
  // the password was not checked.
  void GiveUp(const LoginPointer& login);

  const boost::asio::any_io_executor executor_;
  Logins& logins_;
  LoginGuard& guard_;  // That of `logins_`.
  MemoryBudget& memory_;
  ShareLog& shares_;
  const OnFailure on_failure_;
  Turns<LoginPointer> turns_;  // By address, then by user.
  LoginPointer checked_;       // By the thread; null while it is idle.
  bool prefers_fresh_ = true;
  bool is_stopped_ = false;
  boost::asio::steady_timer wake_;
  // When the timer is due; nothing while the thread is at work or none waits.
  std::optional<Clock::time_point> wakes_;
  boost::asio::thread_pool thread_{1};
};

}  // namespace answerbox::daemon
