#include <algorithm>
#include <chrono>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "daemon/collections/files/collection_settings.h"
#include "daemon/collections/files/errors.h"
#include "daemon/error.h"
#include "daemon/methods/ask/answer_json.h"
#include "daemon/methods/ask/long_answer.h"
#include "daemon/methods/method_families.h"
#include "daemon/methods/model/generator.h"
#include "daemon/methods/query_end.h"
#include "daemon/methods/question_params.h"
#include "daemon/methods/workspaces.h"
#include "engine/ask/ask.h"
#include "protocol/calls/ask.h"
#include "protocol/json/json_writer.h"

namespace answerbox::daemon {
namespace {

using Clock = std::chrono::steady_clock;

// Most replies are shorter. Longer ones cost a few copies.
constexpr std::size_t kUsualReplyBytes = 4096;

// The object stays open: its record, and what a model generates, follow.
JsonWriter WriteReply(const AnsweredQuestion& answered, QuestionClock::Run& run,
                      const EnergyMonitor& energy) {
  const engine::Answer& answer = answered.answer;
  const engine::Question& question = answered.question;
  const bool is_fixed = question.arithmetic == engine::Arithmetic::kFixed;
  JsonWriter json(kUsualReplyBytes);
  json.BeginObject();
  WriteAnswer(json, answer, question, answered.long_answer);
  json.Key("confidence").Real(answer.confidence);
  json.Key("theta").Real(question.theta);
  if (answer.work) json.Key("work").Integer(*answer.work);
  json.Key("profile").String(ToString(answered.snapshot.settings().profile));
  json.Key("arithmetic").String(is_fixed ? "fixed" : "float");
  WriteSource(json, answered.collection, answered.snapshot,
              answered.latency.answer);
  // Ends the question's clock, so that the reply and the record of its energy
  // have the same CPU time.
  WriteEnergy(json, energy, answered.number, run.Finish());
  return json;
}

// Gathers the sentences of a long answer, if one was asked for and is not
// refused. Leaves them out if none fits. They are in the lease's workspace.
engine::Result<std::optional<LongAnswer>> GatherSentences(
    Services& services, const AskParams& ask,
    std::span<const engine::LiveSegment> segments, const engine::Answer& answer,
    std::optional<GatheringWorkspaces::Lease>& lease) {
  std::optional<LongAnswer> long_answer;
  if (!ask.long_words) return long_answer;
  long_answer.emplace().words = *ask.long_words;
  if (answer.refusal) return long_answer;
  lease.emplace(services.gathering);
  const auto gathering = GatherLongAnswer(segments, ask.question,
                                          *ask.long_words, lease->workspace());
  if (!gathering) return gathering.error();
  long_answer->gathering = *gathering;
  return long_answer;
}

// What a language model gets, copied, as it outlives the workspace.
using ForModel = std::vector<GeneratedPassage>;

// The context that the model gets. Nothing if the reply does not wait for one;
// empty if there is no model, or nothing is found.
std::optional<ForModel> GatherForModel(
    Services& services, const AskParams& ask,
    std::span<const engine::LiveSegment> segments,
    const engine::Answer& answer) {
  if (services.model == nullptr) {
    if (ask.generate != Generate::kAlways) return std::nullopt;
    return ForModel();
  }
  const ModelOptions& options = services.model->options;
  if (!WantsModel(options, ask.generate, ask.question, answer)) {
    return std::nullopt;
  }
  engine::GatheringQuery query =
      GatheringAbout(ask.question, engine::GatheringPurpose::kContext);
  query.tokens = options.context_tokens;
  GatheringWorkspaces::Lease lease(services.gathering);
  const auto gathering = Gather(segments, query, lease.workspace());
  // What can't be gathered costs no answer of the documents.
  return gathering ? PassagesOf(*gathering) : ForModel();
}

// Once the documents' answer is on record, has the model complete the reply.
OnRecorded AskModelWith(const Connection& connection, const AskParams& ask,
                        ForModel passages, JsonWriter result,
                        const Reply& reply) {
  GenerationTask task{std::string(ask.collection),
                      std::string(ask.question.text),
                      {},
                      std::move(passages),
                      std::move(result),
                      reply,
                      connection.audit};
  return [model = connection.services.model,
          task = std::move(task)](const Result<Recorded>& recorded) mutable {
    if (!recorded) return task.to.Send(recorded.error());
    WriteRecord(task.reply, *recorded);
    if (recorded->run) task.run = View(*recorded->run);
    if (model == nullptr) {
      return SendUngenerated(std::move(task.reply), NoModel(), task.to);
    }
    if (task.passages.empty()) {
      return SendUngenerated(std::move(task.reply), NoContext(), task.to);
    }
    CompleteWithModel(*model, std::move(task));
  };
}

// Answers a question that is complete. The reply leaves when the audit log has
// its record. The CPU time counts from here on: decoding a request that is
// refused costs no question anything.
//   began    when its snapshot was looked for
//   changes  of the snapshot, when it was pinned
void AnswerQuestion(const Connection& connection, const AskParams& ask,
                    const Snapshot& snapshot, Clock::time_point began,
                    std::uint64_t changes, const Reply& reply) {
  Services& services = connection.services;
  QuestionClock::Run run(
      services.energy.questions(),
      services.energy.accounts().Find(ask.collection, connection.caller.name()),
      AskerOf(connection.caller));
  WorkspacePool::Lease lease = services.workspaces.Acquire();
  const Clock::time_point asked = Clock::now();
  const auto segments = services.store.SegmentsOf(ask.collection, snapshot);
  if (!segments) return reply.Send(segments.error());
  const auto answer = Ask(*segments, ask.question, lease.workspace());
  const AskedCollection collection{services.store, ask.collection, snapshot,
                                   ask.documents.patterns()};
  if (!answer) return reply.Send(Unanswerable(answer.error(), collection));
  // Before a long answer holds a workspace: nobody holds one and waits for
  // another.
  std::optional<ForModel> for_model =
      GatherForModel(services, ask, *segments, *answer);
  std::optional<GatheringWorkspaces::Lease> long_lease;
  const auto gathered =
      GatherSentences(services, ask, *segments, *answer, long_lease);
  if (!gathered) return reply.Send(Ungathered(gathered.error(), collection));
  const Clock::time_point ended = Clock::now();
  AnsweredQuestion answered{run.question(),
                            ask.collection,
                            snapshot,
                            ask.question,
                            *answer,
                            *gathered ? &**gathered : nullptr,
                            {asked - began, ended - asked}};
  // `status` counts what was answered, whether or not the audit log takes it.
  services.questions.Record(!answer->refusal, answered.latency.answer);
  JsonWriter result = WriteReply(answered, run, services.energy);
  answered.latency.reply = Clock::now() - ended;
  // All that the reply holds has been read by now.
  if (!services.store.IsUnchangedSince(snapshot, changes)) {
    return reply.Send(ChangedWhileRead(ask.collection));
  }
  connection.audit.RecordAnswer(
      answered, for_model ? AskModelWith(connection, ask, std::move(*for_model),
                                         std::move(result), reply)
                          : SendWith(std::move(result), reply));
}

// Reads a question, and completes it with what the collection and the caller's
// rights decide, before it is answered.
void RunAsk(const Connection& connection, const boost::json::object& params,
            const Reply& reply) {
  const Services& services = connection.services;
  Result<AskParams> ask = DecodeAsk(params, services.arithmetic);
  if (!ask) return reply.Send(ask.error());
  const Clock::time_point began = Clock::now();
  const auto snapshot = services.store.Pin(ask->collection);
  if (!snapshot) return reply.Send(snapshot.error());
  const std::uint64_t changes = services.store.ChangesOf(**snapshot);
  const CollectionSettings& settings = (*snapshot)->settings();
  engine::Question& question = ask->question;
  question.documents = ask->documents.patterns();
  question.theta = settings.theta;
  if (ask->threshold) {
    const auto theta = ThetaOf(*ask->threshold, settings.profile);
    if (!theta) return reply.Send(theta.error());
    question.theta = *theta;
  }
  // A caller may be held to surer answers than the collection asks for, and
  // can't ask for less.
  if (const auto floor = connection.access().theta()) {
    question.theta = std::max(question.theta, *floor);
  }
  const auto copies = settings.profile == engine::Profile::kDefault
                          ? (*snapshot)->copies()
                          : nullptr;
  question.copies = copies.get();
  if (settings.synonyms) question.synonyms = &settings.synonyms->synonyms;
  AnswerQuestion(connection, *ask, **snapshot, began, changes, reply);
}

}  // namespace

void AddAskMethod(const Connection& connection, MethodTable& table) {
  AddMethod(table, calls::kAsk, connection, RunAsk);
}

}  // namespace answerbox::daemon
