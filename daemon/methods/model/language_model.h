// The language model that the options name, and how work for it becomes a job
// of its queue. What is asked of it stands in the other files of this room.
#pragma once

#include <cstdint>
#include <exception>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "daemon/cascade/codec/completions.h"
#include "daemon/cascade/model_file.h"
#include "daemon/cascade/model_options.h"
#include "daemon/cascade/model_queue.h"
#include "daemon/cascade/model_server.h"
#include "daemon/dispatch/method.h"
#include "daemon/energy/energy_monitor.h"
#include "daemon/energy/question_clock.h"
#include "daemon/methods/records/audit_trail.h"
#include "daemon/methods/workspaces.h"

namespace answerbox::daemon {

// The seed of every text. It is fixed, so that a text can be repeated.
inline constexpr std::uint64_t kModelSeed = 1;

// Its functions are safe to call from any thread. It outlives its jobs.
struct LanguageModel {
  // The references outlive it. Throws std::system_error when a thread can't be
  // made.
  LanguageModel(ModelAddress address, const ModelOptions& its_options,
                GatheringWorkspaces& to_check_with, EnergyMonitor& monitor);

  const ModelOptions options;
  GatheringWorkspaces& workspaces;
  EnergyMonitor& energy;
  ModelServer server;
  ModelFile file;
  ModelQueue queue;
};

// A job for which `to` waits, and that has the model's timeout from now on.
[[nodiscard]] ModelJob JobFor(const LanguageModel& model, const Reply& to,
                              decltype(ModelJob::run) run,
                              decltype(ModelJob::drop) drop);

// Gives the job to the queue, whose bounds count from here on, not those of the
// reply's lane. Drops the job if the queue does not take it.
void Submit(LanguageModel& model, const Reply& to, ModelJob job);

// The failure of a job that threw: most likely no memory is left for what the
// model sent.
[[nodiscard]] ModelFailure GivenUp(const std::exception& error);

// As ModelServer::Generate. Feeds the run with the processor time while the
// model writes, and ends it.
//   run  of FedRun
[[nodiscard]] ModelResult<Generated> GenerateMetered(
    ModelServer& server, const Generation& generation,
    const ModelPatience& patience, QuestionClock::Run& run);
// As ModelServer::PromptLogProbabilities. Feeds the run as well, but leaves its
// end to the caller: one run may be of several prompts.
[[nodiscard]] ModelResult<std::vector<TokenLogProbability>> ScoreMetered(
    ModelServer& server, std::string_view prompt, const ModelPatience& patience,
    QuestionClock::Run& run);
// Accounts what it is fed to a collection and to a caller of this room.
//   asker  who gets the run's number
[[nodiscard]] QuestionClock::Run FedRun(LanguageModel& model,
                                        std::string_view collection,
                                        std::string_view account,
                                        AskerTag asker = AskerTag::kNobody);

// The operator's name of the model before the one that the server tells.
[[nodiscard]] std::string NameOf(const LanguageModel& model,
                                 const Generated& generated);
// Empty if it is not known, or not yet.
[[nodiscard]] std::string HashOf(const ModelFile::Status& file);

// Calls `then` with HashOf when the file was read, which may take a minute: so
// a client can tell that the model was replaced. Failures: kCancelled.
void WhenIdentified(LanguageModel& model,
                    std::function<void(const ModelResult<std::string>&)> then);

}  // namespace answerbox::daemon
