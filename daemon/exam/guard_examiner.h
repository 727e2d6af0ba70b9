// Decides whether a change of a guarded collection's documents is let through:
// docs/operations.md, "Exams that guard a collection".
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "daemon/collections/changes/examiner.h"
#include "daemon/exam/guard_text.h"
#include "daemon/exam/snapshot_exam.h"

namespace answerbox::daemon {

// Questions that a refusal lists.
inline constexpr std::size_t kMaxListedLosses = 200;

// A change is refused
//   - if a question marked `must` is covered now, and would not be, or
//   - if fewer questions than the guard demands would be covered, and fewer
//     than now.
// So a collection that is being filled may be below its mark as long as it does
// not lose by a change. Nothing: the change passes.
[[nodiscard]] std::optional<Error> RefusalOf(std::string_view collection,
                                             const Guard& guard,
                                             const ExamOutcome& before,
                                             const ExamOutcome& after);

// The ids of the questions that a refusal lists, from its details.
[[nodiscard]] std::vector<std::string> LostIds(const Error& refusal);

// Only the writing thread uses it.
class GuardExaminer final : public ChangeExaminer {
 public:
  // The workspace for an exam is made for it, so none of those for readers'
  // questions is taken.
  GuardExaminer(std::size_t arena_bytes, engine::Arithmetic arithmetic)
      : arena_bytes_(arena_bytes) {
    rule_.arithmetic = arithmetic;
  }

  [[nodiscard]] std::optional<Error> Examine(
      std::string_view collection, const StoredGuard& guard,
      const Snapshot& before, const Snapshot& next,
      const std::function<void()>& on_step) override;

 private:
  // What decides the outcome of an exam besides the program. A store gives no
  // number of a file twice, whatever the collection.
  using Content = std::vector<std::pair<std::uint64_t, std::uint64_t>>;
  [[nodiscard]] static Content ContentOf(const Snapshot& snapshot);

  [[nodiscard]] Result<ExamOutcome> Ask(const Guard& guard,
                                        const Snapshot& snapshot,
                                        const std::function<void()>& on_step);

  const std::size_t arena_bytes_;
  ExamRule rule_;
  // The last exam: most changes are compared with what the one before them
  // made.
  Content known_content_;
  ExamOutcome known_;
};

}  // namespace answerbox::daemon
