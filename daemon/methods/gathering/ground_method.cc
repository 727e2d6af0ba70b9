// `ground`.
#include <chrono>
#include <string>
#include <utility>
#include <vector>

#include "daemon/error.h"
#include "daemon/methods/gathering/gathering_json.h"
#include "daemon/methods/gathering/gathering_params.h"
#include "daemon/methods/gathering/grounding_json.h"
#include "daemon/methods/gathering_workspaces.h"
#include "daemon/methods/method_families.h"
#include "daemon/methods/model/model_evaluator.h"
#include "engine/grounding/consens/background_counts.h"
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
  JsonWriter json;                       // An object that is open.
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
  CheckedReply reply{std::move(json), {}};
  // Only scored words count for the model too, so that both scores are of the
  // same words.
  if (!ground.by_model) return reply;
  for (const engine::ScoredWord& word : grounding->consens.words) {
    if (word.is_scored) reply.words.push_back(word.range);
  }
  return reply;
}

// Sends the reply, if need be when the language model has scored the answer.
void Complete(Services& services, const GroundParams& ground,
              CheckedReply checked, const Reply& to) {
  if (!ground.by_model) return SendWithin(std::move(checked.json), to);
  if (services.evaluator == nullptr) {
    return SendUnevaluated(
        std::move(checked.json),
        {ModelFault::kAbsent,
         "The daemon has no language model; its option model_server names "
         "one."},
        to);
  }
  const engine::CheckedAnswer& answer = ground.checked;
  services.evaluator->Complete(
      {MakeEvaluatorPrompt(ground.context, answer.question, answer.answer),
       MakeEvaluatorPrompt({}, answer.question, answer.answer),
       std::move(checked.words), std::move(checked.json), to});
}

void CheckInCollection(Services& services, const GroundParams& ground,
                       const Reply& reply) {
  const auto snapshot = services.store.Pin(ground.collection);
  if (!snapshot) return reply.Send(snapshot.error());
  const auto segments =
      services.store.SegmentsOf(ground.collection, **snapshot);
  if (!segments) return reply.Send(segments.error());
  // Looked up word by word: a table of all words would take longer than the
  // check.
  const engine::CollectionCounts counts(*segments);
  auto result = Check(ground, &counts, services.gathering);
  if (result) return Complete(services, ground, std::move(*result), reply);
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
    return CheckInCollection(services, *ground, reply);
  }
  auto result = Check(*ground, nullptr, services.gathering);
  if (!result) return reply.Send(TooMuchToCheck());
  Complete(services, *ground, std::move(*result), reply);
}

}  // namespace

void AddGroundMethod(const Connection& connection, MethodTable& table) {
  AddMethod(table, calls::kGround, connection, RunGround);
}

}  // namespace answerbox::daemon
