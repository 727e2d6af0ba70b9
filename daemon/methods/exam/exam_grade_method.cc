// The method `exam.grade`: the engine or a language model grades.
#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "daemon/error.h"
#include "daemon/generation/prompts.h"
#include "daemon/methods/exam/exam_params.h"
#include "daemon/methods/gathering/gathering_json.h"
#include "daemon/methods/method_families.h"
#include "daemon/methods/model/model_grader.h"
#include "daemon/methods/query_end.h"
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
    WriteSource(json_.EndArray(), params_.collection, *snapshot_, spent_);
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

// What is kept of a passage after its workspace was given back.
struct FoundPassage {
  JsonWriter members;  // An open object, to which the grade is added.
  std::string answer;  // JSON: its best sentence, or null.
  double probability = 0.0;
  std::optional<engine::Verification> verified;
};

// Grades one question: finds its passages, has the model grade them, replies.
class QuestionByModel : public std::enable_shared_from_this<QuestionByModel> {
 public:
  QuestionByModel(Services& services, const AuditTrail& audit,
                  ExamGradeParams params,
                  std::shared_ptr<const Snapshot> snapshot, const Reply& reply)
      : services_(services),
        audit_(audit),
        params_(std::move(params)),
        snapshot_(std::move(snapshot)),
        reply_(reply) {}

  void Begin() {
    const auto found = Find();
    if (!found) return reply_.Send(found.error());
    // Without passages the model is not asked, so the reply names no model.
    if (passages_.empty()) return Finish({});
    // The callback keeps this object alive until the model has answered.
    Grade(*services_.model,
          {params_.collection, params_.questions.front().question,
           std::move(texts_), reply_,
           [self = shared_from_this()](const Result<ModelGrades>& grades) {
             if (!grades) return self->reply_.Send(grades.error());
             self->Finish(*grades);
           }});
  }

 private:
  Result<void> Find() {
    const auto segments =
        services_.store.SegmentsOf(params_.collection, *snapshot_);
    if (!segments) return segments.error();
    const auto began = Clock::now();
    WorkspacePool::Lease lease = services_.workspaces.Acquire();
    QuestionClock::Run run(
        services_.energy.questions(),
        services_.energy.accounts().Find(params_.collection, kExamAccount),
        audit_.asker());
    number_ = run.question();
    std::vector<std::string_view> keys;
    const engine::ExamQuestion asked = QuestionOf(
        params_.questions.front(), params_.rule, snapshot_->settings(), keys);
    const auto examined =
        engine::ExamineQuestion(*segments, asked, lease.workspace());
    auto kept = examined ? Keep(*segments, *examined) : examined.error();
    cpu_time_ = run.Finish();
    spent_ = Clock::now() - began;
    if (kept) return {};
    return Unanswerable(kept.error(),
                        {services_.store, params_.collection, *snapshot_, {}});
  }

  // Copies what the reply needs, and the texts that the model reads. The
  // workspace goes back before the model begins, which may take minutes for
  // twenty passages.
  engine::Result<void> Keep(std::span<const engine::LiveSegment> segments,
                            const engine::ExaminedQuestion& examined) {
    for (const engine::GradedPassage& passage : examined.passages) {
      const engine::SegmentReader& reader = *segments[passage.segment].reader;
      const auto document = reader.Document(passage.document_number);
      if (!document) return document.error();
      const auto text = reader.Text(*document, passage.offsets);
      if (!text) return text.error();
      texts_.emplace_back(
          RatedPart(*text, GradedBytes(services_.model->options)));
      JsonWriter members;
      members.BeginObject();
      WriteWhere(members, passage);
      WriteExtraction(members, passage);
      JsonWriter answer;
      WriteBestAnswer(answer, &passage);
      passages_.push_back({std::move(members), answer.Take(),
                           passage.probability, passage.verified});
    }
    refusal_ = examined.refusal;
    return {};
  }

  // Runs on the model's thread, or in Begin if there are no passages.
  void Finish(const ModelGrades& grades) {
    const std::optional<std::size_t> best = BestOf(grades);
    const std::uint8_t grade = best ? GradeAt(grades, *best) : std::uint8_t{0};
    const bool covered = best && grade >= params_.rule.tau;
    const std::optional<engine::Verification> verified = Verified(best);
    JsonWriter json;
    json.BeginObject().Key("questions").BeginArray();
    json.BeginObject().Key("id").String(params_.questions.front().id);
    json.Key("grade").Integer(grade);
    json.Key("covered").Bool(covered);
    WriteVerified(json, verified);
    json.Key("answer").Raw(best ? passages_[*best].answer : "null");
    if (refusal_) WriteRefusal(json, *refusal_);
    if (params_.wants_passages) WritePassages(json.Key("passages"), grades);
    WriteSource(json.EndObject().EndArray(), params_.collection, *snapshot_,
                spent_);
    WriteGrader(json.Key("grader"), grades);
    WriteEnergy(json, services_.energy, number_, cpu_time_);
    if (auto fits = CheckReplySize(json.size() + 1); !fits) {
      return reply_.Send(fits.error());
    }
    const GradedQuestion graded{number_, &params_.questions.front(), grade,
                                covered, verified};
    audit_.RecordGrades({params_.collection, *snapshot_, std::span(&graded, 1),
                         params_.rule.passages, params_.rule.tau,
                         params_.rule.arithmetic, &grades},
                        SendWith(std::move(json), reply_));
  }

  static std::uint8_t GradeAt(const ModelGrades& grades, std::size_t passage) {
    // A reply of the model that holds no grade counts as the worst grade.
    return grades.texts[passage].grade.value_or(0);
  }

  // Returns the passage of which the engine is surest among those with the
  // greatest grade; the first if there are several. Its sentence is the answer.
  std::optional<std::size_t> BestOf(const ModelGrades& grades) const {
    std::optional<std::size_t> best;
    for (std::size_t i = 0; i < passages_.size(); ++i) {
      const auto rank = [&](std::size_t at) {
        return std::pair(GradeAt(grades, at), passages_[at].probability);
      };
      if (!best || rank(i) > rank(*best)) best = i;
    }
    return best;
  }

  std::optional<engine::Verification> Verified(
      std::optional<std::size_t> best) const {
    const bool matches =
        std::ranges::any_of(passages_, [](const FoundPassage& passage) {
          return passage.verified == engine::Verification::kMatches;
        });
    // A key that any passage meets counts, although the model chose another
    // passage.
    if (matches) return engine::Verification::kMatches;
    return best ? passages_[*best].verified : std::nullopt;
  }

  void WritePassages(JsonWriter& json, const ModelGrades& grades) const {
    json.BeginArray();
    for (std::size_t i = 0; i < passages_.size(); ++i) {
      JsonWriter passage = passages_[i].members;
      passage.Key("grade").Integer(GradeAt(grades, i));
      if (!grades.texts[i].grade) passage.Key("ill_formed").Bool(true);
      json.Raw(passage.EndObject().Take());
    }
    json.EndArray();
  }

  static void WriteGrader(JsonWriter& json, const ModelGrades& grades) {
    const auto ill_formed = std::ranges::count_if(
        grades.texts, [](const TextGrade& text) { return !text.grade; });
    json.BeginObject().Key("model");
    grades.texts.empty() ? static_cast<void>(json.Null())
                         : WriteModelIdentity(json, grades.model);
    json.Key("texts").Integer(grades.texts.size());
    json.Key("ill_formed").Integer(ill_formed);
    using std::chrono::milliseconds;
    json.Key("ms").Integer(
        std::chrono::duration_cast<milliseconds>(grades.time).count());
    json.EndObject();
  }

  Services& services_;
  const AuditTrail audit_;
  const ExamGradeParams params_;
  const std::shared_ptr<const Snapshot> snapshot_;
  const Reply reply_;
  QuestionNumber number_{};
  std::chrono::nanoseconds cpu_time_{0};  // Without that of the model.
  Clock::duration spent_{0};
  std::vector<FoundPassage> passages_;
  std::vector<std::string> texts_;  // Of the passages, for the model.
  std::optional<engine::RefusalReason> refusal_;
};

// Has the model grade the question's passages, then sends the reply. Sends the
// error of the first passage that failed: kModelFailed, those of asking the
// collection, or that of the audit log.
//   params  with one question
void GradeByModel(Services& services, const AuditTrail& audit,
                  ExamGradeParams params,
                  std::shared_ptr<const Snapshot> snapshot,
                  const Reply& reply) {
  if (services.model == nullptr) return reply.Send(NoModelToGrade());
  std::make_shared<QuestionByModel>(services, audit, std::move(params),
                                    std::move(snapshot), reply)
      ->Begin();
}

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
}

}  // namespace answerbox::daemon
