#include "daemon/methods/query_end.h"

#include <cmath>
#include <string>
#include <utility>

#include "daemon/collections/files/errors.h"
#include "daemon/methods/gathering/dense_vectors_cache.h"
#include "daemon/methods/gathering/gathering_json.h"
#include "engine/gathering/gathering.h"

namespace answerbox::daemon {
namespace {

// Quotes the text as JSON, which escapes control characters that a client may
// have sent.
std::string InQuotes(std::string_view text) {
  return JsonWriter().String(text).Take();
}

Error NoDocumentMatches(std::string_view collection, std::string_view pattern) {
  return {ErrorKind::kNotFound,
          "Collection " + InQuotes(collection) +
              " has no document whose name matches " + InQuotes(pattern) +
              "; `answerbox list` shows what it has, and * stands for any "
              "characters."};
}

}  // namespace

Error Unanswerable(const engine::Error& error, const AskedCollection& asked) {
  if (error.code == engine::ErrorCode::kArenaExhausted) {
    return {ErrorKind::kLimit,
            "The question needs more memory than arena_bytes allows; ask "
            "something shorter."};
  }
  if (error.code == engine::ErrorCode::kNoSuchDocument) {
    // The engine knows the pattern only by its position, which it gives as the
    // offset.
    return NoDocumentMatches(
        asked.name, asked.documents[static_cast<std::size_t>(error.offset)]);
  }
  // Every other error of the engine means that a stored file is damaged.
  return asked.store.Damage(asked.name, asked.snapshot, error);
}

Error Ungathered(const engine::Error& error, const AskedCollection& asked) {
  if (error.code == engine::ErrorCode::kArenaExhausted) {
    return {ErrorKind::kLimit,
            "Gathering takes more than " +
                std::to_string(engine::kGatheringArenaBytes) +
                " bytes of memory; name fewer \"documents\""
                ", or ask for fewer tokens."};
  }
  return Unanswerable(error, asked);
}

Error WithoutDenseVectors(const engine::Error& error,
                          const AskedCollection& asked) {
  if (error.code == engine::ErrorCode::kStopped) {
    return {ErrorKind::kShuttingDown,
            "The daemon is stopping; try again when it is back."};
  }
  if (error.code != engine::ErrorCode::kLimitExceeded) {
    return asked.store.Damage(asked.name, asked.snapshot, error);
  }
  // With this code, the engine gives the bytes that it needs as the offset.
  std::string message = "Making dense vectors of collection \"" +
                        std::string(asked.name) + "\" takes " +
                        std::to_string(error.offset) +
                        " bytes of memory or more, and at most " +
                        std::to_string(kMaxDenseMakingBytes) +
                        " are allowed; ask it with another \"retrieval\", "
                        "such as \"feedback\".";
  // Vectors are made of all that segments hold, so removed documents count too
  // until they are merged away.
  std::uint64_t removed = 0;
  for (const Snapshot::Segment& segment : asked.snapshot.segments()) {
    removed += segment.removed.size();
  }
  if (removed > 0) {
    message += " Removed documents, of which there are " +
               std::to_string(removed) +
               ", count until `answerbox collections compact` drops them.";
  }
  return {ErrorKind::kLimit, std::move(message)};
}

Error DenseVectorsBeingMade(std::string_view collection) {
  return {ErrorKind::kBusy,
          "Dense vectors of collection \"" + std::string(collection) +
              "\" are being made for another request; try again when they "
              "are there, in seconds to minutes."};
}

Error TextsTooLarge() {
  return {ErrorKind::kLimit, "Choosing among these texts takes more than " +
                                 std::to_string(engine::kGatheringArenaBytes) +
                                 " bytes of memory; send fewer or shorter "
                                 "ones."};
}

void WriteLatency(JsonWriter& json, std::chrono::nanoseconds spent) {
  using std::chrono::microseconds;
  json.Key("latency_us")
      .Integer(std::chrono::duration_cast<microseconds>(spent).count());
}

void WriteSource(JsonWriter& json, std::string_view collection,
                 const Snapshot& snapshot, std::chrono::nanoseconds spent) {
  json.Key("collection").String(collection);
  json.Key("snapshot").Integer(snapshot.number());
  WriteLatency(json, spent);
}

void WriteEnergy(JsonWriter& json, const EnergyMonitor& energy,
                 QuestionNumber question, std::chrono::nanoseconds cpu_time) {
  const double cpu_us =
      std::chrono::duration<double, std::micro>(cpu_time).count();
  const EnergyRate rate = energy.rate();
  const std::string_view sensor = energy.sensor();
  // Without a rate or CPU time there is no estimate, which is not the same as
  // 0.
  const bool is_estimated = rate.is_known() && cpu_us > 0;
  json.Key("energy").BeginObject();
  json.Key("question").Integer(question);
  json.Key("state").String(ToString(is_estimated ? EnergyState::kEstimated
                                                 : EnergyState::kUnresolved));
  if (is_estimated) {
    // A watt for a microsecond is a microjoule.
    json.Key("uj").Integer(std::llround(double{rate.power_w} * cpu_us));
    // Plus 1 for rounding to whole microjoules.
    json.Key("uncertainty_uj")
        .Integer(std::llround(double{rate.uncertainty_w} * cpu_us) + 1);
    json.Key("basis").String(energy.is_model() ? "model" : "measured window");
  } else {
    json.Key("uj").Null().Key("uncertainty_uj").Null().Key("basis").Null();
  }
  json.Key("sensor");
  sensor.empty() ? json.Null() : json.String(sensor);
  json.Key("cpu_us");
  // A language model's server may run on another machine or have no process to
  // look at. Nobody can then measure its CPU time here.
  cpu_us > 0 ? json.Real(cpu_us) : json.Null();
  json.EndObject();
}

void RecordQuery(const Connection& connection, QuestionClock::Run& run,
                 AnsweredQuery answered, JsonWriter result,
                 std::function<void(Result<JsonWriter>)> then) {
  // The size is checked before the record is made: a reply that is not sent
  // must not be recorded as given.
  if (auto fits = CheckReplySize(result.size()); !fits) {
    return then(fits.error());
  }
  // All that the reply holds has been read by now.
  if (answered.snapshot != nullptr &&
      !connection.services.store.IsUnchangedSince(*answered.snapshot,
                                                  answered.changes)) {
    return then(ChangedWhileRead(answered.collection));
  }
  answered.number = run.question();
  // The clock ends here, so the record's own cost is not the query's.
  WriteEnergy(result, connection.services.energy, answered.number,
              run.Finish());
  connection.audit.RecordQuery(
      answered, [result = std::move(result), then = std::move(then)](
                    const Result<Recorded>& recorded) mutable {
        if (!recorded) return then(recorded.error());
        WriteRecord(result, *recorded);
        then(std::move(result));
      });
}

void SendQuery(const Connection& connection, QuestionClock::Run& run,
               const AnsweredQuery& answered, JsonWriter result,
               const Reply& reply) {
  RecordQuery(connection, run, answered, std::move(result),
              [reply](Result<JsonWriter> recorded) {
                if (!recorded) return reply.Send(recorded.error());
                reply.Send(recorded->EndObject().Take());
              });
}

}  // namespace answerbox::daemon
