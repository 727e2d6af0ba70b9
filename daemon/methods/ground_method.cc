// `ground`.
#include <chrono>
#include <string>
#include <utility>
#include <vector>

#include "daemon/error.h"
#include "daemon/methods/gathering_json.h"
#include "daemon/methods/gathering_workspaces.h"
#include "daemon/methods/ground_params.h"
#include "daemon/methods/grounding_json.h"
#include "daemon/methods/method_families.h"
#include "daemon/methods/model_evaluator.h"
#include "engine/grounding/consens/background_counts.h"
#include "engine/grounding/grounding.h"
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
  std::string json;
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
  CheckedReply reply{json.EndObject().Take(), {}};
  if (!ground.by_model) return reply;
  for (const engine::ScoredWord& word : grounding->consens.words) {
    if (word.is_scored) reply.words.push_back(word.range);
  }
  return reply;
}

// Sends the reply, if need be when the language model has scored the answer.
void Complete(const AskServices& services, const GroundParams& ground,
              CheckedReply checked, const Reply& to) {
  if (!ground.by_model) return to.Send(WithinReply(std::move(checked.json)));
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

void CheckInCollection(const AskServices& services, const GroundParams& ground,
                       const Reply& reply) {
  const auto snapshot = services.store.Pin(ground.collection);
  if (!snapshot) return reply.Send(snapshot.error());
  const auto segments =
      services.store.SegmentsOf(ground.collection, **snapshot);
  if (!segments) return reply.Send(segments.error());
  const engine::CollectionCounts counts(*segments);
  auto result = Check(ground, &counts, services.gathering);
  if (result) return Complete(services, ground, std::move(*result), reply);
  if (result.error().code == engine::ErrorCode::kArenaExhausted) {
    return reply.Send(TooMuchToCheck());
  }
  reply.Send(
      services.store.Damage(ground.collection, **snapshot, result.error()));
}

void RunGround(const AskServices& services, const boost::json::object& params,
               const Reply& reply) {
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

void AddGroundMethod(const AskServices& services, MethodTable& table) {
  // Without a collection, a caller needs the right somewhere.
  table.methods.push_back(
      {"ground", Lane::kQuestion, RequiredRight::In(Right::kAsk, "collection"),
       [services](const boost::json::object& params, const Reply& reply) {
         RunGround(services, params, reply);
       }});
}

}  // namespace answerbox::daemon
