// `ground`.
#include <chrono>
#include <string>
#include <utility>

#include "daemon/json/json_writer.h"
#include "daemon/methods/gathering_json.h"
#include "daemon/methods/gathering_workspaces.h"
#include "daemon/methods/ground_params.h"
#include "daemon/methods/grounding_json.h"
#include "daemon/methods/method_families.h"
#include "engine/grounding/background_counts.h"
#include "engine/grounding/grounding.h"

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

// The reply. Errors: those of CheckGrounding.
engine::Result<std::string> Check(const GroundParams& ground,
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
  return json.EndObject().Take();
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
  if (result) return reply.Send(WithinReply(std::move(*result)));
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
  reply.Send(WithinReply(std::move(*result)));
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
