#include "daemon/protocol/mqtt/tcp/admission.h"

#include <boost/asio/post.hpp>
#include <chrono>
#include <utility>

#include "daemon/protocol/mqtt/broker/broker_memory.h"
#include "daemon/protocol/mqtt/tcp/network_connection.h"

namespace answerbox::daemon::mqtt {
namespace {

namespace asio = boost::asio;
using Clock = std::chrono::steady_clock;

// What a login takes besides its texts: itself, its timer, and what waits for
// it.
constexpr std::size_t kLoginBytes = 1024;

}  // namespace

struct LoginQueue::Login {
  Login(const asio::any_io_executor& executor, MemoryBudget& memory,
        std::string_view its_user, Password its_password,
        std::string_view its_address, Answer its_answer)
      : bytes(memory,
              kLoginBytes + its_user.size() + its_password.text().size()),
        user(its_user),
        password(std::move(its_password)),
        address(its_address),
        answer(std::move(its_answer)),
        delay(executor) {}

  const TakenBytes bytes;
  const Clock::time_point began = Clock::now();
  const std::string user;
  const Password password;
  const std::string address;
  Answer answer;  // Empty once it is given up.
  asio::steady_timer delay;
};

LoginQueue::LoginQueue(asio::any_io_executor executor, Logins& logins,
                       MemoryBudget& memory, OnFailure on_failure)
    : executor_(std::move(executor)),
      logins_(logins),
      memory_(memory),
      on_failure_(std::move(on_failure)) {}

LoginQueue::~LoginQueue() {
  thread_.stop();
  thread_.join();
}

// Posted also where there is no room: the answer never comes during the call.
void LoginQueue::Check(std::string_view user, Password password,
                       std::string_view address, Answer answer) {
  const auto login =
      std::make_shared<Login>(executor_, memory_, user, std::move(password),
                              address, std::move(answer));
  const bool has_room =
      login->bytes.is_taken() && waiting_.size() < kMaxWaiting;
  if (has_room) waiting_.insert(login);
  asio::post(executor_, [this, login, has_room] {
    has_room ? Begin(login) : GiveUp(login);
  });
}

// Guesses are slowed down before the password is looked at: hashing is what
// they would wear the processor out with.
void LoginQueue::Begin(const LoginPointer& login) {
  if (!login->answer) return;
  const auto now = Clock::now();
  const auto delay = guard_.DelayOf(login->address, login->user, now);
  if (delay > delay.zero()) {
    if (now - login->began >= kLongestWait) return GiveUp(login);
    login->delay.expires_after(delay);
    login->delay.async_wait([this, login](boost::system::error_code cancelled) {
      if (!cancelled) Begin(login);
    });
  } else if (!login->password.IsOfValidSize()) {
    End(login, std::nullopt);
  } else if (is_checking_) {
    ready_.push_back(login);
  } else {
    CheckOnThread(login);
  }
}

// One at a time. Two would take twice the memory of the hash and not be done
// sooner on a small board.
void LoginQueue::CheckOnThread(const LoginPointer& login) {
  is_checking_ = true;
  asio::post(thread_, [this, login = login]() mutable {
    auto identity = logins_.Check(login->user, login->password);
    // Handed on, so that the login and its memory end with its answer.
    asio::post(executor_, [this, login = std::move(login),
                           identity = std::move(identity)] {
      is_checking_ = false;
      End(login, identity);
      BeginReady();
    });
  });
}

void LoginQueue::BeginReady() {
  while (!is_checking_ && !ready_.empty()) {
    const LoginPointer next = std::move(ready_.front());
    ready_.pop_front();
    Begin(next);
  }
}

// A failure counts for the address and for the user, whether or not there is
// such a user: the answer must not tell which names exist.
void LoginQueue::End(const LoginPointer& login,
                     const std::optional<Identity>& identity) {
  waiting_.erase(login);
  if (!login->answer) return;
  if (identity) {
    guard_.NoteSuccess(login->user);
  } else {
    guard_.NoteFailure(login->address, login->user, Clock::now());
    on_failure_(login->user, login->address);
  }
  std::exchange(login->answer, nullptr)(identity);
}

void LoginQueue::GiveUp(const LoginPointer& login) {
  waiting_.erase(login);
  if (login->answer) std::exchange(login->answer, nullptr)(std::nullopt);
}

void LoginQueue::Stop() {
  for (const LoginPointer& login : waiting_) {
    login->answer = nullptr;
    login->delay.cancel();
  }
  waiting_.clear();
  ready_.clear();
}

// A user name is looked at before a certificate: who names a user wants to be
// that user. A certificate without a user name names the user itself; without
// either, a client on this machine may be anonymous if the options say so.
void Admission::Examine(Connection& connection, const Connect& connect) {
  // All transports here are network ends.
  const NetworkPeer& peer =
      static_cast<const NetworkEnd&>(connection.transport).peer();
  if (connect.user_name) return CheckUser(connection, connect);
  if (!peer.certificate_name.empty()) {
    return Decide(connection, Identity::OfCertificate(peer.certificate_name),
                  ReasonCode::kNotAuthorized);
  }
  std::optional<Identity> identity;
  if (allows_anonymous_ && peer.is_loopback) identity = Identity::Anonymous();
  Decide(connection, identity, ReasonCode::kNotAuthorized);
}

// Hashing takes long on purpose, and is done on another thread. Whether the
// connection is still there when the answer comes, `pending` knows.
void Admission::CheckUser(Connection& connection, const Connect& connect) {
  const auto pending = std::make_shared<Pending>(Pending{&connection});
  pending_.insert_or_assign(&connection, pending);
  const NetworkPeer& peer =
      static_cast<const NetworkEnd&>(connection.transport).peer();
  check_password_(
      *connect.user_name, Password(connect.password.value_or("")), peer.address,
      [this, pending](const std::optional<Identity>& identity) {
        if (pending->connection == nullptr) return;
        Connection& examined = *pending->connection;
        pending_.erase(&examined);
        Decide(examined, identity, ReasonCode::kBadUserNameOrPassword);
      });
}

void Admission::Forget(Connection& connection) {
  const auto found = pending_.find(&connection);
  if (found == pending_.end()) return;
  found->second->connection = nullptr;
  pending_.erase(found);
}

void Admission::Decide(Connection& connection,
                       const std::optional<Identity>& identity,
                       ReasonCode otherwise) {
  const auto now = std::chrono::steady_clock::now();
  if (identity) {
    broker_->Admit(connection, identity->name(), now);
  } else {
    broker_->Refuse(connection, otherwise, now);
  }
}

}  // namespace answerbox::daemon::mqtt
