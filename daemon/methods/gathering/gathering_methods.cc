// `select`, `summarize` and `ground`.
#include <boost/json/object.hpp>
#include <boost/json/storage_ptr.hpp>
#include <chrono>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "daemon/collections/files/collection_settings.h"
#include "daemon/error.h"
#include "daemon/methods/gathering/gathering_json.h"
#include "daemon/methods/gathering/gathering_params.h"
#include "daemon/methods/method_families.h"
#include "daemon/methods/model/model_evaluator.h"
#include "daemon/methods/query_end.h"
#include "daemon/methods/workspaces.h"
#include "engine/gathering/gathering.h"
#include "engine/grounding/consens/consens.h"
#include "engine/grounding/grounding.h"
#include "protocol/calls/gathering.h"
#include "protocol/json/json_writer.h"

namespace answerbox::daemon {
namespace {

using Clock = std::chrono::steady_clock;

// Most replies are shorter. Longer ones cost a few copies.
constexpr std::size_t kUsualGatheringBytes = 16384;

// What a gathering is made from.
struct GatheringSource {
  std::shared_ptr<const Snapshot> snapshot;
  std::uint64_t changes = 0;  // Of the snapshot, when it was pinned.
  DenseVectorsCache::Vectors dense = nullptr;  // Null: no use of them.
  Clock::duration waited{};  // For dense vectors; counts as latency.
};

// Gathers from one collection and sends what `write` writes of it, with where
// it comes from.
//   run    of BeginQuery
//   order  as in the request; empty: the reply does not tell it
template <typename Write>
void RunGathering(const Connection& connection, QuestionClock::Run& run,
                  const calls::Call& call, std::string_view collection,
                  engine::GatheringQuery query, const AskedDocuments& documents,
                  std::string_view order, const GatheringSource& source,
                  const Reply& reply, Write write) {
  Services& services = connection.services;
  const Snapshot& snapshot = *source.snapshot;
  const auto segments = services.store.SegmentsOf(collection, snapshot);
  if (!segments) return reply.Send(segments.error());
  query.documents = documents.patterns();
  query.dense = source.dense.get();
  const auto& synonyms = snapshot.settings().synonyms;
  if (synonyms) query.synonyms = &synonyms->synonyms;
  GatheringWorkspaces::Lease lease(services.gathering);
  // The caller waited for the vectors too.
  const auto began = Clock::now() - source.waited;
  const auto gathering = Gather(*segments, query, lease.workspace());
  if (!gathering) {
    return reply.Send(
        Ungathered(gathering.error(),
                   {services.store, collection, snapshot, query.documents}));
  }
  JsonWriter json(kUsualGatheringBytes);
  json.BeginObject();
  write(json, *gathering);
  if (!order.empty()) json.Key("order").String(order);
  WriteSource(json, collection, snapshot, Clock::now() - began);
  SendQuery(connection, run,
            {.method = call.name,
             .collection = collection,
             .snapshot = &snapshot,
             .changes = source.changes,
             .documents = query.documents,
             .text = query.text,
             .found = gathering->units.size()},
            std::move(json), reply);
}

void SelectFrom(const Connection& connection, QuestionClock::Run& run,
                const SelectParams& select, const GatheringSource& source,
                const Reply& reply) {
  RunGathering(connection, run, calls::kSelect, select.collection, select.query,
               select.documents, select.order, source, reply, WriteSelection);
}

// In profile paper there is no choice of retrieval.
bool NeedsDenseVectors(const SelectParams& select, const Snapshot& snapshot) {
  return select.query.retrieval.is_dense &&
         snapshot.settings().profile != engine::Profile::kPaper;
}

// A `select` that has dense vectors made first, on the slow lane.
struct SelectAfterMaking {
  boost::json::object params;
  std::shared_ptr<DenseVectorsCache::Making> making;
  Clock::time_point began;
};

void MakeAndSelect(const Connection& connection, SelectAfterMaking& waiting,
                   const Reply& reply) {
  Services& services = connection.services;
  const Result<SelectParams> select = DecodeSelect(waiting.params);
  if (!select) return reply.Send(select.error());
  const auto snapshot = services.store.Pin(select->collection);
  if (!snapshot) return reply.Send(snapshot.error());
  const std::uint64_t changes = services.store.ChangesOf(**snapshot);
  // Making the vectors is part of what this query costs.
  QuestionClock::Run run =
      services.energy.BeginQuery(select->collection, connection.caller);
  // The collection may have changed while the request waited for the slow lane.
  if (!NeedsDenseVectors(*select, **snapshot)) {  // It was made anew.
    return SelectFrom(connection, run, *select, {*snapshot, changes}, reply);
  }
  auto vectors = waiting.making->Make(*snapshot, services.store.options().jobs);
  waiting.making.reset();
  if (!vectors) {
    return reply.Send(WithoutDenseVectors(
        vectors.error(), {services.store, select->collection, **snapshot, {}}));
  }
  SelectFrom(
      connection, run, *select,
      {*snapshot, changes, *std::move(vectors), Clock::now() - waiting.began},
      reply);
}

// Sends the selection now if its vectors are there. Otherwise the first request
// has them made, and others get `busy`: no question thread waits for them.
void SelectByDenseVectors(const Connection& connection,
                          const SelectParams& select,
                          const boost::json::object& params,
                          const std::shared_ptr<const Snapshot>& snapshot,
                          const Reply& reply) {
  Services& services = connection.services;
  const auto began = Clock::now();
  if (auto vectors = services.dense.Find(snapshot)) {
    QuestionClock::Run run =
        services.energy.BeginQuery(select.collection, connection.caller);
    return SelectFrom(
        connection, run, select,
        {snapshot, services.store.ChangesOf(*snapshot), std::move(vectors)},
        reply);
  }
  // Others that ask meanwhile get `busy`, not a place among the few threads
  // that answer questions.
  auto making = services.dense.Begin(select.collection);
  if (making == nullptr) {
    return reply.Send(DenseVectorsBeingMade(select.collection));
  }
  // `params` ends with the method, and the connection may.
  const auto waiting = std::make_shared<SelectAfterMaking>(
      SelectAfterMaking{boost::json::object(params, boost::json::storage_ptr()),
                        std::move(making), began});
  const auto posted = reply.GoOnSlowly([connection, waiting, reply] {
    MakeAndSelect(connection, *waiting, reply);
  });
  if (!posted) reply.Send(posted.error());
}

void SelectOfTexts(const Connection& connection, const SelectParams& select,
                   const Reply& reply) {
  Services& services = connection.services;
  QuestionClock::Run run = services.energy.BeginQuery({}, connection.caller);
  GatheringWorkspaces::Lease lease(services.gathering);
  const auto began = Clock::now();
  const auto selection =
      SelectTexts(select.texts, select.query, lease.workspace());
  if (!selection) return reply.Send(TextsTooLarge());
  JsonWriter json(kUsualGatheringBytes);
  json.BeginObject();
  WriteTextSelection(json, *selection);
  json.Key("order").String(select.order);
  WriteLatency(json, Clock::now() - began);
  SendQuery(connection, run,
            {.method = calls::kSelect.name,
             .text = select.query.text,
             .found = selection->chosen.size()},
            std::move(json), reply);
}

void RunSelect(const Connection& connection, const boost::json::object& params,
               const Reply& reply) {
  const Result<SelectParams> select = DecodeSelect(params);
  if (!select) return reply.Send(select.error());
  if (select->has_texts) return SelectOfTexts(connection, *select, reply);
  // The dispatcher has not checked the default collection.
  if (!connection.access().Has(Right::kAsk, select->collection)) {
    return reply.Send(ForbiddenIn(select->collection, Right::kAsk,
                                  connection.caller, calls::kSelect.name));
  }
  const auto snapshot = connection.services.store.Pin(select->collection);
  if (!snapshot) return reply.Send(snapshot.error());
  if (NeedsDenseVectors(*select, **snapshot)) {
    return SelectByDenseVectors(connection, *select, params, *snapshot, reply);
  }
  QuestionClock::Run run = connection.services.energy.BeginQuery(
      select->collection, connection.caller);
  SelectFrom(connection, run, *select,
             {*snapshot, connection.services.store.ChangesOf(**snapshot)},
             reply);
}

void RunSummarize(const Connection& connection,
                  const boost::json::object& params, const Reply& reply) {
  const Result<SummarizeParams> summarize = DecodeSummarize(params);
  if (!summarize) return reply.Send(summarize.error());
  const auto snapshot = connection.services.store.Pin(summarize->collection);
  if (!snapshot) return reply.Send(snapshot.error());
  QuestionClock::Run run = connection.services.energy.BeginQuery(
      summarize->collection, connection.caller);
  RunGathering(connection, run, calls::kSummarize, summarize->collection,
               summarize->query, summarize->documents, {},
               {*snapshot, connection.services.store.ChangesOf(**snapshot)},
               reply, WriteSummary);
}

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
  WriteLatency(json, Clock::now() - began);
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

void AddGatheringMethods(const Connection& connection, MethodTable& table) {
  AddMethod(table, calls::kSelect, connection, RunSelect);
  AddMethod(table, calls::kSummarize, connection, RunSummarize);
  AddMethod(table, calls::kGround, connection, RunGround);
}

}  // namespace answerbox::daemon
