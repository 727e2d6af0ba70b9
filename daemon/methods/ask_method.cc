#include <algorithm>
#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "daemon/collections/files/collection_settings.h"
#include "daemon/error.h"
#include "daemon/methods/answer_json.h"
#include "daemon/methods/ask_params.h"
#include "daemon/methods/collection_params.h"
#include "daemon/methods/gathering_workspaces.h"
#include "daemon/methods/generator.h"
#include "daemon/methods/long_answer.h"
#include "daemon/methods/method_families.h"
#include "daemon/methods/unanswerable.h"
#include "engine/ask/ask.h"
#include "protocol/json/json_writer.h"

namespace answerbox::daemon {
namespace {

using Clock = std::chrono::steady_clock;

// Most replies are shorter. Longer ones cost a few copies.
constexpr std::size_t kUsualReplyBytes = 4096;

// The parts of a reply besides the answer itself.
struct Circumstances {
  std::string_view collection;
  const Snapshot& snapshot;
  const engine::Question& question;
  const LongAnswer* long_answer;  // Null: not asked for.
  Clock::duration latency;
  QuestionClock::Run& run;
  std::string_view sensor;
};

// Ends the question's clock, so that the reply and the record of its energy
// have the same CPU time. The question's window has not closed yet:
// energy.question gives the energy later.
void WriteEnergy(JsonWriter& json, const Circumstances& circumstances) {
  const std::chrono::duration<double, std::micro> cpu_time =
      circumstances.run.Finish();
  json.Key("energy").BeginObject();
  json.Key("question").Integer(circumstances.run.question());
  json.Key("state").String(ToString(EnergyState::kUnresolved));
  json.Key("uj").Null();
  json.Key("sensor");
  circumstances.sensor.empty() ? json.Null()
                               : json.String(circumstances.sensor);
  json.Key("cpu_us").Real(cpu_time.count()).EndObject();
}

std::string WriteReply(const engine::Answer& answer,
                       const Circumstances& circumstances) {
  const CollectionSettings& settings = circumstances.snapshot.settings();
  const bool is_fixed =
      circumstances.question.arithmetic == engine::Arithmetic::kFixed;
  JsonWriter json(kUsualReplyBytes);
  json.BeginObject();
  WriteAnswer(json, answer, circumstances.question, circumstances.long_answer);
  json.Key("confidence").Real(answer.confidence);
  json.Key("theta").Real(circumstances.question.theta);
  if (answer.work) json.Key("work").Integer(*answer.work);
  json.Key("profile").String(ToString(settings.profile));
  json.Key("arithmetic").String(is_fixed ? "fixed" : "float");
  json.Key("collection").String(circumstances.collection);
  json.Key("snapshot").Integer(circumstances.snapshot.number());
  using std::chrono::microseconds;
  json.Key("latency_us")
      .Integer(std::chrono::duration_cast<microseconds>(circumstances.latency)
                   .count());
  WriteEnergy(json, circumstances);
  return json.EndObject().Take();
}

// What a question of form `long` holds until its reply is written.
struct LongAnswerStage {
  std::optional<LongAnswer> answer;  // Nothing: another form was asked for.
  std::optional<GatheringWorkspaces::Lease> lease;
  engine::Gathering gathering;
};

// Gathers the sentences of `stage.answer`. Leaves them out if none fits.
engine::Result<void> AddSentences(const AskServices& services,
                                  std::span<const engine::LiveSegment> segments,
                                  const engine::Question& question,
                                  LongAnswerStage& stage) {
  stage.lease.emplace(services.gathering);
  const auto gathering = GatherLongAnswer(
      segments, question, stage.answer->words, stage.lease->workspace());
  if (!gathering) return gathering.error();
  stage.gathering = *gathering;
  if (!stage.gathering.units.empty()) {
    stage.answer->gathering = &stage.gathering;
  }
  return {};
}

// Whether the reply waits for a language model.
bool WaitsForModel(const AskServices& services, Generate generate,
                   const engine::Question& question,
                   const engine::Answer& answer) {
  return services.generator == nullptr
             ? generate == Generate::kAlways
             : services.generator->IsWanted(generate, question, answer);
}

// The context that the model gets. Empty if there is no model, or nothing is
// found.
std::vector<GeneratedPassage> GatherPassages(
    const AskServices& services, std::span<const engine::LiveSegment> segments,
    const engine::Question& question) {
  if (services.generator == nullptr) return {};
  engine::GatheringQuery query =
      GatheringAbout(question, engine::GatheringPurpose::kContext);
  query.tokens = services.generator->context_tokens();
  GatheringWorkspaces::Lease lease(services.gathering);
  const auto gathering = Gather(segments, query, lease.workspace());
  // What can't be gathered costs no answer of the documents.
  if (!gathering) return {};
  return PassagesOf(*gathering);
}

// Records the documents' answer, and then lets the model complete the reply.
void SendWithModel(const AskServices& services, const AuditTrail& audit,
                   const AnsweredQuestion& answered,
                   std::vector<GeneratedPassage> passages, std::string result,
                   const Reply& reply) {
  GenerationTask task{std::string(answered.collection),
                      std::string(answered.question.text),
                      {},
                      std::move(passages),
                      {},
                      reply,
                      audit};
  audit.RecordAnswer(
      answered, std::move(result),
      [generator = services.generator,
       task = std::move(task)](Result<RecordedResult> recorded) mutable {
        if (!recorded) return task.to.Send(recorded.error());
        task.reply = std::move(recorded->result);
        task.run = std::move(recorded->run);
        if (generator == nullptr) {
          return SendUngenerated(std::move(task.reply), NoModel(), task.to);
        }
        if (task.passages.empty()) {
          return SendUngenerated(std::move(task.reply), NoContext(), task.to);
        }
        generator->Complete(std::move(task));
      });
}

// The question as the request, the collection and the caller's rights make it.
// Views into `ask` and `settings`.
Result<engine::Question> MakeQuestion(const AskServices& services,
                                      const Identity& caller,
                                      const AskParams& ask,
                                      const CollectionSettings& settings) {
  engine::Question question;
  question.text = ask.question;
  question.documents = ask.documents.patterns();
  question.theta = settings.theta;
  if (ask.threshold) {
    const auto theta = ThetaOf(*ask.threshold, settings.profile);
    if (!theta) return theta.error();
    question.theta = *theta;
  }
  if (const auto floor = services.access.Of(caller).theta()) {
    question.theta = std::max(question.theta, *floor);
  }
  question.runners_up = ask.runners_up;
  question.arithmetic = ask.arithmetic.value_or(services.arithmetic);
  question.with_context = ask.wants_context;
  question.with_short = ask.wants_short;
  question.with_spelling = ask.wants_spelling;
  question.with_thesaurus = ask.wants_thesaurus;
  question.with_abbreviations = ask.wants_abbreviations;
  if (settings.synonyms) question.synonyms = &settings.synonyms->synonyms;
  question.form = ask.form;
  question.words = ask.words;
  question.answers = ask.answers;
  question.max_work = ask.max_work;
  return question;
}

void RunAsk(const AskServices& services, const Identity& caller,
            const AuditTrail& audit, const boost::json::object& params,
            const Reply& reply) {
  const Result<AskParams> ask = DecodeAsk(params);
  if (!ask) return reply.Send(ask.error());
  const Clock::time_point began = Clock::now();
  const auto snapshot = services.store.Pin(ask->collection);
  if (!snapshot) return reply.Send(snapshot.error());
  const CollectionSettings& settings = (*snapshot)->settings();
  const Result<engine::Question> made =
      MakeQuestion(services, caller, *ask, settings);
  if (!made) return reply.Send(made.error());
  const engine::Question& question = *made;

  QuestionClock::Run run(
      services.energy.questions(),
      services.energy.accounts().Find(ask->collection, caller.name()));
  WorkspacePool::Lease lease = services.workspaces.Acquire();
  const Clock::time_point asked = Clock::now();
  const auto segments = services.store.SegmentsOf(ask->collection, **snapshot);
  if (!segments) return reply.Send(segments.error());
  const engine::Result<engine::Answer> answer =
      Ask(*segments, question, lease.workspace());
  const AskedCollection asked_collection{services.store, ask->collection,
                                         **snapshot, ask->documents.patterns()};
  if (!answer) {
    return reply.Send(Unanswerable(answer.error(), asked_collection));
  }
  // Before a long answer holds a workspace: nobody holds one and waits for
  // another.
  const bool waits_for_model =
      WaitsForModel(services, ask->generate, question, *answer);
  std::vector<GeneratedPassage> passages;
  if (waits_for_model) {
    passages = GatherPassages(services, *segments, question);
  }
  LongAnswerStage stage;
  if (ask->long_words) {
    stage.answer.emplace(LongAnswer{*ask->long_words, nullptr});
    if (!answer->refusal) {
      const auto added = AddSentences(services, *segments, question, stage);
      if (!added) {
        return reply.Send(Ungathered(added.error(), asked_collection));
      }
    }
  }
  const LongAnswer* const long_answer = stage.answer ? &*stage.answer : nullptr;
  const Clock::time_point answered = Clock::now();
  const Clock::duration latency = answered - asked;
  services.questions.Record(!answer->refusal, latency);
  std::string result =
      WriteReply(*answer, {ask->collection, **snapshot, question, long_answer,
                           latency, run, services.energy.sensor()});
  const AnswerLatency stages{asked - began, latency, Clock::now() - answered};
  const AnsweredQuestion answered_question{
      run.question(), ask->collection, **snapshot, question,
      *answer,        long_answer,     stages};
  if (!waits_for_model) {
    return audit.SendAnswer(answered_question, std::move(result), reply);
  }
  SendWithModel(services, audit, answered_question, std::move(passages),
                std::move(result), reply);
}

}  // namespace

void AddAskMethod(const AskServices& services, const AuditTrail& audit,
                  const Identity& caller, MethodTable& table) {
  table.methods.push_back(
      {"ask", Lane::kQuestion,
       RequiredRight::In(Right::kAsk, "collection", kDefaultCollection),
       [services, caller, audit = audit.For(caller)](
           const boost::json::object& params, const Reply& reply) {
         RunAsk(services, caller, audit, params, reply);
       }});
}

}  // namespace answerbox::daemon
