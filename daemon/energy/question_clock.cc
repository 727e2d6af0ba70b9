#include "daemon/energy/question_clock.h"

#include <pthread.h>
#include <time.h>

#include <algorithm>
#include <optional>

namespace answerbox::daemon {
namespace {

using std::chrono::nanoseconds;

std::optional<nanoseconds> TimeOf(clockid_t clock) noexcept {
  timespec now{};
  if (::clock_gettime(clock, &now) != 0) return std::nullopt;
  return std::chrono::seconds(now.tv_sec) + nanoseconds(now.tv_nsec);
}

// Marks a run whose clock is fed by its caller.
constexpr clockid_t kFedClock = -2;

nanoseconds OwnCpuTime() noexcept {
  return TimeOf(CLOCK_THREAD_CPUTIME_ID).value_or(nanoseconds::zero());
}

}  // namespace

// The thread that holds the slot writes it; the sampler reads it. `written` and
// `read` count the questions that went through the ring.
struct alignas(64) QuestionClock::Slot {
  std::atomic<bool> is_held{false};
  // The running question; 0: none. `clock` and `begun_ns` belong to it.
  // Invariant: no number comes twice, so a reader that finds the same number
  // before and after reading them has read values of that question.
  std::atomic<QuestionNumber> question{0};
  std::atomic<clockid_t> clock{0};
  std::atomic<std::int64_t> begun_ns{0};
  std::atomic<std::int64_t> fed_ns{0};  // With kFedClock.
  std::atomic<std::size_t> written{0};
  std::atomic<std::size_t> read{0};
  std::unique_ptr<QuestionUse[]> ring =
      std::make_unique<QuestionUse[]>(kMaxWaiting);
};

QuestionClock::QuestionClock(std::size_t threads)
    : slot_count_(threads), slots_(std::make_unique<Slot[]>(threads)) {}

QuestionClock::~QuestionClock() = default;

QuestionClock::Slot* QuestionClock::Claim() noexcept {
  for (std::size_t i = 0; i < slot_count_; ++i) {
    Slot& slot = slots_[i];
    // The load keeps threads from writing to the cache lines of held slots.
    if (!slot.is_held.load(std::memory_order_relaxed) &&
        !slot.is_held.exchange(true, std::memory_order_acquire)) {
      return &slot;
    }
  }
  return nullptr;
}

QuestionClock::Run::Run(QuestionClock& clock, AccountNumber account,
                        AskerTag asker, bool is_query) noexcept
    : clock_(clock),
      slot_(clock.Claim()),
      question_(1 +
                clock.last_question_.fetch_add(1, std::memory_order_relaxed)),
      account_(account),
      asker_(asker),
      begun_(OwnCpuTime()),
      is_query_(is_query) {
  if (slot_ == nullptr) return;
  clockid_t own = CLOCK_THREAD_CPUTIME_ID;
  // If this fails, -1 marks a clock that can't be read. The question is then
  // not listed while it runs.
  if (::pthread_getcpuclockid(::pthread_self(), &own) != 0) own = -1;
  // The number is stored last: a reader that sees it sees this question's clock
  // and begin.
  slot_->clock.store(own, std::memory_order_release);
  slot_->begun_ns.store(begun_.count(), std::memory_order_release);
  slot_->question.store(question_, std::memory_order_release);
}

QuestionClock::Run::Run(QuestionClock& clock, AccountNumber account, Fed,
                        AskerTag asker, bool is_query) noexcept
    : clock_(clock),
      slot_(clock.Claim()),
      question_(1 +
                clock.last_question_.fetch_add(1, std::memory_order_relaxed)),
      account_(account),
      asker_(asker),
      begun_(0),
      is_fed_(true),
      is_query_(is_query) {
  if (slot_ == nullptr) return;
  // As above, the number comes last.
  slot_->clock.store(kFedClock, std::memory_order_release);
  slot_->begun_ns.store(0, std::memory_order_release);
  slot_->fed_ns.store(0, std::memory_order_release);
  slot_->question.store(question_, std::memory_order_release);
}

nanoseconds QuestionClock::Run::cpu_time() const noexcept {
  return is_fed_ ? fed_ : OwnCpuTime() - begun_;
}

void QuestionClock::Run::Feed(nanoseconds used) noexcept {
  // The counter of another process starts again at 0 when the process does.
  fed_ = std::max(fed_, used);
  if (slot_ != nullptr) {
    slot_->fed_ns.store(fed_.count(), std::memory_order_release);
  }
}

QuestionClock::Run::~Run() {
  if (!is_finished_) Finish();
}

nanoseconds QuestionClock::Run::Finish() noexcept {
  is_finished_ = true;
  const nanoseconds used = cpu_time();
  if (slot_ == nullptr) {
    ++clock_.lost_;
    return used;
  }
  // The number is cleared before the question is added to the finished ones.
  // Otherwise the sampler could take it and then list it as running again, for
  // ever.
  slot_->question.store(0, std::memory_order_release);
  const std::size_t written = slot_->written.load(std::memory_order_relaxed);
  // A full ring means that the sampler has stopped. The question must not wait
  // for it.
  if (written - slot_->read.load(std::memory_order_acquire) < kMaxWaiting) {
    slot_->ring[written % kMaxWaiting] = {question_, used,      account_,
                                          true,      is_query_, asker_};
    slot_->written.store(written + 1, std::memory_order_release);
  } else {
    ++clock_.lost_;
  }
  // This comes last: from here on another thread may have the slot.
  slot_->is_held.store(false, std::memory_order_release);
  return used;
}

void QuestionClock::TakeFinished(std::vector<QuestionUse>& finished) {
  for (std::size_t i = 0; i < slot_count_; ++i) {
    Slot& slot = slots_[i];
    const std::size_t written = slot.written.load(std::memory_order_acquire);
    std::size_t read = slot.read.load(std::memory_order_relaxed);
    for (; read != written; ++read) {
      finished.push_back(slot.ring[read % kMaxWaiting]);
    }
    // The ring gets its places back only after they were copied.
    slot.read.store(read, std::memory_order_release);
  }
}

void QuestionClock::ListRunning(std::vector<QuestionUse>& running) const {
  for (std::size_t i = 0; i < slot_count_; ++i) {
    const Slot& slot = slots_[i];
    const QuestionNumber question =
        slot.question.load(std::memory_order_acquire);
    if (question == 0) continue;
    const clockid_t clock = slot.clock.load(std::memory_order_acquire);
    const nanoseconds begun(slot.begun_ns.load(std::memory_order_acquire));
    const std::optional<nanoseconds> now =
        clock == kFedClock
            ? nanoseconds(slot.fed_ns.load(std::memory_order_acquire))
            : TimeOf(clock);
    // The question may have ended meanwhile, and another one begun.
    if (!now || slot.question.load(std::memory_order_acquire) != question) {
      continue;
    }
    QuestionUse& use = running.emplace_back();
    use.question = question;
    use.cpu_time = std::max(*now - begun, nanoseconds::zero());
  }
}

}  // namespace answerbox::daemon
