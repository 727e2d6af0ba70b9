// How queries end: with what they cost and their record, or with the error for
// their caller when the engine can't answer.
#pragma once

#include <chrono>
#include <functional>
#include <span>
#include <string_view>

#include "daemon/collections/store.h"
#include "daemon/energy/energy_monitor.h"
#include "daemon/error.h"
#include "daemon/methods/method_families.h"
#include "engine/result.h"
#include "protocol/json/json_writer.h"

namespace answerbox::daemon {

// What was asked.
struct AskedCollection {
  const CollectionStore& store;
  std::string_view name;
  const Snapshot& snapshot;
  std::span<const std::string_view> documents;  // Names or patterns.
};

// Returns kLimit past the arena, kNotFound if a pattern matches no document,
// else kCorrupt.
[[nodiscard]] Error Unanswerable(const engine::Error& error,
                                 const AskedCollection& asked);

// Returns the same for a gathering.
[[nodiscard]] Error Ungathered(const engine::Error& error,
                               const AskedCollection& asked);
// Returns the error if dense vectors can't be made: kLimit past
// kMaxDenseMakingBytes, kShuttingDown if making them was stopped, else
// kCorrupt.
[[nodiscard]] Error WithoutDenseVectors(const engine::Error& error,
                                        const AskedCollection& asked);
// Returns kBusy: the vectors are being made for another request.
[[nodiscard]] Error DenseVectorsBeingMade(std::string_view collection);
// Returns kLimit: the texts in a request take more than the arena.
[[nodiscard]] Error TextsTooLarge();

// --- Members of replies; the writer is within an object

// `latency_us`, in whole microseconds.
void WriteLatency(JsonWriter& json, std::chrono::nanoseconds spent);
// `collection` and `snapshot` of what was asked, and the latency.
void WriteSource(JsonWriter& json, std::string_view collection,
                 const Snapshot& snapshot, std::chrono::nanoseconds spent);

// Writes the member `energy` into the object of the writer:
// docs/socket-protocol.md, "Energy in the reply". The question's energy is
// estimated by the rate of earlier windows, as its own window is still open.
// Takes no lock.
//   cpu_time  of the question; 0 if nobody could measure it
void WriteEnergy(JsonWriter& json, const EnergyMonitor& energy,
                 QuestionNumber question, std::chrono::nanoseconds cpu_time);

// --- Queries that decide nothing: `search`, `select`, `summarize` and
// `ground`. They are metered and recorded as questions are.

// Ends the query's clock, adds its energy and its record to the reply, whose
// object stays open, and calls `then` once with that, or with the error.
//   answered  without its number, which is filled in here
void RecordQuery(const Connection& connection, QuestionClock::Run& run,
                 AnsweredQuery answered, JsonWriter result,
                 std::function<void(Result<JsonWriter>)> then);

// Does the same, and sends the reply.
void SendQuery(const Connection& connection, QuestionClock::Run& run,
               const AnsweredQuery& answered, JsonWriter result,
               const Reply& reply);

}  // namespace answerbox::daemon
