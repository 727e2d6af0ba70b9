#include <algorithm>
#include <chrono>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "daemon/error.h"
#include "daemon/generation/prompts.h"
#include "daemon/methods/energy/energy_json.h"
#include "daemon/methods/exam/exam_params.h"
#include "daemon/methods/gathering/gathering_json.h"
#include "daemon/methods/model/model_grader.h"
#include "daemon/methods/unanswerable.h"
#include "engine/exam/examine.h"
#include "protocol/json/json_writer.h"

namespace answerbox::daemon {
namespace {

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
    const auto began = std::chrono::steady_clock::now();
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
    spent_ = std::chrono::steady_clock::now() - began;
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
    json.EndObject().EndArray();
    json.Key("collection").String(params_.collection);
    json.Key("snapshot").Integer(snapshot_->number());
    using std::chrono::microseconds;
    json.Key("latency_us")
        .Integer(std::chrono::duration_cast<microseconds>(spent_).count());
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
  std::chrono::steady_clock::duration spent_{0};
  std::vector<FoundPassage> passages_;
  std::vector<std::string> texts_;  // Of the passages, for the model.
  std::optional<engine::RefusalReason> refusal_;
};

}  // namespace

void GradeByModel(Services& services, const AuditTrail& audit,
                  ExamGradeParams params,
                  std::shared_ptr<const Snapshot> snapshot,
                  const Reply& reply) {
  if (services.model == nullptr) return reply.Send(NoModelToGrade());
  std::make_shared<QuestionByModel>(services, audit, std::move(params),
                                    std::move(snapshot), reply)
      ->Begin();
}

}  // namespace answerbox::daemon
