#include <algorithm>
#include <chrono>
#include <memory>
#include <string>
#include <utility>

#include "daemon/json/json_writer.h"
#include "daemon/methods/ask_params.h"
#include "daemon/methods/collection_params.h"
#include "daemon/methods/method_families.h"
#include "engine/ask/ask.h"

namespace answerbox::daemon {
namespace {

using Clock = std::chrono::steady_clock;

// The parts of a reply besides the answer itself.
struct Circumstances {
  std::string_view collection;
  const Snapshot& snapshot;
  const engine::Question& question;
  Clock::duration latency;
  QuestionClock::Run& run;
  std::string_view sensor;
};

void WriteRange(JsonWriter& json, std::string_view key,
                engine::ByteRange range) {
  json.Key(key).BeginObject();
  json.Key("begin").Integer(range.begin).Key("end").Integer(range.end);
  json.EndObject();
}

// The short answer, or null where the sentence has none.
void WriteShort(JsonWriter& json, const engine::Answer& answer) {
  json.Key("short");
  if (!answer.short_answer) {
    json.Null();
    return;
  }
  const engine::ShortAnswer& found = *answer.short_answer;
  json.BeginObject();
  json.Key("text").String(found.In(answer.citations.front().sentence));
  json.Key("begin").Integer(found.range.begin);
  json.Key("end").Integer(found.range.end);
  json.Key("type").String(ToString(found.type)).EndObject();
}

void WritePlace(JsonWriter& json, const engine::CitedPlace& place) {
  json.Key("sentence").String(place.sentence);
  json.Key("document").String(place.document);
  json.Key("page");
  place.page ? json.Integer(*place.page) : json.Null();
  if (place.page_recognition > 0) {
    json.Key("scan_confidence").Real((place.page_recognition - 1) / 100.0);
  }
  json.Key("section").BeginArray();
  for (const std::string_view heading : place.section) json.String(heading);
  json.EndArray();
  WriteRange(json, "offsets", place.offsets);
  json.Key("chunk").Hexadecimal(place.chunk);
}

void WriteCitationMembers(JsonWriter& json, const engine::Citation& citation) {
  WritePlace(json, citation);
  json.Key("score").Real(citation.score);
  json.Key("confidence").Real(citation.confidence);
  if (citation.also_in.empty()) return;
  json.Key("also_in").BeginArray();
  for (const engine::CitedPlace& place : citation.also_in) {
    json.BeginObject();
    WritePlace(json, place);
    json.EndObject();
  }
  json.EndArray();
}

void WriteCitation(JsonWriter& json, const engine::Citation& citation) {
  json.BeginObject();
  WriteCitationMembers(json, citation);
  json.EndObject();
}

void WriteContext(JsonWriter& json, const engine::Context& context) {
  json.Key("context").BeginObject();
  json.Key("text").String(context.text);
  WriteRange(json, "sentence", context.sentence);
  json.Key("matches").BeginArray();
  for (const engine::ByteRange match : context.matches) {
    json.BeginObject();
    json.Key("begin").Integer(match.begin).Key("end").Integer(match.end);
    json.EndObject();
  }
  json.EndArray().EndObject();
}

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

void WriteRefusal(JsonWriter& json, engine::RefusalReason reason,
                  const engine::RefusedWords& refused) {
  json.Key("refusal").BeginObject();
  json.Key("reason").String(ToString(reason));
  if (refused.words.empty()) {
    json.Key("message").String(Explain(reason)).EndObject();
    return;
  }
  json.Key("message").String(Explain(refused));
  json.Key("cause").String(ToString(CauseOf(refused)));
  json.Key("words").BeginArray();
  for (const engine::RefusedWord& word : refused.words) {
    json.BeginObject().Key("word").String(word.text);
    json.Key("kind").String(ToString(word.kind));
    json.Key("place").String(ToString(word.place)).EndObject();
  }
  json.EndArray().EndObject();
}

std::string WriteAnswer(const engine::Answer& answer,
                        const Circumstances& circumstances) {
  const CollectionSettings& settings = circumstances.snapshot.settings();
  const bool is_fixed =
      circumstances.question.arithmetic == engine::Arithmetic::kFixed;
  auto runners_up = answer.citations;
  JsonWriter json;
  json.BeginObject().Key("answered").Bool(!answer.refusal);
  if (answer.refusal) {
    WriteRefusal(json, *answer.refusal, answer.refused_words);
  } else {
    json.Key("answer").BeginObject();
    WriteCitationMembers(json, answer.citations.front());
    if (circumstances.question.with_short) WriteShort(json, answer);
    json.EndObject();
    runners_up = runners_up.subspan(1);
  }
  json.Key("runners_up").BeginArray();
  for (const engine::Citation& citation : runners_up)
    WriteCitation(json, citation);
  json.EndArray();
  if (circumstances.question.with_context && !answer.citations.empty()) {
    WriteContext(json, answer.context);
  }
  json.Key("confidence").Real(answer.confidence);
  json.Key("theta").Real(circumstances.question.theta);
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

Error Unanswerable(const engine::Error& error, const CollectionStore& store,
                   std::string_view collection, const Snapshot& snapshot) {
  if (error.code == engine::ErrorCode::kArenaExhausted) {
    return {ErrorKind::kLimit,
            "The question needs more memory than arena_bytes allows; ask "
            "something shorter."};
  }
  return store.Damage(collection, snapshot, error);
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
  engine::Question question;
  question.text = ask->question;
  question.theta = settings.theta;
  if (ask->threshold) {
    const auto theta = ThetaOf(*ask->threshold, settings.profile);
    if (!theta) return reply.Send(theta.error());
    question.theta = *theta;
  }
  if (const auto floor = services.access.Of(caller).theta()) {
    question.theta = std::max(question.theta, *floor);
  }
  question.runners_up = ask->runners_up;
  question.arithmetic = ask->arithmetic.value_or(services.arithmetic);
  question.with_context = ask->wants_context;
  question.with_short = ask->wants_short;

  QuestionClock::Run run(
      services.energy.questions(),
      services.energy.accounts().Find(ask->collection, caller.name()));
  WorkspacePool::Lease lease = services.workspaces.Acquire();
  const Clock::time_point asked = Clock::now();
  const auto segments = services.store.SegmentsOf(ask->collection, **snapshot);
  if (!segments) return reply.Send(segments.error());
  const engine::Result<engine::Answer> answer =
      Ask(*segments, question, lease.workspace());
  const Clock::time_point answered = Clock::now();
  const Clock::duration latency = answered - asked;
  if (!answer) {
    return reply.Send(Unanswerable(answer.error(), services.store,
                                   ask->collection, **snapshot));
  }
  services.questions.Record(!answer->refusal, latency);
  std::string result =
      WriteAnswer(*answer, {ask->collection, **snapshot, question, latency, run,
                            services.energy.sensor()});
  const AnswerLatency stages{asked - began, latency, Clock::now() - answered};
  audit.SendAnswer(
      {run.question(), ask->collection, **snapshot, question, *answer, stages},
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
