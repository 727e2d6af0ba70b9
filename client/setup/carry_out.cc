// Carries out a plan, or puts back what it did.
#include <signal.h>

#include <optional>
#include <span>

#include "client/setup/setup.h"

namespace answerbox::client {
namespace {

// Signals that end a program, blocked while it lives. One is SIGPIPE: nobody
// may read what is told.
class WithoutInterruption {
 public:
  WithoutInterruption() {
    sigset_t ends;
    ::sigemptyset(&ends);
    for (const int one : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGPIPE}) {
      ::sigaddset(&ends, one);
    }
    ::sigprocmask(SIG_BLOCK, &ends, &before_);
  }
  WithoutInterruption(const WithoutInterruption&) = delete;
  WithoutInterruption& operator=(const WithoutInterruption&) = delete;
  ~WithoutInterruption() { ::sigprocmask(SIG_SETMASK, &before_, nullptr); }

 private:
  sigset_t before_{};
};

// Undoes the steps, the last one first. Returns what stays, as a sentence.
std::string Undo(std::span<const SetupStep> done) {
  std::string stays;
  const auto add = [&stays](const std::string& what) {
    stays += (stays.empty() ? "" : "; ") + what;
  };
  for (std::size_t i = done.size(); i-- > 0;) {
    const SetupStep& step = done[i];
    if (!step.undo) {
      add(step.what);
      continue;
    }
    if (const auto undone = step.undo(); !undone) {
      add((step.what.empty() ? "" : step.what + ": ") + undone.error().message);
    }
  }
  return stays.empty() ? "all was put back as it was"
                       : "the rest was put back, but this was not: " + stays;
}

}  // namespace

Outcome<void> CarryOut(const SetupPlan& plan, const TellStep& tell) {
  std::optional<WithoutInterruption> quiet(std::in_place);
  for (std::size_t i = 0; i < plan.steps.size(); ++i) {
    const SetupStep& step = plan.steps[i];
    // The last step; it takes minutes, and nothing is half done without it.
    if (step.may_fail) quiet.reset();
    const auto done = step.carry_out();
    if (done || step.may_fail) {
      tell(step, done);
      continue;
    }
    Failure failure = done.error();
    failure.message += "; " + Undo(std::span(plan.steps).first(i));
    return failure;
  }
  return {};
}

}  // namespace answerbox::client
