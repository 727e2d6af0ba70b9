#include "daemon/dispatch/question_lane.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace answerbox::daemon {

QuestionLane::QuestionLane(std::size_t threads)
    : most_long_(std::max<std::size_t>(1, threads - 1)), threads_(threads) {}

// Each question brings one task for the threads, and each task takes the
// question whose turn it is then. Tasks of questions that were refused find
// another one, or nothing.
void QuestionLane::Post(const Holder& holder, Question question) {
  {
    const std::lock_guard lock(mutex_);
    turns_.Add(holder, std::move(question));
  }
  if (threads_.Post([this] { RunNext(); })) return;
  RefuseAll([](const Question&) { return true; },
            {ErrorKind::kBusy, "The daemon has no threads left; try again."});
}

std::optional<Holder> QuestionLane::MakeRoom(const Holder& newcomer) {
  std::optional<Next> given;
  {
    const std::lock_guard lock(mutex_);
    given = turns_.TakeOfGreatest(newcomer, [](const Question& question) {
      return question.deadline.has_value();
    });
  }
  if (!given) return std::nullopt;
  given->item.refuse(
      {ErrorKind::kBusy,
       "Others wait too, and you have the most questions waiting; "
       "try again when some are answered."});
  return std::move(given->holder);
}

void QuestionLane::RefuseLate(Clock::time_point now) {
  RefuseAll(
      [now](const Question& question) {
        return question.deadline && *question.deadline <= now;
      },
      {ErrorKind::kBusy,
       "The question waited for its turn as long as questions may; try "
       "again."});
}

template <typename IsWanted>
void QuestionLane::RefuseAll(const IsWanted& is_wanted, const Error& error) {
  std::vector<Question> refused;
  {
    const std::lock_guard lock(mutex_);
    refused = turns_.TakeIf(is_wanted);
  }
  for (const Question& question : refused) question.refuse(error);
}

void QuestionLane::RunNext() {
  RefuseLate(Clock::now());
  std::optional<Next> next = TakeNext();
  if (!next) return;
  next->item.run();
  // What the question holds is freed before its place is free.
  const bool is_long = next->item.is_long;
  next->item = {};
  // This thread runs it if no other does, so the task can't be refused.
  if (Finish(next->holder, is_long)) {
    static_cast<void>(threads_.Post([this] { RunNext(); }));
  }
}

std::optional<QuestionLane::Next> QuestionLane::TakeNext() {
  const std::lock_guard lock(mutex_);
  const auto is_begun = [](const Question& question) {
    return !question.deadline;
  };
  // Turns asks about all questions of a caller before those of the next.
  const std::string* counted = nullptr;
  bool may_begin_more = true;
  auto next = turns_.TakeNext(
      [&](const Question& question, const std::string& caller, std::size_t) {
        if (!question.is_long) return true;
        if (long_under_way_ >= most_long_) return false;
        if (std::exchange(counted, &caller) != &caller) {
          may_begin_more = turns_.CountIf(caller, is_begun) < kMostBegun;
        }
        return may_begin_more || is_begun(question);
      });
  if (next && next->item.is_long) ++long_under_way_;
  return next;
}

// The task of a long question that found the long places taken is gone, so the
// one that frees such a place brings another task.
bool QuestionLane::Finish(const Holder& holder, bool is_long) {
  const std::lock_guard lock(mutex_);
  turns_.Finish(holder);
  if (!is_long) return false;
  --long_under_way_;
  return turns_.size() > 0;
}

}  // namespace answerbox::daemon
