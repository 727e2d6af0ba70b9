#include <chrono>
#include <cstddef>

#include "daemon/collections/files/collection_settings.h"
#include "daemon/error.h"
#include "daemon/methods/ask/answer_json.h"
#include "daemon/methods/method_families.h"
#include "daemon/methods/query_end.h"
#include "daemon/methods/question_params.h"
#include "engine/ask/search.h"
#include "protocol/calls/ask.h"
#include "protocol/json/json_writer.h"

namespace answerbox::daemon {
namespace {

// Most lists of ten passages are shorter.
constexpr std::size_t kUsualListBytes = 12288;

void WritePassage(JsonWriter& json, const engine::Passage& passage) {
  json.BeginObject().Key("text").String(passage.text);
  json.Key("matches").BeginArray();
  for (const engine::ByteRange match : passage.matches) WriteRange(json, match);
  json.EndArray();
  WritePlaceMembers(json, passage.best, passage.offsets);
  json.Key("score").Real(passage.score).EndObject();
}

// The first passage of the next page, or null on the last.
void WriteNext(JsonWriter& json, const engine::PassageList& list,
               std::size_t from) {
  const std::size_t next = from + list.passages.size();
  json.Key("next");
  // Past kMaxPassages a request would be refused, so no page leads there.
  if (list.has_more && !list.passages.empty() && next <= engine::kMaxPassages) {
    json.Integer(next);
  } else {
    json.Null();
  }
}

// The object stays open.
JsonWriter WriteList(const engine::PassageList& list,
                     const SearchParams& search, const Snapshot& snapshot,
                     std::chrono::steady_clock::duration latency) {
  JsonWriter json(kUsualListBytes);
  json.BeginObject().Key("passages").BeginArray();
  for (const engine::Passage& passage : list.passages) {
    WritePassage(json, passage);
  }
  json.EndArray();
  if (list.refusal) {
    json.Key("refusal").BeginObject();
    json.Key("reason").String(ToString(*list.refusal));
    json.Key("message").String(Explain(*list.refusal)).EndObject();
  }
  json.Key("from").Integer(search.from);
  WriteNext(json, list, search.from);
  json.Key("total");
  // Not always known: counting all that matches may take more than the page
  // itself.
  list.total ? json.Integer(*list.total) : json.Null();
  WriteSource(json, search.collection, snapshot, latency);
  return json;
}

void RunSearch(const Connection& connection, const boost::json::object& params,
               const Reply& reply) {
  Services& services = connection.services;
  const Result<SearchParams> search = DecodeSearch(params, services.arithmetic);
  if (!search) return reply.Send(search.error());
  const auto snapshot = services.store.Pin(search->collection);
  if (!snapshot) return reply.Send(snapshot.error());
  const std::uint64_t changes = services.store.ChangesOf(**snapshot);
  QuestionClock::Run run =
      services.energy.BeginQuery(search->collection, connection.caller);
  WorkspacePool::Lease lease = services.workspaces.Acquire();
  const auto began = std::chrono::steady_clock::now();
  const auto segments =
      services.store.SegmentsOf(search->collection, **snapshot);
  if (!segments) return reply.Send(segments.error());
  const auto& synonyms = (*snapshot)->settings().synonyms;
  const auto list =
      Search(*segments,
             {.words = search->words,
              .documents = search->documents.patterns(),
              .synonyms = synonyms ? &synonyms->synonyms : nullptr,
              .with_abbreviations = search->wants_abbreviations,
              .with_thesaurus = search->wants_thesaurus,
              .arithmetic = search->arithmetic,
              .from = search->from,
              .count = search->count},
             lease.workspace());
  const auto latency = std::chrono::steady_clock::now() - began;
  if (!list) {
    return reply.Send(
        Unanswerable(list.error(), {services.store, search->collection,
                                    **snapshot, search->documents.patterns()}));
  }
  SendQuery(connection, run,
            {.method = calls::kSearch.name,
             .collection = search->collection,
             .snapshot = snapshot->get(),
             .changes = changes,
             .documents = search->documents.patterns(),
             .text = search->words,
             .found = list->passages.size()},
            WriteList(*list, *search, **snapshot, latency), reply);
}

}  // namespace

void AddSearchMethod(const Connection& connection, MethodTable& table) {
  AddMethod(table, calls::kSearch, connection, RunSearch);
}

}  // namespace answerbox::daemon
