#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "daemon/collections/files/collection_settings.h"
#include "daemon/collections/files/errors.h"
#include "daemon/error.h"
#include "daemon/exam/guard_text.h"
#include "daemon/methods/ask_params.h"
#include "daemon/methods/collection_params.h"
#include "daemon/methods/method_families.h"
#include "daemon/methods/progress_report.h"
#include "protocol/json/json_writer.h"

namespace answerbox::daemon {
namespace {

using boost::json::object;

RecordedSynonyms SynonymsOf(const CollectionSettings& settings) {
  if (!settings.synonyms) return {};
  return {settings.synonyms->synonyms.rule_count(), settings.synonyms->sha256};
}

void WriteExam(JsonWriter& json, const CollectionSettings& settings) {
  if (!settings.guard) {
    json.Null();
    return;
  }
  json.BeginObject();
  if (const auto rule = ReadGuardRule(settings.guard->text)) {
    json.Key("questions").Integer(rule->questions);
    json.Key("must_pass").String(rule->must_pass.Text());
  }
  json.Key("sha256").Hexadecimal(settings.guard->sha256).EndObject();
}

void WriteCollection(JsonWriter& json, const CollectionSummary& collection) {
  const CollectionSettings& settings = collection.settings;
  json.BeginObject().Key("name").String(collection.name);
  json.Key("theta").Real(settings.theta);
  json.Key("profile").String(ToString(settings.profile));
  json.Key("window").Integer(settings.chunking.window_words);
  json.Key("overlap").Integer(settings.chunking.overlap_words);
  json.Key("documents").Integer(collection.documents);
  json.Key("chunks").Integer(collection.chunks);
  json.Key("sentences").Integer(collection.sentences);
  json.Key("text_bytes").Integer(collection.text_bytes);
  json.Key("disk_bytes").Integer(collection.disk_bytes);
  json.Key("segments").Integer(collection.segments);
  json.Key("snapshot").Integer(collection.snapshot);
  json.Key("synonyms").Integer(SynonymsOf(settings).rules);
  WriteExam(json.Key("exam"), settings);
  json.EndObject();
}

Completion<CollectionSummary> ReplyWithCollection(std::string_view action,
                                                  const AuditTrail& audit,
                                                  const Reply& reply) {
  return [action, audit, reply](const Result<CollectionSummary>& collection) {
    if (!collection) return reply.Send(collection.error());
    JsonWriter json;
    WriteCollection(json, *collection);
    audit.SendChange({action,
                      collection->name,
                      {},
                      {},
                      collection->settings.theta,
                      SynonymsOf(collection->settings),
                      collection->settings.guard
                          ? std::optional(collection->settings.guard->sha256)
                          : std::nullopt},
                     json.Take(), reply);
  };
}

void List(CollectionStore& store, const Access& access, const object& params,
          const Reply& reply) {
  const Result<void> decoded = DecodeNothing(params);
  if (!decoded) return reply.Send(decoded.error());
  JsonWriter json;
  json.BeginObject().Key("collections").BeginArray();
  for (const CollectionSummary& collection : store.Collections()) {
    if (MaySee(access, collection.name)) WriteCollection(json, collection);
  }
  reply.Send(json.EndArray().EndObject().Take());
}

void Create(CollectionStore& store, const AuditTrail& audit,
            const object& params, const Reply& reply) {
  Result<CreateParams> create = DecodeCreate(params, store.options().defaults);
  if (!create) return reply.Send(create.error());
  if (create->threshold) {
    const auto theta = ThetaOf(*create->threshold, create->settings.profile);
    if (!theta) return reply.Send(theta.error());
    create->settings.theta = *theta;
  }
  store.Create(create->name, create->settings,
               ReplyWithCollection("create", audit, reply));
}

// Who may change documents may not thereby get rid of the exam that guards
// them. Returns the error for a caller who may not.
std::optional<Error> GuardsError(const AccessControl& access,
                                 const Identity& caller,
                                 std::string_view collection,
                                 std::string_view method) {
  if (access.Of(caller).Has(Right::kManage, collection)) return {};
  return ForbiddenIn(collection, Right::kManage, caller, method);
}

void Set(CollectionStore& store, const AccessControl& access,
         const Identity& caller, const AuditTrail& audit, const object& params,
         const Reply& reply) {
  Result<SetParams> set = DecodeSet(params);
  if (!set) return reply.Send(set.error());
  auto if_guarded = GuardsError(access, caller, set->name, "collections.set");
  if (set->exam && if_guarded) return reply.Send(*if_guarded);
  const auto snapshot = store.Pin(set->name);
  if (!snapshot) return reply.Send(snapshot.error());
  const engine::Profile profile = (*snapshot)->settings().profile;
  std::optional<double> theta;
  if (set->threshold) {
    const auto found = ThetaOf(*set->threshold, profile);
    if (!found) return reply.Send(found.error());
    theta = *found;
  }
  auto completion = ReplyWithCollection("set", audit, reply);
  if (set->exam && profile == engine::Profile::kPaper) {
    return reply.Send(InvalidParameter(
        "exam",
        "A collection of profile paper has no exam: its answers have "
        "no probabilities."));
  }
  if (!set->synonyms && !set->exam) {
    return store.SetTheta(set->name, *theta, std::move(completion));
  }
  std::optional<NewSynonyms> synonyms;
  if (set->synonyms && !set->synonyms->empty()) {
    if (profile == engine::Profile::kPaper) {
      return reply.Send(InvalidParameter(
          "synonyms", "A collection of profile paper has no synonyms."));
    }
    auto read = ReadSynonyms(*set->synonyms);
    if (!read) return reply.Send(read.error());
    synonyms = std::move(*read);
  }
  if (set->exam) {
    std::optional<SynonymsChange> change;
    if (set->synonyms) change.emplace(SynonymsChange{std::move(synonyms)});
    return store.SetGuard(set->name, std::move(*set->exam), theta,
                          std::move(change), std::move(completion));
  }
  // Other synonyms change what the exam's questions find.
  store.SetSynonyms(set->name, std::move(synonyms), theta,
                    std::move(completion), std::move(if_guarded));
}

void Remove(CollectionStore& store, const AccessControl& access,
            const Identity& caller, const AuditTrail& audit,
            const object& params, const Reply& reply) {
  const Result<std::string_view> name = DecodeName(params);
  if (!name) return reply.Send(name.error());
  store.Drop(
      *name,
      [audit, reply,
       dropped_name = std::string(*name)](const Result<void>& dropped) {
        if (!dropped) return reply.Send(dropped.error());
        JsonWriter json;
        json.BeginObject().Key("name").String(dropped_name);
        json.Key("removed").Bool(true);
        audit.SendChange({"drop", dropped_name, {}, {}, {}},
                         json.EndObject().Take(), reply);
      },
      GuardsError(access, caller, *name, "collections.remove"));
}

void Compact(CollectionStore& store, const object& params, const Reply& reply) {
  const Result<MaintenanceParams> compact = DecodeMaintenance(params);
  if (!compact) return reply.Send(compact.error());
  const auto snapshot = store.Pin(compact->collection);
  if (!snapshot) return reply.Send(snapshot.error());
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

void Verify(CollectionStore& store, const object& params, const Reply& reply) {
  const Result<MaintenanceParams> verify = DecodeMaintenance(params);
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

void AddCollectionMethods(CollectionStore& store, const AuditTrail& audit,
                          const AccessControl& access, const Identity& caller,
                          MethodTable& table) {
  const auto add_upkeep = [&](std::string_view name, auto method) {
    table.methods.push_back(
        {name, Lane::kBlocking,
         RequiredRight::In(Right::kManage, "collection", kDefaultCollection),
         [&store, method](const object& params, const Reply& reply) {
           method(store, params, reply);
         }});
  };
  const auto add_change = [&](std::string_view name, auto method) {
    table.methods.push_back({name, Lane::kBlocking,
                             RequiredRight::In(Right::kAdd, "name"),
                             [&store, audit = audit.For(caller), method](
                                 const object& params, const Reply& reply) {
                               const Result<void> room = audit.CheckRoom();
                               if (!room) return reply.Send(room.error());
                               method(store, audit, params, reply);
                             }});
  };
  table.methods.push_back(
      {"collections.list", Lane::kBlocking, std::nullopt,
       [&store, &access, caller](const object& params, const Reply& reply) {
         List(store, access.Of(caller), params, reply);
       }});
  add_change("collections.create", &Create);
  const auto with_access = [&access, caller](auto method) {
    return [&access, caller, method](CollectionStore& collections,
                                     const AuditTrail& trail,
                                     const object& params, const Reply& reply) {
      method(collections, access, caller, trail, params, reply);
    };
  };
  add_change("collections.remove", with_access(&Remove));
  add_change("collections.set", with_access(&Set));
  add_upkeep("collections.compact", &Compact);
  add_upkeep("collections.verify", &Verify);
}

}  // namespace answerbox::daemon
