// The method `exam.grade`.
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "daemon/error.h"
#include "daemon/methods/energy/energy_json.h"
#include "daemon/methods/exam/exam_params.h"
#include "daemon/methods/gathering/gathering_json.h"
#include "daemon/methods/method_families.h"
#include "daemon/methods/unanswerable.h"
#include "engine/exam/examine.h"
#include "protocol/calls/exam.h"
#include "protocol/json/json_writer.h"

namespace answerbox::daemon {
namespace {

using Clock = std::chrono::steady_clock;

// After this time, an exam lets waiting questions go first.
constexpr std::chrono::milliseconds kSlice{20};

void WritePassage(JsonWriter& json, const engine::GradedPassage& passage) {
  json.BeginObject();
  WriteWhere(json, passage);
  json.Key("grade").Integer(passage.grade);
  json.Key("probability").Real(passage.probability);
  WriteExtraction(json, passage);
  json.EndObject();
}

// Carries out one request. It grades one question after the other. Between two
// of them it may let other requests go first, and go on in another thread.
class GradedBatch : public std::enable_shared_from_this<GradedBatch> {
 public:
  GradedBatch(Services& services, const AuditTrail& audit,
              ExamGradeParams params, std::shared_ptr<const Snapshot> snapshot,
              const Reply& reply)
      : services_(services),
        audit_(audit),
        params_(std::move(params)),
        snapshot_(std::move(snapshot)),
        reply_(reply) {
    json_.BeginObject().Key("questions").BeginArray();
  }

  void GoOn() {
    const Clock::time_point began = Clock::now();
    const auto segments =
        services_.store.SegmentsOf(params_.collection, *snapshot_);
    // The pinned snapshot stays the same over all slices, so all questions of a
    // batch see the same documents.
    if (!segments) return reply_.Send(segments.error());
    {
      WorkspacePool::Lease lease = services_.workspaces.Acquire();
      do {
        if (!reply_.is_awaited()) {
          return reply_.Send(
              Error{ErrorKind::kTimeout, "Nobody waits for it."});
        }
        if (auto graded = GradeNext(*segments, lease.workspace()); !graded) {
          return reply_.Send(graded.error());
        }
      } while (next_ < params_.questions.size() &&
               Clock::now() - began < kSlice);
    }
    spent_ += Clock::now() - began;
    if (next_ == params_.questions.size()) return Finish();
    // The workspace has been given back, as the requests that wait in the lane
    // need one.
    reply_.GiveWay([self = shared_from_this()] { self->GoOn(); });
  }

 private:
  Result<void> GradeNext(std::span<const engine::LiveSegment> segments,
                         engine::Workspace& workspace) {
    const BankQuestion& question = params_.questions[next_++];
    QuestionClock::Run run(
        services_.energy.questions(),
        services_.energy.accounts().Find(params_.collection, kExamAccount),
        audit_.asker());
    const engine::ExamQuestion asked =
        QuestionOf(question, params_.rule, snapshot_->settings(), keys_);
    const auto examined = engine::ExamineQuestion(segments, asked, workspace);
    if (!examined) {
      return Unanswerable(
          examined.error(),
          {services_.store, params_.collection, *snapshot_, {}});
    }
    // Where there is a key, it decides: a passage that answers well but wrongly
    // covers nothing.
    const bool covered =
        IsCovered(*examined, !question.keys.empty(), params_.rule.tau);
    Write(question, *examined, covered);
    // The question's clock ends here, because the batch may wait before the
    // next question.
    cpu_time_ += run.Finish();
    graded_.push_back({run.question(), &question, examined->grade, covered,
                       examined->verified});
    return {};
  }

  void Write(const BankQuestion& question,
             const engine::ExaminedQuestion& examined, bool covered) {
    const engine::GradedPassage* const best =
        examined.best ? &examined.passages[*examined.best] : nullptr;
    json_.BeginObject().Key("id").String(question.id);
    json_.Key("grade").Integer(examined.grade);
    json_.Key("probability").Real(best != nullptr ? best->probability : 0.0);
    json_.Key("covered").Bool(covered);
    WriteVerified(json_, examined.verified);
    WriteBestAnswer(json_.Key("answer"), best);
    if (examined.refusal) WriteRefusal(json_, *examined.refusal);
    if (params_.wants_passages) {
      json_.Key("passages").BeginArray();
      for (const engine::GradedPassage& passage : examined.passages) {
        WritePassage(json_, passage);
      }
      json_.EndArray();
    }
    json_.EndObject();
  }

  void Finish() {
    json_.EndArray().Key("collection").String(params_.collection);
    json_.Key("snapshot").Integer(snapshot_->number());
    using std::chrono::microseconds;
    json_.Key("latency_us")
        .Integer(std::chrono::duration_cast<microseconds>(spent_).count());
    WriteEnergy(json_, services_.energy, graded_.front().number, cpu_time_);
    if (auto fits = CheckReplySize(json_.size() + 1); !fits) {
      return reply_.Send(fits.error());
    }
    audit_.RecordGrades(
        {params_.collection, *snapshot_, graded_, params_.rule.passages,
         params_.rule.tau, params_.rule.arithmetic},
        SendWith(std::move(json_), reply_));
  }

  Services& services_;
  const AuditTrail audit_;
  const ExamGradeParams params_;
  const std::shared_ptr<const Snapshot> snapshot_;
  const Reply reply_;
  JsonWriter json_;
  std::vector<std::string_view> keys_;
  std::vector<GradedQuestion> graded_;
  std::size_t next_ = 0;
  Clock::duration spent_{0};
  std::chrono::nanoseconds cpu_time_{0};  // Of all questions.
};

void RunGrade(const Connection& connection, const boost::json::object& params,
              const Reply& reply) {
  Services& services = connection.services;
  auto grade = DecodeExamGrade(params, services.arithmetic);
  if (!grade) return reply.Send(grade.error());
  auto snapshot = services.store.Pin(grade->collection);
  if (!snapshot) return reply.Send(snapshot.error());
  if (grade->by_model) {
    return GradeByModel(services, connection.audit, std::move(*grade),
                        std::move(*snapshot), reply);
  }
  std::make_shared<GradedBatch>(services, connection.audit, std::move(*grade),
                                std::move(*snapshot), reply)
      ->GoOn();
}

}  // namespace

void AddExamMethods(const Connection& connection, MethodTable& table) {
  AddMethod(table, calls::kExamGrade, connection, RunGrade);
  AddMethod(table, calls::kExamQuestions, connection, RunExamQuestions);
  AddMethod(table, calls::kExamSimilar, connection, RunExamSimilar);
}

}  // namespace answerbox::daemon
