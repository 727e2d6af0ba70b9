// `ground`.
#include <chrono>
#include <string>
#include <utility>
#include <vector>

#include "daemon/error.h"
#include "daemon/methods/gathering/gathering_json.h"
#include "daemon/methods/gathering/gathering_params.h"
#include "daemon/methods/gathering_workspaces.h"
#include "daemon/methods/metered_query.h"
#include "daemon/methods/method_families.h"
#include "daemon/methods/model/model_evaluator.h"
#include "engine/grounding/consens/consens.h"
#include "engine/grounding/grounding.h"
#include "protocol/calls/gathering.h"
#include "protocol/json/json_writer.h"

namespace answerbox::daemon {
namespace {

using Clock = std::chrono::steady_clock;

// Most replies are shorter. Longer ones cost a few copies.
constexpr std::size_t kUsualGroundingBytes = 8192;

Error TooMuchToCheck() {
  return {ErrorKind::kLimit,
          "Checking these texts takes more than " +
              std::to_string(engine::kGroundingArenaBytes) +
              " bytes of memory; check the answer in parts, or against less "
              "context."};
}

struct CheckedReply {
  JsonWriter json;  // An object that is open.
  engine::GroundingVerdict verdict;
  std::vector<engine::ByteRange> words;  // Of the answer, to be scored.
};

// Errors: those of CheckGrounding.
engine::Result<CheckedReply> Check(const GroundParams& ground,
                                   const engine::BackgroundCounts* counts,
                                   GatheringWorkspaces& workspaces) {
  engine::CheckedAnswer checked = ground.checked;
  checked.context = ground.context;
  GatheringWorkspaces::Lease lease(workspaces);
  const Clock::time_point began = Clock::now();
  const auto grounding = CheckGrounding(checked, counts, lease.workspace());
  if (!grounding) return grounding.error();
  JsonWriter json(kUsualGroundingBytes);
  json.BeginObject();
  WriteGrounding(json, checked, *grounding, ground.detail);
  using std::chrono::microseconds;
  json.Key("latency_us")
      .Integer(std::chrono::duration_cast<microseconds>(Clock::now() - began)
                   .count());
  CheckedReply reply{std::move(json), grounding->verdict, {}};
  // Only scored words count for the model too, so that both scores are of the
  // same words.
  if (!ground.by_model) return reply;
  for (const engine::ScoredWord& word : grounding->consens.words) {
    if (word.is_scored) reply.words.push_back(word.range);
  }
  return reply;
}

// Has the language model score the answer too, and sends the reply then.
void SendWithModel(const Connection& connection, QuestionClock::Run& run,
                   const AnsweredQuery& answered, const GroundParams& ground,
                   CheckedReply checked, const Reply& to) {
  const engine::CheckedAnswer& answer = ground.checked;
  EvaluationTask task{
      MakeEvaluatorPrompt(ground.context, answer.question, answer.answer),
      MakeEvaluatorPrompt({}, answer.question, answer.answer),
      std::move(checked.words),
      std::string(ground.collection),
      AskerOf(connection.caller),
      {},
      to};
  RecordQuery(
      connection, run, answered, std::move(checked.json),
      [model = connection.services.model,
       task = std::move(task)](Result<JsonWriter> recorded) mutable {
        if (!recorded) return task.to.Send(recorded.error());
        if (model == nullptr) {
          return SendUnevaluated(
              std::move(*recorded),
              {ModelFault::kAbsent,
               "The daemon has no language model; its option model_server "
               "names one."},
              task.to);
        }
        task.reply = std::move(*recorded);
        Evaluate(*model, std::move(task));
      });
}

struct CountedIn {
  const Snapshot* snapshot = nullptr;  // Null: no collection was named.
  std::uint64_t changes = 0;           // Of the snapshot, when it was pinned.
};

void Complete(const Connection& connection, QuestionClock::Run& run,
              const GroundParams& ground, const CountedIn& counted,
              CheckedReply checked, const Reply& to) {
  const AnsweredQuery answered{.method = calls::kGround.name,
                               .collection = ground.collection,
                               .snapshot = counted.snapshot,
                               .changes = counted.changes,
                               .text = ground.checked.answer,
                               .verdict = ToString(checked.verdict)};
  if (ground.by_model) {
    return SendWithModel(connection, run, answered, ground, std::move(checked),
                         to);
  }
  SendQuery(connection, run, answered, std::move(checked.json), to);
}

void CheckInCollection(const Connection& connection, const GroundParams& ground,
                       const Reply& reply) {
  Services& services = connection.services;
  const auto snapshot = services.store.Pin(ground.collection);
  if (!snapshot) return reply.Send(snapshot.error());
  const std::uint64_t changes = services.store.ChangesOf(**snapshot);
  // After the collection was found: names that nothing has would use up the
  // accounts, which are few and never removed.
  QuestionClock::Run run =
      services.energy.BeginQuery(ground.collection, connection.caller);
  const auto segments =
      services.store.SegmentsOf(ground.collection, **snapshot);
  if (!segments) return reply.Send(segments.error());
  // Looked up word by word: a table of all words would take longer than the
  // check.
  const engine::CollectionCounts counts(*segments);
  auto result = Check(ground, &counts, services.gathering);
  if (result) {
    return Complete(connection, run, ground, {snapshot->get(), changes},
                    std::move(*result), reply);
  }
  if (result.error().code == engine::ErrorCode::kArenaExhausted) {
    return reply.Send(TooMuchToCheck());
  }
  reply.Send(
      services.store.Damage(ground.collection, **snapshot, result.error()));
}

void RunGround(const Connection& connection, const boost::json::object& params,
               const Reply& reply) {
  Services& services = connection.services;
  const Result<GroundParams> ground = DecodeGround(params);
  if (!ground) return reply.Send(ground.error());
  if (!ground->collection.empty()) {
    return CheckInCollection(connection, *ground, reply);
  }
  QuestionClock::Run run = services.energy.BeginQuery({}, connection.caller);
  auto result = Check(*ground, nullptr, services.gathering);
  if (!result) return reply.Send(TooMuchToCheck());
  Complete(connection, run, *ground, {}, std::move(*result), reply);
}

}  // namespace

void AddGroundMethod(const Connection& connection, MethodTable& table) {
  AddMethod(table, calls::kGround, connection, RunGround);
}

}  // namespace answerbox::daemon
