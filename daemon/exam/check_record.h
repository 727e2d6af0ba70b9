// The result of a collection's self-check, what of it still holds after the
// guard has changed (GuardLineage), and the file that stores it:
// docs/state-directory.md, "Self-checks". The rule for a drop is in
// docs/operations.md, "Self-check".
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "daemon/collections/files/collection_settings.h"
#include "daemon/error.h"
#include "daemon/exam/snapshot_exam.h"
#include "protocol/exam/guard_text.h"

namespace answerbox::daemon {

inline constexpr std::size_t kMaxCheckBytes = 1024;  // Of the file.

// In the year 2255. A clock of 64-bit nanoseconds reaches a little further.
inline constexpr std::uint64_t kLatestCheck = 9'000'000'000;

// A bit for each question, in the bank's order.
using QuestionBits = std::vector<bool>;

struct CheckRecord {
  std::uint64_t guard = 0;     // Number of the guard's file.
  std::uint64_t snapshot = 0;  // Of the collection.
  // Wall-clock time in seconds since 1970, at most kLatestCheck. No decision
  // depends on it: clocks may be wrong.
  std::uint64_t checked = 0;
  std::uint32_t cover = 0;  // Share of the bank's weight, in millionths.
  QuestionBits answered;    // 1 to kMaxGuardQuestions.
  // The answered questions at the last check that found no loss. A check is
  // compared with these. Has as many bits as `answered`.
  QuestionBits before;
  // The questions that no exam has asked yet, which are neither answered nor
  // lost. As many bits, or none: all were asked.
  QuestionBits unasked = {};

  [[nodiscard]] bool operator==(const CheckRecord&) const = default;
};

// Precondition: the sizes are as above.
[[nodiscard]] std::string EncodeCheck(const CheckRecord& record);
// Returns nothing unless EncodeCheck could have written the text.
[[nodiscard]] std::optional<CheckRecord> DecodeCheck(std::string_view text);

// Writes and syncs the file. Errors: kStorage.
[[nodiscard]] Result<void> StoreCheck(const std::filesystem::path& folder,
                                      const CheckRecord& record);
// Returns nothing if there is no file. Errors: kStorage; kCorrupt, which names
// the file.
[[nodiscard]] Result<std::optional<CheckRecord>> LoadCheck(
    const std::filesystem::path& folder);
// Removes the file. Succeeds if there is none. Errors: kStorage.
[[nodiscard]] Result<void> RemoveCheck(const std::filesystem::path& folder);

// Makes the record of an exam, compared with the last record of the same guard
// (null: there is none). The caller fills in guard, snapshot and time.
[[nodiscard]] CheckRecord RecordOf(const Guard& guard, const ExamOutcome& exam,
                                   const CheckRecord* last);

// Questions that a report lists.
inline constexpr std::size_t kMaxReportedLosses = 20;

// A record in the form in which people and programs read it.
struct CheckReport {
  std::string collection;
  std::uint64_t snapshot = 0;
  std::chrono::sys_seconds checked{};
  std::size_t questions = 0;  // 0: it was not examined yet.
  std::size_t answered = 0;
  std::size_t before = 0;   // Questions answered before.
  std::size_t unasked = 0;  // Questions that no exam has asked yet.
  std::size_t needed = 0;   // Questions that the guard's rule demands.
  std::size_t must = 0;     // Questions marked `must`, and those answered.
  std::size_t must_answered = 0;
  double cover = 0.0;
  // Questions that were answered before and are not now: how many, how many of
  // them are marked `must`, and the first ids, those marked `must` first.
  std::size_t lost = 0;
  std::size_t lost_must = 0;
  std::vector<std::string> lost_ids;
  std::string problem;  // Why the last exam failed; empty: it did not.

  // Returns whether fewer questions are answered than before, or than must be
  // whatever becomes of those that were not asked yet.
  [[nodiscard]] bool is_drop() const noexcept {
    return lost_must > 0 || answered < before || answered + unasked < needed;
  }
  // Returns the report in one or two sentences.
  [[nodiscard]] std::string Describe() const;

  [[nodiscard]] bool operator==(const CheckReport&) const = default;
};

// Lists at most `max_lost` ids. Precondition: the record is of the guard.
[[nodiscard]] CheckReport ReportOf(std::string_view collection,
                                   const Guard& guard,
                                   const CheckRecord& record,
                                   std::size_t max_lost = kMaxReportedLosses);

// For each question of a guard, its place in an earlier one; nothing: the
// question was not in it.
using QuestionOrigins = std::vector<std::optional<std::size_t>>;

// Remembers which guards of a collection differ from the guard before by one
// question only, which was added or replaced. What an exam found of the other
// questions then still holds: docs/operations.md, "Self-check".
class GuardLineage {
 public:
  // Past that, the earliest guard is forgotten.
  static constexpr std::size_t kMaxGuards = 64;

  // Notes that `next` is to follow the present guard. The change may still
  // fail.
  void Extend(const StoredGuard& present, std::string_view next);
  // Returns nothing unless each guard from the one numbered `earlier` to this
  // one followed by Extend.
  [[nodiscard]] std::optional<QuestionOrigins> OriginsOf(
      const StoredGuard& guard, const Bank& bank, std::uint64_t earlier) const;

 private:
  struct Ancestor {
    std::uint64_t number = 0;
    std::vector<std::size_t> questions;  // Their hashes, in the bank's order.
  };

  std::vector<Ancestor> ancestors_;  // The earliest first.
  std::size_t next_ = 0;  // Hash of the text that follows the last of them.
};

}  // namespace answerbox::daemon
