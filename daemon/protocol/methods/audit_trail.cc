#include "daemon/protocol/methods/audit_trail.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "daemon/protocol/collection_params.h"
#include "daemon/protocol/json_writer.h"
#include "daemon/protocol/methods/energy_record.h"

namespace answerbox::daemon {
namespace {

// Runners-up included, as many as an answer has.
constexpr std::size_t kMaxDocuments = kMaxRunnersUp + 1;
// Of most records; what is longer costs a few copies.
constexpr std::size_t kUsualBytes = 1500;

void BeginRecord(JsonWriter& json, std::string_view kind, std::string_view run,
                 std::uint32_t user) {
  const RecordTime time = Now();
  json.BeginObject().Key("kind").String(kind);
  json.Key("time").String(WallText(time));
  json.Key("mono_ns").Integer(time.monotonic_ns);
  json.Key("run").String(run);
  json.Key("version").String(ANSWERBOX_VERSION);
  json.Key("user").Integer(user);
}

// A body is what comes behind the members that the log writes itself.
std::string BodyOf(JsonWriter& json) {
  return json.EndObject().Take().erase(0, 1);
}

void WriteSnapshot(JsonWriter& json, const Snapshot& snapshot) {
  json.Key("snapshot").Integer(snapshot.number());
  json.Key("segments").BeginArray();
  for (const Snapshot::Segment& segment : snapshot.segments()) {
    json.BeginArray().Integer(segment.stored->number);
    json.Integer(segment.removed.size()).EndArray();
  }
  json.EndArray().Key("profile").String(Name(snapshot.settings().profile));
}

// The documents of the citations, each once.
class CitedDocuments {
 public:
  explicit CitedDocuments(std::span<const Citation> citations) {
    for (const Citation& citation : citations) {
      if (PlaceOf(citation) == count_ && count_ < kMaxDocuments) {
        first_[count_++] = &citation;
      }
    }
  }

  [[nodiscard]] std::size_t PlaceOf(const Citation& citation) const {
    const auto end = first_.begin() + static_cast<std::ptrdiff_t>(count_);
    return static_cast<std::size_t>(
        std::find_if(first_.begin(), end,
                     [&](const Citation* other) {
                       return other->segment == citation.segment &&
                              other->document_number ==
                                  citation.document_number;
                     }) -
        first_.begin());
  }

  void Write(JsonWriter& json, const Snapshot& snapshot) const {
    json.Key("documents").BeginArray();
    for (std::size_t i = 0; i < count_; ++i) {
      const auto document =
          snapshot.live()[first_[i]->segment].reader->Document(
              first_[i]->document_number);
      json.BeginArray().String(first_[i]->document);
      document ? json.Hexadecimal(document->sha256) : json.Null();
      json.EndArray();
    }
    json.EndArray();
  }

 private:
  std::array<const Citation*, kMaxDocuments> first_{};
  std::size_t count_ = 0;
};

void WriteCitations(JsonWriter& json, const AnsweredQuestion& answered) {
  const std::span<const Citation> citations = answered.answer.citations;
  const CitedDocuments documents(citations);
  json.Key("cites").BeginArray();
  for (const Citation& citation : citations) {
    json.BeginArray().Hexadecimal(citation.chunk);
    json.Integer(citation.offsets.begin).Integer(citation.offsets.end);
    json.Integer(documents.PlaceOf(citation)).EndArray();
  }
  json.EndArray();
  documents.Write(json, answered.snapshot);
  json.Key("sentence_sha256");
  citations.empty()
      ? json.Null()
      : json.Hexadecimal(engine::ComputeSha256(citations.front().sentence));
}

// The text of an object, with members added to it.
std::string WithRun(std::string object, std::string_view run, bool recorded) {
  object.pop_back();
  if (object.back() != '{') object += ',';
  object += "\"run\":\"";
  object += run;
  object += recorded ? "\",\"recorded\":true}" : "\",\"recorded\":false}";
  return object;
}

}  // namespace

std::string AuditTrail::AnswerBody(const AnsweredQuestion& answered,
                                   std::string_view run) const {
  const Question& question = answered.question;
  const Answer& answer = answered.answer;
  const bool is_fixed = question.arithmetic == engine::Arithmetic::kFixed;
  JsonWriter json(kUsualBytes);
  BeginRecord(json, answer.refusal ? "refusal" : "answer", run, user_);
  json.Key("collection").String(answered.collection);
  WriteSnapshot(json, answered.snapshot);
  json.Key("arithmetic").String(is_fixed ? "fixed" : "float");
  json.Key("theta").Real(question.theta);
  json.Key("runners_up").Integer(question.runners_up);
  if (form_ == QuestionForm::kPlain) {
    json.Key("question").String(question.text);
  } else if (form_ == QuestionForm::kHashed) {
    json.Key("question_hmac").Hexadecimal(questions_.Of(question.text));
  }
  json.Key("reason");
  answer.refusal ? json.String(Name(*answer.refusal)) : json.Null();
  json.Key("confidence").Real(answer.confidence);
  WriteCitations(json, answered);
  json.Key("latency_ns").BeginObject();
  json.Key("pin").Integer(answered.latency.pin.count());
  json.Key("answer").Integer(answered.latency.answer.count());
  json.Key("reply").Integer(answered.latency.reply.count()).EndObject();
  json.Key("energy").Null();
  json.Key("deterministic").Bool(is_fixed);
  return BodyOf(json);
}

std::string AuditTrail::ChangeBody(const MadeChange& change,
                                   std::string_view run) const {
  JsonWriter json;
  BeginRecord(json, "change", run, user_);
  json.Key("collection").String(change.collection);
  json.Key("action").String(change.action);
  if (!change.document.empty()) json.Key("document").String(change.document);
  if (change.sha256) json.Key("sha256").Hexadecimal(*change.sha256);
  if (change.theta) json.Key("theta").Real(*change.theta);
  return BodyOf(json);
}

void AuditTrail::RecordEnergy(std::string_view sensor,
                              const ClosedWindow& closed) const {
  if (log_ == nullptr) return;
  EachEnergyBody(
      sensor, closed,
      [this](QuestionNumber question) { return log_->RunOf(question); },
      [this](const std::string& body) {
        // Where there is no room for it, energy stays unknown to the log.
        log_->Append(body, [](const Result<Recorded>&) {});
      });
}

void AuditTrail::SendAnswer(const AnsweredQuestion& answered,
                            std::string result, const Reply& reply) const {
  if (log_ == nullptr) return reply.Send(std::move(result));
  std::string run = log_->RunOf(answered.number);
  const std::string body = AnswerBody(answered, run);
  log_->Append(body, [reply, run = std::move(run), result = std::move(result)](
                         const Result<Recorded>& recorded) {
    if (!recorded) return reply.Send(recorded.error());
    reply.Send(WithRun(result, run, *recorded == Recorded::kYes));
  });
}

void AuditTrail::SendChange(const MadeChange& change, std::string result,
                            const Reply& reply) const {
  if (log_ == nullptr) return reply.Send(std::move(result));
  std::string run = log_->NextRun();
  const std::string body = ChangeBody(change, run);
  log_->Append(body, [reply, run = std::move(run), result = std::move(result)](
                         const Result<Recorded>& recorded) {
    if (recorded) {
      return reply.Send(WithRun(result, run, *recorded == Recorded::kYes));
    }
    Error error = recorded.error();
    error.message = "The change is made, but not on record. " + error.message;
    reply.Send(error);
  });
}

}  // namespace answerbox::daemon
