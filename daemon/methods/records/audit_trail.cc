#include "daemon/methods/records/audit_trail.h"

#include <utility>

#include "daemon/dispatch/fault_log.h"
#include "daemon/methods/question_params.h"
#include "daemon/methods/records/answer_record.h"
#include "protocol/calls/ask.h"
#include "protocol/json/json_writer.h"

namespace answerbox::daemon {
namespace {

// The size of most records. A longer record costs a few copies.
constexpr std::size_t kUsualBytes = 1500;

// The object is not begun here: the log writes the beginning of each line.
void BeginRecord(JsonWriter& json, std::string_view kind, std::string_view run,
                 std::string_view caller) {
  const RecordTime time = Now();
  json.Key("kind").String(kind);
  json.Key("time").String(WallText(time));
  json.Key("mono_ns").Integer(time.monotonic_ns);
  json.Key("run").String(run);
  json.Key("version").String(ANSWERBOX_VERSION);
  json.Key("caller").String(caller);
}

void WriteSnapshot(JsonWriter& json, const Snapshot& snapshot) {
  json.Key("snapshot").Integer(snapshot.number());
  json.Key("segments").BeginArray();
  for (const Snapshot::Segment& segment : snapshot.segments()) {
    // A segment's set of removed documents only grows, so its size says which
    // documents were live.
    json.BeginArray().Integer(segment.stored->number);
    json.Integer(segment.removed.size()).EndArray();
  }
  json.EndArray().Key("profile").String(ToString(snapshot.settings().profile));
}

}  // namespace

void WriteModelIdentity(JsonWriter& json, const ModelIdentity& model) {
  json.BeginObject().Key("name").String(model.name);
  json.Key("sha256");
  model.sha256.empty() ? json.Null() : json.String(model.sha256);
  json.EndObject();
}

namespace {

// Writes which documents were asked, unless all were.
void WriteWithin(JsonWriter& json, std::span<const std::string_view> names) {
  if (names.empty()) return;
  json.Key("within").BeginArray();
  for (const std::string_view name : names) json.String(name);
  json.EndArray();
}

// Writes how the question was to be answered, so that it can be replayed.
void WriteOptions(JsonWriter& json, const AnsweredQuestion& answered) {
  const engine::Question& question = answered.question;
  json.Key("theta").Real(question.theta);
  json.Key("runners_up").Integer(question.runners_up);
  const LongAnswer* const as_long = answered.long_answer;
  json.Key("form").String(FormName(question, as_long));
  json.Key("words").Integer(as_long != nullptr ? as_long->words
                                               : question.words);
  json.Key("answers");
  question.answers ? json.Integer(*question.answers)
                   : json.String(calls::ask::kAnswers.word);
  if (question.max_work) json.Key("max_work").Integer(*question.max_work);
  WriteWithin(json, question.documents);
  // Profile paper takes every word as it is, so it has none of these options.
  if (answered.snapshot.settings().profile == engine::Profile::kDefault) {
    json.Key("spelling").Bool(question.with_spelling);
    json.Key("abbreviations").Bool(question.with_abbreviations);
    if (!question.with_thesaurus) json.Key("thesaurus").Bool(false);
  }
}

// Writes who graded, and the grade of each text beside the run of its energy.
void WriteModelGrades(JsonWriter& json, const ModelGrades& grades,
                      const AuditLog& log) {
  json.Key("grader").String("model");
  json.Key("language_model");
  grades.texts.empty() ? static_cast<void>(json.Null())
                       : WriteModelIdentity(json, grades.model);
  json.Key("texts").BeginArray();
  for (const TextGrade& text : grades.texts) {
    json.BeginArray().String(View(log.RunOf(text.number)));
    text.grade ? json.Integer(*text.grade) : json.Null();
    json.EndArray();
  }
  json.EndArray();
}

// Returns nothing if the segment is damaged there.
std::optional<engine::Sha256> HashOf(const Snapshot& snapshot,
                                     const engine::CitedPlace& place) {
  const auto document =
      snapshot.live()[place.segment].reader->Document(place.document_number);
  if (!document) return std::nullopt;
  return document->sha256;
}

// Adds to an error that the change was made. It is on the disk already and
// can't be undone: the caller must not read the error as "nothing happened".
OnRecorded OfChange(OnRecorded then) {
  return [then = std::move(then)](Result<Recorded> recorded) {
    if (recorded) return then(std::move(recorded));
    Error error = recorded.error();
    error.message = "The change is made, but not on record. " + error.message;
    then(std::move(error));
  };
}

}  // namespace

OnRecorded SendWith(JsonWriter result, const Reply& reply) {
  return [reply,
          result = std::move(result)](const Result<Recorded>& record) mutable {
    if (!record) return reply.Send(record.error());
    WriteRecord(result, *record);
    reply.Send(result.EndObject().Take());
  };
}

void AuditTrail::Append(std::string_view body, OnRecorded then,
                        const RunId& run) const {
  log_->rates().Note(caller_, body.size());
  log_->Append(body, std::move(then), run);
}

// Without a log the reply is sent at once, without `run`.
void AuditTrail::RecordAnswer(const AnsweredQuestion& answered,
                              OnRecorded then) const {
  if (log_ == nullptr) return then(Recorded());
  const RunId run = log_->RunOf(answered.number);
  const engine::Question& question = answered.question;
  const engine::Answer& answer = answered.answer;
  const bool is_fixed = question.arithmetic == engine::Arithmetic::kFixed;
  JsonWriter json(kUsualBytes);
  BeginRecord(json, answer.refusal ? "refusal" : "answer", View(run), caller_);
  json.Key("collection").String(answered.collection);
  WriteSnapshot(json, answered.snapshot);
  // Profile paper has no weights, so there is no model to name.
  if (answered.snapshot.settings().profile == engine::Profile::kDefault) {
    json.Key("model").String(engine::ModelId());
  }
  json.Key("arithmetic").String(is_fixed ? "fixed" : "float");
  // Floating point may differ between processors, so a replay on another
  // machine can only compare answers of fixed arithmetic.
  json.Key("deterministic").Bool(is_fixed);
  WriteOptions(json, answered);
  WriteAsked(json, "question", question.text);
  if (answer.refusal) json.Key("reason").String(ToString(*answer.refusal));
  json.Key("confidence").Real(answer.confidence);
  const bool is_plain = form_ == QuestionForm::kPlain;
  if (answer.refusal && is_plain) WriteMissing(json, answer);
  WriteEvidence(json, answer, answered.long_answer, is_plain,
                [&answered](const engine::CitedPlace& place) {
                  return HashOf(answered.snapshot, place);
                });
  json.Key("latency_ns").BeginArray();
  json.Integer(answered.latency.pin.count());
  json.Integer(answered.latency.answer.count());
  json.Integer(answered.latency.reply.count()).EndArray();
  Append(json.EndObject().Take(), std::move(then), run);
}

void AuditTrail::RecordQuery(const AnsweredQuery& answered,
                             OnRecorded then) const {
  if (log_ == nullptr) return then(Recorded());
  const RunId run = log_->RunOf(answered.number);
  JsonWriter json(kUsualBytes);
  BeginRecord(json, "query", View(run), caller_);
  json.Key("method").String(answered.method);
  if (answered.snapshot != nullptr) {
    json.Key("collection").String(answered.collection);
    WriteSnapshot(json, *answered.snapshot);
  }
  WriteWithin(json, answered.documents);
  if (!answered.text.empty()) WriteAsked(json, "text", answered.text);
  if (answered.verdict.empty()) {
    json.Key("found").Integer(answered.found);
  } else {
    json.Key("verdict").String(answered.verdict);
  }
  Append(json.EndObject().Take(), std::move(then), run);
}

void AuditTrail::WriteAsked(JsonWriter& json, std::string_view key,
                            std::string_view text) const {
  // Operators may choose to log no plain questions: what people ask may say
  // more about them than what they are told.
  if (form_ == QuestionForm::kPlain) {
    json.Key(key).String(text);
  } else if (form_ == QuestionForm::kHashed) {
    // The hash has a key, as a short question could be found from a plain hash
    // by trying.
    json.Key(std::string(key) + "_hmac").Hexadecimal(questions_.Of(text));
  }
}

// A generation has a question number and a record of its own.
void AuditTrail::RecordGenerated(const RecordedGeneration& generation,
                                 OnRecorded then) const {
  if (log_ == nullptr) return then(Recorded());
  const RunId run = log_->RunOf(generation.number);
  JsonWriter json(kUsualBytes);
  BeginRecord(json, "generated", View(run), caller_);
  json.Key("of").String(generation.of);
  json.Key("collection").String(generation.collection);
  WriteModelIdentity(json.Key("model"), generation.model);
  WriteAsked(json, "prompt", generation.generation.prompt);
  json.Key("seed").Integer(generation.generation.seed);
  json.Key("max_tokens").Integer(generation.generation.max_tokens);
  json.Key("context").BeginArray();
  // The context is named by place: its text is long, and in the documents.
  for (const GeneratedPassage& passage : generation.passages) {
    json.BeginArray().String(passage.document);
    json.Integer(passage.offsets.begin).Integer(passage.offsets.end);
    json.EndArray();
  }
  json.EndArray().Key("text").String(generation.generated.text);
  json.Key("fate").String(ToString(generation.answer.fate));
  const engine::Consens& consens = generation.answer.grounding.consens;
  json.Key("consens_geometric");
  consens.scored_words > 0 ? json.Real(consens.geometric.ToDouble())
                           : json.Null();
  json.Key("tokens").Integer(generation.generated.tokens);
  using std::chrono::milliseconds;
  json.Key("ms").Integer(
      std::chrono::duration_cast<milliseconds>(generation.generated.time)
          .count());
  Append(json.EndObject().Take(), std::move(then), run);
}

void AuditTrail::RecordGrades(const GradedExam& exam, OnRecorded then) const {
  if (log_ == nullptr) return then(Recorded());
  const RunId run = log_->RunOf(exam.questions.front().number);
  const bool is_fixed = exam.arithmetic == engine::Arithmetic::kFixed;
  JsonWriter json(kUsualBytes);
  BeginRecord(json, "exam", View(run), caller_);
  json.Key("action").String("grade");
  json.Key("collection").String(exam.collection);
  WriteSnapshot(json, exam.snapshot);
  if (exam.snapshot.settings().profile == engine::Profile::kDefault) {
    json.Key("model").String(engine::ModelId());
  }
  json.Key("arithmetic").String(is_fixed ? "fixed" : "float");
  json.Key("k").Integer(exam.passages);
  json.Key("tau").Integer(exam.tau);
  if (exam.by_model != nullptr) WriteModelGrades(json, *exam.by_model, *log_);
  // A line has no room for 64 long questions, so it gets their hash. Whoever
  // has the bank can check it.
  std::string texts;
  for (const GradedQuestion& graded : exam.questions) {
    texts += graded.question->question + '\n';
  }
  json.Key("questions_sha256").Hexadecimal(engine::ComputeSha256(texts));
  json.Key("questions").BeginArray();
  for (const GradedQuestion& graded : exam.questions) {
    json.BeginObject().Key("run").String(View(log_->RunOf(graded.number)));
    json.Key("id").String(graded.question->id);
    json.Key("grade").Integer(graded.grade);
    json.Key("covered").Bool(graded.covered);
    if (graded.verified) {
      json.Key("verified").String(ToString(*graded.verified));
    }
    json.EndObject();
  }
  Append(json.EndArray().EndObject().Take(), std::move(then), run);
}

// Changes and exams have no question numbers, so they take runs of their own.
void AuditTrail::RecordExam(const RecordedExam& exam, OnRecorded then) const {
  if (log_ == nullptr) return then(Recorded());
  const RunId run = log_->NextRun();
  JsonWriter json;
  BeginRecord(json, "exam", View(run), caller_);
  json.Key("action").String(exam.action);
  json.Key("collection").String(exam.collection);
  if (!exam.message.empty()) json.Key("message").String(exam.message);
  json.Key("lost").BeginArray();
  for (const std::string& id : exam.lost) json.String(id);
  Append(json.EndArray().EndObject().Take(), OfChange(std::move(then)), run);
}

namespace {

void WriteWords(JsonWriter& json, const protocol::PageAccount& words) {
  using protocol::WordFate;
  json.Key("words").BeginObject();
  json.Key("shown").Integer(words.Shown());
  json.Key("usable").Integer(words.Count(WordFate::kUsable));
  json.Key("set_aside").Integer(words.SetAside());
  json.Key("unreadable").Integer(words.Count(WordFate::kUnreadable));
  json.Key("lost").Integer(words.Count(WordFate::kLost)).EndObject();
}

}  // namespace

void WritePack(JsonWriter& json, const PackMark& pack) {
  json.BeginObject().Key("name").String(pack.name);
  json.Key("version").String(pack.version);
  json.Key("key").String(pack.key);
  json.Key("sha256").Hexadecimal(pack.sha256).EndObject();
}

void AuditTrail::RecordChange(const MadeChange& change, OnRecorded then) const {
  if (log_ == nullptr) return then(Recorded());
  const RunId run = log_->NextRun();
  JsonWriter json;
  BeginRecord(json, "change", View(run), caller_);
  json.Key("collection").String(change.collection);
  json.Key("action").String(change.action);
  if (store_ != nullptr) {
    json.Key("snapshot").Integer(store_->NewestOf(change.collection));
  }
  if (!change.document.empty()) json.Key("document").String(change.document);
  if (change.sha256) json.Key("sha256").Hexadecimal(*change.sha256);
  if (change.words) WriteWords(json, *change.words);
  if (change.theta) json.Key("theta").Real(*change.theta);
  if (change.synonyms) {
    json.Key("synonyms").Integer(change.synonyms->rules);
    if (change.synonyms->sha256) {
      json.Key("synonyms_sha256").Hexadecimal(*change.synonyms->sha256);
    }
  }
  if (change.exam_sha256) {
    json.Key("exam_sha256").Hexadecimal(*change.exam_sha256);
  }
  if (change.pack != nullptr) WritePack(json.Key("pack"), *change.pack);
  Append(json.EndObject().Take(), OfChange(std::move(then)), run);
}

void AuditTrail::RecordRefusedPack(const RefusedPack& refused,
                                   OnRecorded then) const {
  if (log_ == nullptr) return then(Recorded());
  const RunId run = log_->NextRun();
  JsonWriter json;
  BeginRecord(json, "pack", View(run), caller_);
  json.Key("action").String("refused");
  json.Key("collection").String(refused.collection);
  WritePack(json.Key("pack"), refused.pack);
  json.Key("message").String(refused.message);
  Append(json.EndObject().Take(), OfChange(std::move(then)), run);
}

void AuditTrail::RecordRightsChange(const RightsChange& change,
                                    OnRecorded then) const {
  if (log_ == nullptr) return then(Recorded());
  const RunId run = log_->NextRun();
  JsonWriter json;
  BeginRecord(json, "change", View(run), caller_);
  json.Key("action").String(change.action);
  if (const Principal* const principal = change.principal) {
    // WriteRights leaves out the password's hash, which a log must not spread.
    json.Key("principal").String(principal->name);
    WriteRights(json, *principal);
  }
  if (const auto mark = access_ != nullptr ? access_->newest() : std::nullopt) {
    json.Key("users").BeginArray().Integer(mark->revision);
    json.String(mark->sha256).EndArray();
  }
  Append(json.EndObject().Take(), OfChange(std::move(then)), run);
}

void AuditTrail::TellStateOf(const CollectionStore& store,
                             const AccessControl& access) {
  store_ = &store;
  access_ = &access;
  // It would replace the newest state of a log that could not be read.
  if (log_ == nullptr || !log_->known_at_start()) return;
  log_->TellState([&store, &access] {
    KnownState state = store.Newest();
    state.users = access.newest();
    return state;
  });
}

void AuditTrail::RecordEnergy(std::string_view sensor,
                              const ClosedWindow& closed) const {
  if (log_ == nullptr) return;
  EachEnergyBody(
      sensor, closed,
      [this](QuestionNumber question) {
        return std::string(View(log_->RunOf(question)));
      },
      [this](const std::string& body) {
        // If the log refuses the record, it stays without this energy.
        log_->Append(body, [](const Result<Recorded>&) {});
      });
}

void AuditTrail::RecordFailedLogin(std::string_view name,
                                   std::string_view address) const {
  // The name is cut: anyone who can connect may send any name, and must not
  // fill the log with it.
  name = name.substr(0, Identity::kMaxNameBytes);
  LogFailedLogin(name, address);
  if (log_ == nullptr) return;
  const RecordTime time = Now();
  JsonWriter json;
  json.Key("kind").String("login");
  json.Key("time").String(WallText(time));
  json.Key("mono_ns").Integer(time.monotonic_ns);
  json.Key("version").String(ANSWERBOX_VERSION);
  json.Key("name").String(name);
  json.Key("address").String(address);
  json.Key("result").String("failed").EndObject();
  // If the log has no room for it, the journal still has it.
  log_->Append(json.Take(), [](const Result<Recorded>&) {});
}

void WriteRecord(JsonWriter& json, const Recorded& record) {
  if (!record.run) return;
  json.Key(calls::kRun.name).String(View(*record.run));
  json.Key(calls::kRecorded.name).Bool(record.is_stored);
}

Result<void> AuditTrail::WaitForDisk() const {
  if (log_ == nullptr) return {};
  // A head is signed only after the records that it covers are on the disk.
  const auto head = log_->Head();
  if (!head) return head.error();
  return {};
}

}  // namespace answerbox::daemon
