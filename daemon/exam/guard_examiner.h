// Decides whether a change of a guarded collection's documents is allowed:
// docs/operations.md, "Exams that guard a collection".
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "daemon/collections/files/store_options.h"
#include "daemon/exam/snapshot_exam.h"
#include "protocol/exam/guard_text.h"

namespace answerbox::daemon {

// The most questions that a refusal lists.
inline constexpr std::size_t kMaxListedLosses = 200;

// Returns why a change is refused; nothing if it is allowed. It is refused
// - if a question marked `must` is covered now and would not be afterwards, or
// - if fewer questions would be covered than the guard demands, and fewer than
//   now.
// So a collection that is being filled may be below its mark, as long as the
// change loses nothing.
[[nodiscard]] std::optional<Error> RefusalOf(std::string_view collection,
                                             const Guard& guard,
                                             const ExamOutcome& before,
                                             const ExamOutcome& after);

// Returns the ids of the questions that a refusal lists, from its details.
[[nodiscard]] std::vector<std::string> LostIds(const Error& refusal);

// Returns the refusal for who may not read the collection: without questions,
// answers and documents. Their numbers stay.
[[nodiscard]] Error CountsAlone(Error refusal);

// Only the writing thread uses it.
class GuardExaminer final : public ChangeExaminer {
 public:
  // An exam makes a workspace of its own, so that it takes none from questions.
  GuardExaminer(std::size_t arena_bytes, engine::Arithmetic arithmetic)
      : arena_bytes_(arena_bytes) {
    rule_.arithmetic = arithmetic;
  }

  [[nodiscard]] std::optional<Error> Examine(
      std::string_view collection, const StoredGuard& guard,
      const Snapshot& before, const Snapshot& next,
      const std::function<void()>& on_step) override;
  [[nodiscard]] std::optional<Error> SelfTest(
      const StoredGuard& guard, const Snapshot& next,
      const std::function<void()>& on_step) override;

 private:
  // Identifies what decides the outcome of an exam, apart from the program. A
  // store never gives two files the same number, whatever the collection.
  using Content = std::vector<std::pair<std::uint64_t, std::uint64_t>>;
  [[nodiscard]] static Content ContentOf(const Snapshot& snapshot);

  [[nodiscard]] Result<ExamOutcome> Ask(const Guard& guard,
                                        const Snapshot& snapshot,
                                        const std::function<void()>& on_step);

  const std::size_t arena_bytes_;
  ExamRule rule_;
  // The last exam. Most changes begin with the state that the last one made.
  Content known_content_;
  ExamOutcome known_;
};

}  // namespace answerbox::daemon
