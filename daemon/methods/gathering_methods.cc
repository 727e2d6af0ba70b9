// `select` and `summarize`.
#include <chrono>
#include <memory>
#include <string>
#include <utility>

#include "daemon/collections/files/stored_synonyms.h"
#include "daemon/json/json_writer.h"
#include "daemon/methods/ask_params.h"
#include "daemon/methods/gathering_json.h"
#include "daemon/methods/gathering_params.h"
#include "daemon/methods/gathering_workspaces.h"
#include "daemon/methods/method_families.h"
#include "daemon/methods/unanswerable.h"
#include "engine/gathering/gathering.h"

namespace answerbox::daemon {
namespace {

using Clock = std::chrono::steady_clock;

// Most replies are shorter. Longer ones cost a few copies.
constexpr std::size_t kUsualGatheringBytes = 16384;

void WriteLatency(JsonWriter& json, Clock::time_point began) {
  using std::chrono::microseconds;
  json.Key("latency_us")
      .Integer(std::chrono::duration_cast<microseconds>(Clock::now() - began)
                   .count());
}

// The dense vectors that a query needs; null if it needs none. In profile paper
// there is no choice of retrieval.
Result<std::shared_ptr<const engine::DenseVectors>> DenseVectorsFor(
    const AskServices& services, std::string_view collection,
    const std::shared_ptr<const Snapshot>& snapshot,
    const engine::GatheringQuery& query) {
  if (!query.retrieval.is_dense ||
      snapshot->settings().profile == engine::Profile::kPaper) {
    return nullptr;
  }
  auto vectors = services.dense.Of(snapshot);
  if (vectors) return *std::move(vectors);
  if (vectors.error().code == engine::ErrorCode::kLimitExceeded) {
    return TooLargeForDenseVectors(collection);
  }
  return services.store.Damage(collection, *snapshot, vectors.error());
}

// Gathers from one collection and sends what `write` writes of it, with where
// it comes from.
//   order  as in the request; empty: the reply does not tell it
template <typename Write>
void RunGathering(const AskServices& services, std::string_view collection,
                  engine::GatheringQuery query, const AskedDocuments& documents,
                  std::string_view order, const Reply& reply, Write write) {
  const auto snapshot = services.store.Pin(collection);
  if (!snapshot) return reply.Send(snapshot.error());
  const auto segments = services.store.SegmentsOf(collection, **snapshot);
  if (!segments) return reply.Send(segments.error());
  query.documents = documents.patterns();
  const auto dense = DenseVectorsFor(services, collection, *snapshot, query);
  if (!dense) return reply.Send(dense.error());
  query.dense = dense->get();
  const auto& synonyms = (*snapshot)->settings().synonyms;
  if (synonyms) query.synonyms = &synonyms->synonyms;
  GatheringWorkspaces::Lease lease(services.gathering);
  const auto began = Clock::now();
  const auto gathering = Gather(*segments, query, lease.workspace());
  if (!gathering) {
    return reply.Send(
        Ungathered(gathering.error(),
                   {services.store, collection, **snapshot, query.documents}));
  }
  JsonWriter json(kUsualGatheringBytes);
  json.BeginObject();
  write(json, *gathering);
  if (!order.empty()) json.Key("order").String(order);
  json.Key("collection").String(collection);
  json.Key("snapshot").Integer((*snapshot)->number());
  WriteLatency(json, began);
  reply.Send(WithinReply(json.EndObject().Take()));
}

void SelectOfTexts(const AskServices& services, const SelectParams& select,
                   const Reply& reply) {
  GatheringWorkspaces::Lease lease(services.gathering);
  const auto began = Clock::now();
  const auto selection =
      SelectTexts(select.texts, select.query, lease.workspace());
  if (!selection) return reply.Send(TextsTooLarge());
  JsonWriter json(kUsualGatheringBytes);
  json.BeginObject();
  WriteTextSelection(json, *selection);
  json.Key("order").String(select.order);
  WriteLatency(json, began);
  reply.Send(json.EndObject().Take());
}

void RunSelect(const AskServices& services, const Identity& caller,
               const boost::json::object& params, const Reply& reply) {
  const Result<SelectParams> select = DecodeSelect(params);
  if (!select) return reply.Send(select.error());
  if (select->has_texts) return SelectOfTexts(services, *select, reply);
  // The dispatcher has not checked the default collection.
  if (!services.access.Of(caller).Has(Right::kAsk, select->collection)) {
    return reply.Send(
        ForbiddenIn(select->collection, Right::kAsk, caller, "select"));
  }
  RunGathering(services, select->collection, select->query, select->documents,
               select->order, reply, WriteSelection);
}

void RunSummarize(const AskServices& services,
                  const boost::json::object& params, const Reply& reply) {
  const Result<SummarizeParams> summarize = DecodeSummarize(params);
  if (!summarize) return reply.Send(summarize.error());
  RunGathering(services, summarize->collection, summarize->query,
               summarize->documents, {}, reply, WriteSummary);
}

}  // namespace

void AddGatheringMethods(const AskServices& services, const Identity& caller,
                         MethodTable& table) {
  // With texts of its own, a caller names no collection, and needs the right
  // somewhere.
  table.methods.push_back({"select", Lane::kQuestion,
                           RequiredRight::In(Right::kAsk, "collection"),
                           [services, caller](const boost::json::object& params,
                                              const Reply& reply) {
                             RunSelect(services, caller, params, reply);
                           }});
  table.methods.push_back(
      {"summarize", Lane::kQuestion,
       RequiredRight::In(Right::kAsk, "collection", kDefaultCollection),
       [services](const boost::json::object& params, const Reply& reply) {
         RunSummarize(services, params, reply);
       }});
}

}  // namespace answerbox::daemon
