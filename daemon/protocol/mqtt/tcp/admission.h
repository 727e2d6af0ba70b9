// Decides who a client is: by its password, its certificate, or, where the
// options allow it, because it is on this machine.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/thread_pool.hpp>
#include <chrono>
#include <cstddef>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string_view>

#include "daemon/error.h"
#include "daemon/identity/identity.h"
#include "daemon/identity/login_guard.h"
#include "daemon/identity/logins.h"
#include "daemon/identity/password.h"
#include "daemon/protocol/mqtt/broker/broker.h"
#include "daemon/protocol/mqtt/broker/ports.h"
#include "protocol/json/memory_budget.h"

namespace answerbox::daemon::mqtt {

// Checks passwords one after the other on a thread of its own, as each takes
// half a second. Delays those from whose address, or for whose name, wrong ones
// came, so that guessing does not keep the thread from others.
// Used on the sockets' thread.
class LoginQueue {
 public:
  using Answer = std::function<void(std::optional<Identity> identity)>;
  // Told of each wrong name or password, for the audit log and the journal.
  using OnFailure =
      std::function<void(std::string_view user, std::string_view address)>;

  // Logins that are waiting or being checked; one more fails at once.
  static constexpr std::size_t kMaxWaiting = 1'024;
  // A login that others have delayed for so long fails.
  static constexpr std::chrono::minutes kLongestWait{1};

  // `logins` and `memory` outlive this.
  //   memory  pays for logins that wait; one for which it has no room fails
  LoginQueue(boost::asio::any_io_executor executor, Logins& logins,
             MemoryBudget& memory, OnFailure on_failure);
  LoginQueue(const LoginQueue&) = delete;
  LoginQueue& operator=(const LoginQueue&) = delete;
  // Waits for the check under way. Answers that are still to come are dropped.
  ~LoginQueue();

  // Calls `answer` once, on the sockets' thread, after this call. Waits as
  // LoginGuard says before it looks at the password, and again when others have
  // failed in the meantime: many guesses at once gain nothing over one by one.
  void Check(std::string_view user, Password password, std::string_view address,
             Answer answer);

  // Gives up those that wait, without an answer. Call it before the executor
  // ends.
  void Stop();

 private:
  struct Login;
  using LoginPointer = std::shared_ptr<Login>;

  // Begins the check, now or after the delay that is due.
  void Begin(const LoginPointer& login);
  // Has the thread check it. Precondition: the thread has none.
  void CheckOnThread(const LoginPointer& login);
  // Begins those that wait for the thread, until it has one.
  void BeginReady();
  void End(const LoginPointer& login, const std::optional<Identity>& identity);
  // Answers no, but not as a failure: the password was not looked at.
  void GiveUp(const LoginPointer& login);

  const boost::asio::any_io_executor executor_;
  Logins& logins_;
  MemoryBudget& memory_;
  const OnFailure on_failure_;
  LoginGuard guard_;
  std::set<LoginPointer> waiting_;  // All of them.
  std::deque<LoginPointer> ready_;  // Their delays are over.
  bool is_checking_ = false;        // The thread has one.
  boost::asio::thread_pool thread_{1};
};

// Checks a password. Calls `answer` once, on the sockets' thread, after this
// call; with nothing where it is not the user's.
//   address  of the client, for slowing down those who guess
using CheckPassword = std::function<void(
    std::string_view user, Password password, std::string_view address,
    std::function<void(std::optional<Identity> identity)> answer)>;

class Admission final : public Doorkeeper {
 public:
  // `allows_anonymous`: clients on this machine need not prove anything.
  Admission(bool allows_anonymous, CheckPassword check_password)
      : allows_anonymous_(allows_anonymous),
        check_password_(std::move(check_password)) {}

  // Before the first connection; it outlives this.
  void AdmitTo(Broker& broker) noexcept { broker_ = &broker; }

  void Examine(Connection& connection, const Connect& connect) override;
  void Forget(Connection& connection) override;

 private:
  struct Pending {
    Connection* connection;  // Null when it is over.
  };

  void CheckUser(Connection& connection, const Connect& connect);
  void Decide(Connection& connection, const std::optional<Identity>& identity,
              ReasonCode otherwise);

  const bool allows_anonymous_;
  const CheckPassword check_password_;
  Broker* broker_ = nullptr;
  std::map<const Connection*, std::shared_ptr<Pending>> pending_;
};

}  // namespace answerbox::daemon::mqtt
