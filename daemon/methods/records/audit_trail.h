// Records answers and changes before their replies leave, and the energy of
// answers once it is known. docs/audit-format.md, "Answers", "Energy" and
// "Changes", describes the records.
#pragma once

#include <chrono>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "daemon/audit/audit_log.h"
#include "daemon/audit/key_files.h"
#include "daemon/cascade/codec/completions.h"
#include "daemon/collections/snapshots/snapshot.h"
#include "daemon/collections/store.h"
#include "daemon/dispatch/method.h"
#include "daemon/energy/energy_ledger.h"
#include "daemon/error.h"
#include "daemon/identity/access_control.h"
#include "daemon/identity/principal.h"
#include "daemon/methods/ask/long_answer.h"
#include "daemon/methods/model/generated_answer.h"
#include "engine/ask/ask.h"
#include "engine/exam/examine.h"
#include "protocol/account/word_account.h"
#include "protocol/exam/bank.h"

namespace answerbox::daemon {

// The time that each stage of an answer took.
struct AnswerLatency {
  std::chrono::nanoseconds pin{0};     // To find the collection's snapshot.
  std::chrono::nanoseconds answer{0};  // In the pipeline.
  std::chrono::nanoseconds reply{0};   // To write the reply.
};

struct AnsweredQuestion {
  QuestionNumber number;
  std::string_view collection;
  const Snapshot& snapshot;
  const engine::Question& question;
  const engine::Answer& answer;
  const LongAnswer* long_answer = nullptr;  // Null: not asked for.
  AnswerLatency latency{};
};

// Which language model generates.
struct ModelIdentity {
  std::string name;    // As the operator or the server calls it; may be empty.
  std::string sha256;  // Of its file, 64 hexadecimal digits; empty: unknown.
};

// An object with `name` and `sha256` (null if unknown).
void WriteModelIdentity(JsonWriter& json, const ModelIdentity& model);

struct RecordedGeneration {
  QuestionNumber number;
  std::string_view of;  // Run of the documents' answer.
  std::string_view collection;
  const Generation& generation;
  const Generated& generated;
  const ModelIdentity& model;
  std::span<const GeneratedPassage> passages;
  const GeneratedAnswer& answer;
};

// A query that decides nothing: `search`, `select`, `summarize` or `ground`.
struct AnsweredQuery {
  QuestionNumber number = 0;
  std::string_view method = {};
  std::string_view collection = {};    // Empty: it is of none.
  const Snapshot* snapshot = nullptr;  // Null: it is of none.
  std::uint64_t changes = 0;           // Of the snapshot, when it was pinned.
  std::span<const std::string_view> documents = {};  // Patterns; empty: all.
  // What is asked for; of `ground`, the answer. May be empty.
  std::string_view text = {};
  std::size_t found = 0;          // Units in the reply.
  std::string_view verdict = {};  // Of `ground`, which finds no units.
};

struct RecordedSynonyms {
  std::uint64_t rules = 0;
  std::optional<engine::Sha256> sha256;  // Of the file; nothing without rules.
};

struct MadeChange {
  std::string_view action;  // "add", "replace", "remove", "create", ...
  std::string_view collection;
  std::string_view document;  // Empty: the change is of the collection.
  std::optional<engine::Sha256> sha256;
  std::optional<double> theta = {};
  // The collection's synonyms after the change. Only a change of the collection
  // itself records them.
  std::optional<RecordedSynonyms> synonyms = {};
  // Hash of the file of the collection's exam after the change, if it has one.
  std::optional<engine::Sha256> exam_sha256 = {};
  // The pack that the collection holds after the change; null: none.
  const PackMark* pack = nullptr;
  // What became of the words of an added document, where that is known.
  std::optional<protocol::PageAccount> words = {};
};

struct GradedQuestion {
  QuestionNumber number;
  const BankQuestion* question;
  std::uint8_t grade = 0;
  bool covered = false;
  std::optional<engine::Verification> verified{};
};

// The grade that a language model gave one passage.
struct TextGrade {
  QuestionNumber number;              // Of its energy.
  std::optional<std::uint8_t> grade;  // Nothing: the reply held none.
};

// The grades that a language model gave a question's passages, in their order.
struct ModelGrades {
  std::vector<TextGrade> texts;
  ModelIdentity model;
  std::chrono::nanoseconds time{0};  // That the model took.
};

// Questions that were graded for one request.
struct GradedExam {
  std::string_view collection;
  const Snapshot& snapshot;
  std::span<const GradedQuestion> questions;  // 1 or more.
  std::size_t passages;
  std::uint8_t tau;
  engine::Arithmetic arithmetic;
  const ModelGrades* by_model = nullptr;  // Null: the engine graded.
};

// An exam that a guard or the daemon itself set.
struct RecordedExam {
  std::string_view action;  // "forced", "refused", "self_check"
  std::string_view collection;
  std::string_view message;
  std::span<const std::string> lost;  // Ids of the questions that were lost.
};

// A pack that was not installed.
struct RefusedPack {
  std::string_view collection;
  const PackMark& pack;  // As it says; without a key, nobody trusted signed it.
  std::string_view message;
};

// A change of a user or of rights, with the entry as it is afterwards.
struct RightsChange {
  std::string_view action;               // "user_add", "user_set", ...
  const Principal* principal = nullptr;  // Null: not of one alone.
};

// Writes the members `run` and `recorded` into the object that is open; nothing
// if the audit log is off.
void WriteRecord(JsonWriter& json, const Recorded& record);

// Writes an object with `name`, `version`, `key` and `sha256`.
void WritePack(JsonWriter& json, const PackMark& pack);

// Called once: when the record is as safe as the durability demands, or with
// the error when it is refused. If the audit log is off, it is called at once,
// without a run.
using OnRecorded = AuditLog::Completion;
// Returns a function that adds the record's members to `result`, an open
// object, and sends it; or sends the error.
[[nodiscard]] OnRecorded SendWith(JsonWriter result, const Reply& reply);

// Records what one caller does. Copies share the log, which outlives them.
class AuditTrail {
 public:
  // Records nothing.
  AuditTrail() = default;
  AuditTrail(AuditLog& log, QuestionForm form, const QuestionKey& key) noexcept
      : log_(&log), form_(form), questions_(key) {}

  [[nodiscard]] AuditTrail For(const Identity& caller) const {
    AuditTrail trail = *this;
    trail.caller_ = caller.name();
    trail.asker_ = AskerOf(caller);
    return trail;
  }
  // From here on the log tells how new the state of these is. Both outlive the
  // trail and its copies, and AuditLog::TellState that ends this.
  void TellStateOf(const CollectionStore& store, const AccessControl& access);
  [[nodiscard]] AuditLog* log() const noexcept { return log_; }
  // Of the caller of For.
  [[nodiscard]] AskerTag asker() const noexcept { return asker_; }

  void RecordAnswer(const AnsweredQuestion& answered, OnRecorded then) const;
  void RecordQuery(const AnsweredQuery& answered, OnRecorded then) const;
  void RecordGenerated(const RecordedGeneration& generation,
                       OnRecorded then) const;
  void RecordChange(const MadeChange& change, OnRecorded then) const;
  void RecordRightsChange(const RightsChange& change, OnRecorded then) const;
  void RecordGrades(const GradedExam& exam, OnRecorded then) const;
  void RecordExam(const RecordedExam& exam, OnRecorded then) const;
  void RecordRefusedPack(const RefusedPack& refused, OnRecorded then) const;
  // Records the energy of the questions that ended in the window.
  void RecordEnergy(std::string_view sensor, const ClosedWindow& closed) const;

  // Records a failed login, without a run, and logs it in the journal.
  //   name     as the client gave it; the first 128 bytes are kept
  //   address  of the client, as text
  void RecordFailedLogin(std::string_view name, std::string_view address) const;

  // Waits until all accepted records are on the disk, whatever the durability.
  // Don't call it on a thread that completes audit records. Errors: kStorage,
  // kInternal.
  [[nodiscard]] Result<void> WaitForDisk() const;

  // Fails when a record would be refused now. Call it before a change. Errors:
  // kStorage.
  [[nodiscard]] Result<void> CheckRoom() const {
    return log_ == nullptr ? Result<void>() : log_->CheckRoom();
  }

 private:
  // Appends a record of what the caller has asked or changed.
  void Append(std::string_view body, OnRecorded then, const RunId& run) const;
  // Writes a text that holds a question, in the configured QuestionForm.
  void WriteAsked(JsonWriter& json, std::string_view key,
                  std::string_view text) const;

  AuditLog* log_ = nullptr;
  const CollectionStore* store_ = nullptr;  // Null: records tell no state.
  const AccessControl* access_ = nullptr;
  QuestionForm form_ = QuestionForm::kLeftOut;
  KeyedHash questions_{std::span<const std::byte>()};
  std::string caller_;  // Name of the caller's identity.
  AskerTag asker_ = AskerTag::kNobody;
};

}  // namespace answerbox::daemon
