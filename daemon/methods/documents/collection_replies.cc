#include "daemon/methods/documents/collection_replies.h"

#include <optional>
#include <utility>

#include "daemon/methods/question_params.h"
#include "protocol/exam/guard_text.h"

namespace answerbox::daemon {
namespace {

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
  // A rule that another program wrote may not be readable. The hash still says
  // which exam the collection has.
  if (const auto rule = ReadGuardRule(settings.guard->text)) {
    json.Key("questions").Integer(rule->questions);
    json.Key("must_pass").String(rule->must_pass.Text());
  }
  json.Key("sha256").Hexadecimal(settings.guard->sha256).EndObject();
}

void WriteItsPack(JsonWriter& json, const CollectionSettings& settings) {
  settings.pack ? WritePack(json, *settings.pack)
                : static_cast<void>(json.Null());
}

void WriteBefore(JsonWriter& json, const CollectionSettings& settings) {
  const auto& before = settings.before;
  if (!before) return static_cast<void>(json.Null());
  json.BeginObject().Key("bytes").Integer(before->bytes);
  if (!before->damage.empty()) json.Key("damage").String(before->damage);
  json.EndObject();
}

}  // namespace

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
  if (collection.page_bytes > 0) {
    json.Key("page_bytes").Integer(collection.page_bytes);
  }
  json.Key("segments").Integer(collection.segments);
  json.Key("snapshot").Integer(collection.snapshot);
  json.Key("synonyms").Integer(SynonymsOf(settings).rules);
  WriteExam(json.Key("exam"), settings);
  WriteItsPack(json.Key("pack"), settings);
  WriteBefore(json.Key("before"), settings);
}

Completion<CollectionSummary> ReplyWithCollection(std::string_view action,
                                                  const AuditTrail& audit,
                                                  const Reply& reply) {
  // This runs on a thread of the store after the method has returned, so it
  // owns what it needs. `action` is a literal.
  return [action, audit, reply](const Result<CollectionSummary>& collection) {
    if (!collection) return reply.Send(collection.error());
    JsonWriter json;
    WriteCollection(json, *collection);
    audit.RecordChange({action,
                        collection->name,
                        {},
                        {},
                        collection->settings.theta,
                        SynonymsOf(collection->settings),
                        collection->settings.guard
                            ? std::optional(collection->settings.guard->sha256)
                            : std::nullopt,
                        collection->settings.pack.get()},
                       SendWith(std::move(json), reply));
  };
}

}  // namespace answerbox::daemon
