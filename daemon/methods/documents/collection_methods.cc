#include <functional>
#include <optional>
#include <string>
#include <utility>

#include "daemon/collections/files/collection_settings.h"
#include "daemon/collections/files/errors.h"
#include "daemon/collections/snapshots/proposals.h"
#include "daemon/methods/documents/collection_params.h"
#include "daemon/methods/documents/document_replies.h"
#include "daemon/methods/method_families.h"
#include "protocol/calls/collections.h"
#include "protocol/exam/guard_text.h"
#include "protocol/json/json_writer.h"

namespace answerbox::daemon {
namespace {

using boost::json::object;

void RunList(const Connection& connection, const object& params,
             const Reply& reply) {
  const Params none(params, calls::kCollectionsList);
  if (none.error()) return reply.Send(*none.error());
  const Access access = connection.access();
  JsonWriter json;
  json.BeginObject().Key("collections").BeginArray();
  for (const CollectionSummary& collection :
       connection.services.store.Collections()) {
    if (!MaySee(access, collection.name)) continue;
    WriteCollection(json, collection);
    json.EndObject();
  }
  for (const auto& [name, why] : connection.services.store.OutOfService()) {
    if (!MaySee(access, name)) continue;
    json.BeginObject().Key("name").String(name);
    json.Key("out_of_service").String(why.message).EndObject();
  }
  reply.Send(json.EndArray().EndObject().Take());
}

void RunCreate(const Connection& connection, const object& params,
               const Reply& reply) {
  CollectionStore& store = connection.services.store;
  Result<CreateParams> create = DecodeCreate(params, store.options().defaults);
  if (!create) return reply.Send(create.error());
  if (create->threshold) {
    const auto theta = ThetaOf(*create->threshold, create->settings.profile);
    if (!theta) return reply.Send(theta.error());
    // The collection stores the theta, not the share that was asked for.
    create->settings.theta = *theta;
  }
  store.Create(create->name, create->settings,
               ReplyWithCollection("create", connection.audit, reply));
}

// Returns the error for a caller who may not manage the collection. The right
// to change documents must not suffice to remove the exam that guards them.
std::optional<Error> GuardsError(const Connection& connection,
                                 std::string_view collection,
                                 const calls::Call& call) {
  if (connection.access().Has(Right::kManage, collection)) return {};
  return ForbiddenIn(collection, Right::kManage, connection.caller, call.name);
}

// Returns an empty change where the request removes the synonyms.
Result<SynonymsChange> ReadNewSynonyms(std::string_view given,
                                       engine::Profile profile) {
  if (given.empty()) return SynonymsChange();
  if (profile == engine::Profile::kPaper) {
    return InvalidParameter("synonyms",
                            "A collection of profile paper has no synonyms.");
  }
  auto read = ReadSynonyms(given);
  if (!read) return read.error();
  return SynonymsChange{std::move(*read)};
}

// Nobody else has the questions that were accepted.
Result<void> CheckKeepsFeedback(const std::string& collection,
                                const StoredGuard& present,
                                const std::optional<std::string>& next) {
  const std::size_t dropped = CountDropped(present.text, next);
  if (dropped == 0) return {};
  return Rejected(
      "drops_feedback",
      "The exam of " + Quoted(collection) + " would lose " +
          std::to_string(dropped) +
          (dropped == 1 ? " question" : " questions") +
          " accepted from feedback: take them into the bank from `answerbox "
          "exam bank -c " +
          collection + "`, or set it with --drop-feedback.");
}

// Returns the new guard, `text`, with how many must pass of the present one.
Result<std::string> WithMustPassOf(const StoredGuard* present,
                                   const std::string& text) {
  if (present == nullptr) return text;
  const auto rule = protocol::ReadGuardRule(present->text);
  if (!rule) return rule.error();
  auto made =
      protocol::MakeGuardText(protocol::BankTextOf(text), rule->must_pass);
  if (!made) return made.error();
  return std::move(*made);
}

void RunSet(const Connection& connection, const object& params,
            const Reply& reply) {
  CollectionStore& store = connection.services.store;
  Result<SetParams> set = DecodeSet(params);
  if (!set) return reply.Send(set.error());
  auto if_guarded = GuardsError(connection, set->name, calls::kCollectionsSet);
  if (set->exam && if_guarded) return reply.Send(*if_guarded);
  const auto snapshot = store.Pin(set->name);
  if (!snapshot) return reply.Send(snapshot.error());
  const engine::Profile profile = (*snapshot)->settings().profile;
  SetCollection change;
  if (set->threshold) {
    const auto found = ThetaOf(*set->threshold, profile);
    if (!found) return reply.Send(found.error());
    change.theta = *found;
  }
  // An exam compares probabilities before and after a change.
  if (set->exam && profile == engine::Profile::kPaper) {
    return reply.Send(InvalidParameter(
        "exam",
        "A collection of profile paper has no exam: its answers have "
        "no probabilities."));
  }
  if (set->synonyms) {
    auto synonyms = ReadNewSynonyms(*set->synonyms, profile);
    if (!synonyms) return reply.Send(synonyms.error());
    change.synonyms = std::move(*synonyms);
    // Synonyms change what the exam's questions find, so the guard applies to
    // them. The writing thread decides whether there is a guard: a change that
    // is queued before this one may add or remove it.
    change.if_guarded = std::move(if_guarded);
  }
  if (set->exam) {
    change.guard.emplace(GuardChange{std::move(*set->exam)});
    if (set->keep_must_pass) {
      change.guard->edit =
          [text = *change.guard->text](const StoredGuard* present) {
            return WithMustPassOf(present, text);
          };
    }
    if (!set->drop_feedback) {
      change.guard->check =
          std::bind_front(CheckKeepsFeedback, std::string(set->name));
    }
  }
  change.completion = ReplyWithCollection("set", connection.audit, reply);
  store.Set(set->name, std::move(change));
}

void RunRemove(const Connection& connection, const object& object,
               const Reply& reply) {
  Params params(object, calls::kCollectionsRemove);
  const std::string_view name = params.Text(calls::collections::kName);
  if (params.error()) return reply.Send(*params.error());
  connection.services.store.Drop(
      name,
      [&services = connection.services, audit = connection.audit, reply,
       dropped_name = std::string(name)](const Result<void>& dropped) {
        if (!dropped) return reply.Send(dropped.error());
        JsonWriter json;
        json.BeginObject().Key("name").String(dropped_name);
        json.Key("removed").Bool(true);
        audit.RecordChange({"drop", dropped_name, {}, {}, {}},
                           AfterWithdrawal(services, {}, dropped_name,
                                           SendWith(std::move(json), reply)));
      },
      GuardsError(connection, name, calls::kCollectionsRemove));
}

void RunCompact(const Connection& connection, const object& params,
                const Reply& reply) {
  CollectionStore& store = connection.services.store;
  const auto compact = DecodeUpkeep(params, calls::kCollectionsCompact);
  if (!compact) return reply.Send(compact.error());
  const auto snapshot = store.Pin(compact->collection);
  if (!snapshot) return reply.Send(snapshot.error());
  // The snapshot is pinned before merging begins, so that the reply can compare
  // the numbers of segments.
  const std::size_t segments_before = (*snapshot)->segments().size();
  store.Compact(
      compact->collection, ReportTo(reply, compact->wants_progress),
      [reply, segments_before](const Result<CollectionSummary>& after) {
        if (!after) return reply.Send(after.error());
        JsonWriter json;
        json.BeginObject().Key("segments_before").Integer(segments_before);
        json.Key("segments_after").Integer(after->segments);
        json.Key("disk_bytes").Integer(after->disk_bytes);
        reply.Send(json.EndObject().Take());
      });
}

void WriteGivenUp(JsonWriter& json, const std::vector<LostFile>& files) {
  json.BeginArray();
  for (const LostFile& lost : files) {
    json.BeginObject().Key("file").String(lost.file);
    json.Key("why").String(lost.why).Key("kept");
    lost.kept.empty() ? json.Null() : json.String(lost.kept);
    json.Key("documents").Integer(lost.documents).EndObject();
  }
  json.EndArray();
}

void SendRepair(const AuditTrail& audit, const RepairSummary& repaired,
                const Reply& reply) {
  const CollectionSummary& collection = repaired.collection;
  JsonWriter json;
  json.BeginObject().Key("name").String(collection.name);
  json.Key("documents").Integer(collection.documents);
  json.Key("snapshot").Integer(collection.snapshot);
  WriteGivenUp(json.Key("given_up"), repaired.given_up);
  audit.RecordChange({"repair",
                      collection.name,
                      {},
                      {},
                      {},
                      {},
                      {},
                      collection.settings.pack.get()},
                     SendWith(std::move(json), reply));
}

void RunRepair(const Connection& connection, const object& object,
               const Reply& reply) {
  Params params(object, calls::kCollectionsRepair);
  const std::string_view name = params.Text(calls::collections::kName);
  if (params.error()) return reply.Send(*params.error());
  CollectionStore& store = connection.services.store;
  auto repair = [&store, audit = connection.audit, name = std::string(name),
                 reply](const Result<std::uint64_t>& verified) {
    if (!verified) return reply.Send(verified.error());
    store.Repair(name, [audit, reply](const Result<RepairSummary>& repaired) {
      if (!repaired) return reply.Send(repaired.error());
      SendRepair(audit, *repaired, reply);
    });
  };
  // One that is served is verified, and nothing else.
  if (!store.Pin(name)) return repair(0);
  store.Verify(name, {}, std::move(repair));
}

void RunVerify(const Connection& connection, const object& params,
               const Reply& reply) {
  CollectionStore& store = connection.services.store;
  const auto verify = DecodeUpkeep(params, calls::kCollectionsVerify);
  if (!verify) return reply.Send(verify.error());
  const auto snapshot = store.Pin(verify->collection);
  if (!snapshot) return reply.Send(snapshot.error());
  const std::size_t segments = (*snapshot)->segments().size();
  store.Verify(verify->collection, ReportTo(reply, verify->wants_progress),
               [reply, segments](const Result<std::uint64_t>& bytes) {
                 if (!bytes) return reply.Send(bytes.error());
                 JsonWriter json;
                 json.BeginObject().Key("segments").Integer(segments);
                 json.Key("bytes").Integer(*bytes);
                 reply.Send(json.EndObject().Take());
               });
}

}  // namespace

void AddCollectionMethods(const Connection& connection, MethodTable& table) {
  const auto add = [&](const calls::Call& call, RunMethod run) {
    AddMethod(table, call, connection, run);
  };
  add(calls::kCollectionsList, RunList);
  add(calls::kCollectionsCreate, IfThereIsRoom<RunCreate>);
  add(calls::kCollectionsRemove, IfThereIsRoom<RunRemove>);
  add(calls::kCollectionsSet, IfThereIsRoom<RunSet>);
  add(calls::kCollectionsRepair, IfThereIsRoom<RunRepair>);
  // These two change no content. They leave no audit record, and need no room
  // for one.
  add(calls::kCollectionsCompact, RunCompact);
  add(calls::kCollectionsVerify, RunVerify);
}

}  // namespace answerbox::daemon
