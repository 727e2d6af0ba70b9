#include "daemon/protocol/tcp/login_queue.h"

#include <algorithm>
#include <boost/asio/post.hpp>
#include <string>
#include <utility>

namespace answerbox::daemon {
namespace {

namespace asio = boost::asio;

// The memory of a login besides its texts: the object, its place, and what
// waits for it.
constexpr std::size_t kLoginBytes = 1024;

}  // namespace

struct LoginQueue::Login {
  Login(MemoryBudget& memory, std::string_view its_user, Password its_password,
        std::string_view its_address, Answer its_answer,
        IsAwaited its_is_awaited)
      : bytes(memory,
              kLoginBytes + its_user.size() + its_password.text().size()),
        password(std::move(its_password)),
        holder{std::string(its_address), std::string(its_user)},
        answer(std::move(its_answer)),
        is_awaited(std::move(its_is_awaited)) {}

  const TakenBytes bytes;
  const Clock::time_point began = Clock::now();
  const Password password;
  const Holder holder;  // Its address and its user.
  Answer answer;        // Empty once the login is given up.
  const IsAwaited is_awaited;
  // Whether it was compared with passwords that were right. It is checked even
  // if its client has left: else leaving would make a guess free.
  bool is_compared = false;
};

LoginQueue::LoginQueue(asio::any_io_executor executor, Logins& logins,
                       MemoryBudget& memory, ShareLog& shares,
                       OnFailure on_failure)
    : executor_(std::move(executor)),
      logins_(logins),
      guard_(logins.guard()),
      memory_(memory),
      shares_(shares),
      on_failure_(std::move(on_failure)),
      wake_(executor_) {}

LoginQueue::~LoginQueue() {
  thread_.stop();
  thread_.join();
}

// The answer is posted even without room, as it must never come during the
// call.
void LoginQueue::Check(std::string_view user, Password password,
                       std::string_view address, Answer answer,
                       IsAwaited is_awaited) {
  const auto login =
      std::make_shared<Login>(memory_, user, std::move(password), address,
                              std::move(answer), std::move(is_awaited));
  asio::post(executor_, [this, login] {
    if (is_stopped_) return;
    if (!login->bytes.is_taken()) return GiveUp(login);
    Begin(login);
  });
}

void LoginQueue::Begin(const LoginPointer& login) {
  if (const auto identity = FindRemembered(*login)) {
    return End(login, identity);
  }
  if (turns_.size() >= kMaxWaiting) DropUnawaited();
  if (turns_.size() >= kMaxWaiting) {
    const auto other = turns_.TakeOfGreatest(
        login->holder, [](const LoginPointer&) { return true; });
    if (!other) return GiveUp(login);
    shares_.Note(Shared::kLogins, other->holder.name);
    GiveUp(other->item);
  }
  turns_.Add(login->holder, login);
  // While all wait for their delays, one more that has to wait as well needs no
  // look at them.
  const auto now = Clock::now();
  const auto delay =
      guard_.DelayOf(login->holder.name, login->holder.part, now);
  if (wakes_ && now + delay >= *wakes_) return;
  BeginNext();
}

// A login that was right before, from the same address, waits for nobody. It
// must not help to guess: only an address from which the user has logged in
// gets here, one login at a time, and wrong ones delay the next by as much as
// elsewhere.
std::optional<Identity> LoginQueue::FindRemembered(Login& login) {
  const auto& [address, user] = login.holder;
  const bool is_other_open = turns_.WaitingOf(login.holder) > 0 ||
                             (checked_ && checked_->holder.name == address &&
                              checked_->holder.part == user);
  if (is_other_open || !login.password.IsOfValidSize() ||
      !guard_.Knows(address, user) ||
      guard_.DelayOfPair(address, user, Clock::now()).count() > 0) {
    return std::nullopt;
  }
  login.is_compared = true;
  return logins_.FindRemembered(user, login.password);
}

void LoginQueue::DropUnawaited() {
  static_cast<void>(turns_.TakeIf([](const LoginPointer& login) {
    return !login->is_compared && !login->is_awaited();
  }));
}

// Guesses are delayed before the password is checked: they would wear out the
// processor by hashing. Only one login is checked at a time. Two would take
// twice the memory of the hash and not finish sooner on a small board.
void LoginQueue::BeginNext() {
  wakes_.reset();
  while (!checked_ && !is_stopped_) {
    DropUnawaited();
    const auto now = Clock::now();
    const auto late = turns_.TakeIf([now](const LoginPointer& login) {
      return now - login->began >= kLongestWait;
    });
    for (const LoginPointer& login : late) GiveUp(login);
    const auto next = TakeNext(now);
    if (!next) return;
    if (next->item->password.IsOfValidSize()) {
      return CheckOnThread(next->item);
    }
    turns_.Finish(next->holder);
    End(next->item, std::nullopt);
  }
}

// Every other turn is for those who have not failed, if there are any: guesses
// from many addresses take half of the thread's time at most.
std::optional<LoginQueue::Next> LoginQueue::TakeNext(Clock::time_point now) {
  auto earliest = std::chrono::milliseconds(kLongestWait);
  const auto is_ready = [&](const LoginPointer& login, const std::string&,
                            std::size_t) {
    const auto delay =
        guard_.DelayOf(login->holder.name, login->holder.part, now);
    earliest = std::min(earliest, delay);
    return delay.count() == 0;
  };
  std::optional<Next> next;
  if (std::exchange(prefers_fresh_, !prefers_fresh_)) {
    next = turns_.TakeNext([&](const LoginPointer& login,
                               const std::string& address, std::size_t count) {
      return !guard_.HasFailed(address, login->holder.part) &&
             is_ready(login, address, count);
    });
  }
  if (!next) next = turns_.TakeNext(is_ready);
  if (!next && turns_.size() > 0) {
    wakes_ = now + earliest;
    wake_.expires_at(*wakes_);
    wake_.async_wait([this](boost::system::error_code cancelled) {
      if (!cancelled) BeginNext();
    });
  }
  return next;
}

void LoginQueue::CheckOnThread(const LoginPointer& login) {
  checked_ = login;
  asio::post(thread_, [this, login = login]() mutable {
    auto identity = logins_.Check(login->holder.part, login->password);
    // The login is passed on, so that it and its memory end with its answer.
    asio::post(executor_, [this, login = std::move(login),
                           identity = std::move(identity)] {
      checked_.reset();
      turns_.Finish(login->holder);
      End(login, identity);
      BeginNext();
    });
  });
}

// A failure counts for the address and for the user, whether or not there is
// such a user: the answer must not reveal which names exist.
void LoginQueue::End(const LoginPointer& login,
                     const std::optional<Identity>& identity) {
  if (!login->answer) return;
  const auto& [address, user] = login->holder;
  if (identity) {
    guard_.NoteSuccess(address, user);
  } else {
    guard_.NoteFailure(address, user, Clock::now());
    on_failure_(user, address);
  }
  std::exchange(login->answer, nullptr)(identity);
}

void LoginQueue::GiveUp(const LoginPointer& login) {
  if (login->answer) std::exchange(login->answer, nullptr)(std::nullopt);
}

void LoginQueue::Stop() {
  is_stopped_ = true;
  wake_.cancel();
  static_cast<void>(turns_.TakeIf([](const LoginPointer&) { return true; }));
  if (checked_) checked_->answer = nullptr;
}

}  // namespace answerbox::daemon
