#include "daemon/protocol/mqtt/tcp/login_queue.h"

#include <boost/asio/post.hpp>
#include <chrono>
#include <utility>

namespace answerbox::daemon::mqtt {
namespace {

namespace asio = boost::asio;
using Clock = std::chrono::steady_clock;

}  // namespace

struct LoginQueue::Login {
  Login(const asio::any_io_executor& executor, std::string_view its_user,
        Password its_password, std::string_view its_address, Answer its_answer)
      : user(its_user),
        password(std::move(its_password)),
        address(its_address),
        answer(std::move(its_answer)),
        delay(executor) {}

  const std::string user;
  const Password password;
  const std::string address;
  Answer answer;  // Empty once it is given up.
  asio::steady_timer delay;
};

LoginQueue::LoginQueue(asio::any_io_executor executor, Logins& logins,
                       OnFailure on_failure)
    : executor_(std::move(executor)),
      logins_(logins),
      on_failure_(std::move(on_failure)) {}

LoginQueue::~LoginQueue() {
  thread_.stop();
  thread_.join();
}

void LoginQueue::Check(std::string_view user, Password password,
                       std::string_view address, Answer answer) {
  const auto login = std::make_shared<Login>(
      executor_, user, std::move(password), address, std::move(answer));
  if (waiting_.size() >= kMaxWaiting) {
    // Nobody guessed: it is not counted as a failure.
    asio::post(executor_, [login] { login->answer(std::nullopt); });
    return;
  }
  waiting_.insert(login);
  if (!login->password.IsOfValidSize()) {
    asio::post(executor_, [this, login] { End(login, std::nullopt); });
    return;
  }
  login->delay.expires_after(guard_.DelayOf(address, user, Clock::now()));
  login->delay.async_wait([this, login](boost::system::error_code cancelled) {
    if (!cancelled) Begin(login);
  });
}

void LoginQueue::Begin(const std::shared_ptr<Login>& login) {
  asio::post(thread_, [this, login] {
    auto identity = logins_.Check(login->user, login->password);
    asio::post(executor_, [this, login, identity = std::move(identity)] {
      End(login, identity);
    });
  });
}

void LoginQueue::End(const std::shared_ptr<Login>& login,
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

void LoginQueue::Stop() {
  for (const auto& login : waiting_) {
    login->answer = nullptr;
    login->delay.cancel();
  }
  waiting_.clear();
}

}  // namespace answerbox::daemon::mqtt
