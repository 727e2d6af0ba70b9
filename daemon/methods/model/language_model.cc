#include "daemon/methods/model/language_model.h"

namespace answerbox::daemon {
namespace {

// Makes the call with a patience that feeds the run while the model works.
template <typename Call>
auto CallMetered(ModelServer& server, const ModelPatience& patience,
                 QuestionClock::Run& run, const Call& call) {
  // The cost of each call begins at 0, and the run may have had calls before.
  const auto before = run.cpu_time();
  const auto feed = [&run, before](const ModelCost& cost) {
    if (cost.cpu_time) run.Feed(before + *cost.cpu_time);
  };
  // A window's energy is shared out when the window ends, so the model's time
  // has to come in while it works: whenever the call looks whether somebody
  // waits.
  ModelPatience feeding = patience;
  feeding.is_awaited = [&] {
    feed(server.CostSoFar());
    return patience.is_awaited();
  };
  auto result = call(feeding);
  feed(server.last_cost());
  return result;
}

}  // namespace

LanguageModel::LanguageModel(ModelAddress address,
                             const ModelOptions& its_options,
                             GatheringWorkspaces& to_check_with,
                             EnergyMonitor& monitor)
    : options(its_options),
      workspaces(to_check_with),
      energy(monitor),
      server({std::move(address), options.name, options.cgroup}),
      file(options.file),
      queue(server, options.queue) {}

ModelJob JobFor(const LanguageModel& model, const Reply& to,
                decltype(ModelJob::run) run, decltype(ModelJob::drop) drop) {
  return {.deadline = ModelPatience::Clock::now() + model.options.timeout,
          .is_awaited = [to] { return to.is_awaited(); },
          .run = std::move(run),
          .drop = std::move(drop)};
}

void Submit(LanguageModel& model, const Reply& to, ModelJob job) {
  // Copied: the queue takes the job even if it then refuses it.
  const auto drop = job.drop;
  to.LeaveLane();
  const ModelResult<void> submitted = model.queue.Submit(std::move(job));
  if (!submitted) drop(submitted.error());
}

ModelFailure GivenUp(const std::exception& error) {
  return {ModelFault::kTooLong, "the daemon gave up what the model sent: " +
                                    std::string(error.what())};
}

ModelResult<Generated> GenerateMetered(ModelServer& server,
                                       const Generation& generation,
                                       const ModelPatience& patience,
                                       QuestionClock::Run& run) {
  auto generated =
      CallMetered(server, patience, run, [&](const ModelPatience& feeding) {
        return server.Generate(generation, feeding);
      });
  run.Finish();
  return generated;
}

ModelResult<std::vector<TokenLogProbability>> ScoreMetered(
    ModelServer& server, std::string_view prompt, const ModelPatience& patience,
    QuestionClock::Run& run) {
  return CallMetered(server, patience, run, [&](const ModelPatience& feeding) {
    return server.PromptLogProbabilities(prompt, feeding);
  });
}

QuestionClock::Run FedRun(LanguageModel& model, std::string_view collection,
                          std::string_view account, AskerTag asker) {
  return {model.energy.questions(),
          model.energy.accounts().Find(collection, account),
          QuestionClock::Run::Fed(), asker};
}

std::string NameOf(const LanguageModel& model, const Generated& generated) {
  return model.options.name.empty() ? generated.model : model.options.name;
}

std::string HashOf(const ModelFile::Status& file) {
  return file.state == ModelFile::State::kKnown ? file.text : std::string();
}

void WhenIdentified(LanguageModel& model,
                    std::function<void(const ModelResult<std::string>&)> then) {
  model.file.WhenRead([then = std::move(then)](const ModelFile::Status& file) {
    if (file.state == ModelFile::State::kReading) {
      return then(
          ModelFailure{ModelFault::kCancelled, "the daemon is stopping"});
    }
    then(HashOf(file));
  });
}

}  // namespace answerbox::daemon
