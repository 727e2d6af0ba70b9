#include "platform/power/device_call.h"

#include <algorithm>
#include <boost/system/errc.hpp>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "platform/power/program_usage.h"

namespace answerbox::platform {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::nanoseconds;

// A sample reads several files of a sensor, one right after another. One thread
// makes these calls, and ends before the next sample is due.
constexpr std::chrono::milliseconds kIdleTime{20};

Error NoAnswer(const std::filesystem::path& file) {
  return {
      boost::system::errc::make_error_code(boost::system::errc::stream_timeout),
      "wait for an answer of", file.string()};
}

Error NotCalled(boost::system::errc::errc_t code,
                const std::filesystem::path& file) {
  return {boost::system::errc::make_error_code(code), "call the driver of",
          file.string()};
}

}  // namespace

// The threads share this state: a driver may hang for ever, and its thread with
// it. What such a thread touches when it wakes must still exist, even after
// DeviceCalls is gone.
struct DeviceCalls::State {
  struct Call {
    std::filesystem::path device;
    DeviceCall run;
    Clock::time_point begun;
    std::optional<Result<std::string>> result;
  };

  explicit State(DeviceCallLimits given) : limits(given) {}

  // The body of a thread; returns when the thread is no longer needed.
  static void Serve(const std::shared_ptr<State>& state);

  // The functions below need the lock. Refusal returns why the file must not be
  // read now; nothing if it may.
  [[nodiscard]] std::optional<Error> Refusal(const std::filesystem::path& file,
                                             Clock::time_point now) const;
  // Removes the call if no thread has begun it; otherwise counts it as lost.
  void GiveUp(const std::shared_ptr<Call>& call);

  const DeviceCallLimits limits;
  std::mutex mutex;
  std::condition_variable work;
  std::condition_variable done;
  bool is_closed = false;
  std::size_t idle = 0;                      // Threads that wait for work.
  std::deque<std::shared_ptr<Call>> queued;  // No thread has begun them.
  std::vector<std::shared_ptr<Call>> lost;
  nanoseconds cpu_time{0};
};

// A device whose driver hangs is tried again only now and then, and only while
// half of the threads that may be lost are left: each new call may lose another
// thread.
std::optional<Error> DeviceCalls::State::Refusal(
    const std::filesystem::path& file, Clock::time_point now) const {
  std::optional<Clock::time_point> last;
  for (const auto& call : lost) {
    if (call->device != file.parent_path()) continue;
    last = std::max(last.value_or(call->begun), call->begun);
  }
  if (last) {
    const bool may_retry = now - *last >= limits.retry_interval &&
                           lost.size() < limits.max_lost / 2;
    if (!may_retry) return NoAnswer(file);
  } else if (lost.size() >= limits.max_lost) {
    return NotCalled(boost::system::errc::resource_unavailable_try_again, file);
  }
  return std::nullopt;
}

// A call that a thread has begun can't be taken back: nothing in user space
// ends a thread that waits inside a driver.
void DeviceCalls::State::GiveUp(const std::shared_ptr<Call>& call) {
  if (const auto at = std::ranges::find(queued, call); at != queued.end()) {
    queued.erase(at);
  } else {
    lost.push_back(call);
  }
}

void DeviceCalls::State::Serve(const std::shared_ptr<State>& state) {
  nanoseconds counted{0};
  std::unique_lock lock(state->mutex);
  // One waiting thread is enough, so threads that return late end.
  while (state->idle == 0 || !state->queued.empty()) {
    ++state->idle;
    state->work.wait_for(lock, kIdleTime, [&] {
      return !state->queued.empty() || state->is_closed;
    });
    --state->idle;
    if (state->queued.empty()) return;
    const std::shared_ptr<Call> call = std::move(state->queued.front());
    state->queued.pop_front();
    lock.unlock();
    auto result = call->run();
    call->run = nullptr;
    lock.lock();
    call->result = std::move(result);
    std::erase(state->lost, call);
    // Reading a sensor costs energy too. Its CPU time is reported, so that
    // nobody else is charged for it.
    state->cpu_time += OwnCpuTime() - std::exchange(counted, OwnCpuTime());
    state->done.notify_all();
  }
}

DeviceCalls::DeviceCalls(DeviceCallLimits limits)
    : state_(std::make_shared<State>(limits)) {}

DeviceCalls::~DeviceCalls() {
  const std::lock_guard lock(state_->mutex);
  state_->is_closed = true;
  state_->work.notify_all();
}

// Never destroyed: at the end of the process a thread may still be in a driver.
DeviceCalls& DeviceCalls::OfProcess() {
  static auto* const calls = new DeviceCalls();
  return *calls;
}

// Another thread makes the call, and the caller waits with a deadline. So a
// hanging driver costs that thread, and sampling goes on without a reading.
Result<std::string> DeviceCalls::Run(const std::filesystem::path& file,
                                     DeviceCall call) {
  const Clock::time_point now = Clock::now();
  std::unique_lock lock(state_->mutex);
  if (auto refusal = state_->Refusal(file, now)) return *refusal;
  const auto begun = std::make_shared<State::Call>();
  begun->device = file.parent_path();
  begun->run = std::move(call);
  begun->begun = now;
  // Every queued call has a thread that will take it, because a call must not
  // wait behind one that hangs.
  if (state_->idle <= state_->queued.size()) {
    try {
      std::thread([state = state_] { State::Serve(state); }).detach();
    } catch (const std::system_error& error) {
      return Error{error.code(), "begin a thread for", file.string()};
    }
  }
  state_->queued.push_back(begun);
  state_->work.notify_one();
  if (!state_->done.wait_until(lock, now + state_->limits.deadline,
                               [&] { return begun->result.has_value(); })) {
    state_->GiveUp(begun);
    return NoAnswer(file);
  }
  return std::move(*begun->result);
}

std::size_t DeviceCalls::lost() const {
  const std::lock_guard lock(state_->mutex);
  return state_->lost.size();
}

nanoseconds DeviceCalls::cpu_time() const {
  const std::lock_guard lock(state_->mutex);
  return state_->cpu_time;
}

bool IsNoAnswer(const Error& error) {
  return error.code == boost::system::errc::stream_timeout;
}

}  // namespace answerbox::platform
