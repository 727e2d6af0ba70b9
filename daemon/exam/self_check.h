// Examines the collections that have an exam: after start, after changes, and
// from time to time. There is a thread only while there is an exam to make.
// docs/operations.md, "Self-check".
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "daemon/collections/store.h"
#include "daemon/error.h"
#include "daemon/exam/check_record.h"
#include "daemon/exam/check_schedule.h"
#include "engine/numeric/arithmetic.h"
#include "platform/service/worker_threads.h"

namespace answerbox::daemon {

struct SelfCheckOptions {
  std::size_t arena_bytes = 0;  // For one question.
  engine::Arithmetic arithmetic = engine::Arithmetic::kFixed;
  std::chrono::days interval = CheckSchedule::kInterval;  // 0: never.
  // Returns whether somebody's question is under way. That question goes first.
  // May be null.
  std::function<bool()> is_busy = {};
};

// A question that was answered before and is not now.
struct LostQuestion {
  std::string id;
  std::string question;
  std::string expected;  // A key; empty: it has none.
  std::string got;       // The best sentence, and where it stands; empty: none.
  std::string document;
};

// What is known of a collection's exam at this moment.
struct ExamState {
  bool is_wanted = false;   // Somebody asked for it, and it has not begun.
  bool is_running = false;  // As somebody asked, or by itself.
  std::uint64_t asked = 0;  // Questions; while it runs.
  std::uint64_t questions = 0;
  // When the last exam was finished; 0: none. Each has another time.
  std::uint64_t checked = 0;
  std::string problem;         // Why the one after that failed, if it did.
  std::size_t lost_count = 0;  // Of the last exam.
  // The questions that the last exam since the start lost: at most
  // kMaxReportedLosses, those marked `must` first.
  std::vector<LostQuestion> lost;
};

// A finished exam.
struct MadeCheck {
  const CheckReport& report;
  // The first kMaxListedLosses ids (guard_examiner.h).
  std::span<const std::string> lost;
  // Whether it found another drop than the last exam, or the end of one.
  bool is_news = false;
};

// The self-check's thread calls both.
struct SelfCheckListeners {
  std::function<void(const MadeCheck&)> on_checked = {};  // May be null.
  // Called with the reason why a collection could not be examined, or the
  // result not stored; once until the reason changes. May be null.
  std::function<void(const Error&)> on_fault = {};
};

class SelfCheck {
 public:
  // `store` outlives it.
  SelfCheck(const CollectionStore& store, SelfCheckOptions options,
            SelfCheckListeners listeners);
  // Ends an exam under way at its next question, and joins the thread.
  ~SelfCheck();
  SelfCheck(const SelfCheck&) = delete;
  SelfCheck& operator=(const SelfCheck&) = delete;

  // How often to call Look.
  static constexpr std::chrono::seconds kLookInterval{2};
  // Starts the thread on what is due, unless it is at work. Takes as long as
  // listing the collections. Call it from one thread.
  void Look(CheckSchedule::Time now);
  // Makes the thread end within a question's time. Safe from any thread.
  void Interrupt();
  // Interrupts and joins. Call it from one thread.
  void Stop();

  // These are safe from any thread. The first makes the collection due at once,
  // also where options let none be due, and again if an exam is under way; the
  // second ends that, and an exam of it under way at its next question.
  void Request(const std::string& collection);
  void GiveUp(const std::string& collection);
  [[nodiscard]] ExamState StateOf(const std::string& collection) const;

  // Notes that the collection's guard is about to become `next`, which adds a
  // question or replaces one: what was answered of the others counts on. Safe
  // from any thread.
  void Extend(const std::string& collection, const StoredGuard& present,
              std::string_view next);

  // Safe from any thread.
  void ChangeInterval(std::chrono::days interval);
  // Reports on each collection with an exam that this or an earlier run of the
  // daemon has examined, sorted by name.
  [[nodiscard]] std::vector<CheckReport> Reports() const;

  // Examines the collection that has been due for longest at `now`. False: none
  // is due. The thread calls this; tests call it instead of Look.
  bool Step(CheckSchedule::Time now);

 private:
  // The state of a collection with a guard.
  struct Known {
    std::uint64_t guard = 0;
    std::optional<CheckRecord> record{};  // Of this guard.
    CheckReport report{};
    std::vector<LostQuestion> lost{};
    std::string fault{};  // The last one that was reported.
  };

  // Returns whether Step would find anything to do. Reads no file.
  [[nodiscard]] bool IsStepDue(CheckSchedule::Time now);
  void Run();
  // Chooses what to examine, and notes that this runs from now on.
  [[nodiscard]] std::optional<std::string> NextOf(CheckSchedule::Time now);
  void Observe(CheckSchedule::Time now);
  // Reads the result of an earlier run, or takes over that of a guard that this
  // one extends.
  void Load(const std::string& collection, const StoredGuard& guard);
  // Makes the record of this guard from the last one, as Extend says. False:
  // none of them holds for it.
  [[nodiscard]] bool TakeOver(const std::string& collection,
                              const StoredGuard& guard, const Bank& bank,
                              const CheckRecord& last, Known& known) const;
  // Forgets collections that are gone or have no guard any more.
  void ForgetOthers(const std::map<std::string, std::uint64_t>& guarded);
  // Errors: kInterrupted when the thread must end; kNotFound when the
  // collection or its guard is gone; kCorrupt, kLimit, kStorage.
  [[nodiscard]] Result<void> Check(const std::string& collection,
                                   CheckSchedule::Time now);
  [[nodiscard]] Result<ExamOutcome> Ask(const std::string& collection,
                                        const Guard& guard,
                                        const Snapshot& snapshot);
  // Waits for people's questions under way, but not for long. False: the thread
  // must end, or the exam was given up.
  [[nodiscard]] bool GiveWay();
  void Keep(const std::string& collection, const Guard& guard,
            const ExamOutcome& exam, CheckRecord record);
  void TellFault(const std::string& collection, const Error& error);
  [[nodiscard]] std::filesystem::path FolderOf(
      const std::string& collection) const;

  const CollectionStore& store_;
  const SelfCheckOptions options_;
  const SelfCheckListeners listeners_;
  // The thread that sets is_at_work_ owns schedule_, and may change known_:
  // this is Look until it has posted the work, then the worker until it is
  // done.
  std::atomic<bool> is_at_work_ = false;
  CheckSchedule schedule_;

  mutable std::mutex mutex_;
  std::condition_variable woken_;
  std::atomic<bool> stopping_ = false;
  std::chrono::days interval_;  // Guarded by mutex_.
  // By collection name. Only the owner (see is_at_work_) changes it, with
  // mutex_ held. Others read it with mutex_ held.
  std::map<std::string, Known> known_;
  // With mutex_ held, too.
  std::map<std::string, GuardLineage> lineages_;
  std::vector<std::string> requested_;  // In the order of arrival.
  bool was_requested_ = false;          // The last exam.
  struct Running {
    std::string collection;
    std::uint64_t asked = 0;
    std::uint64_t questions = 0;
    bool is_given_up = false;
  };
  std::optional<Running> running_;
  platform::WorkerThreads thread_{1, std::chrono::milliseconds(0)};
};

}  // namespace answerbox::daemon
