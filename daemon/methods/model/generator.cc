#include "daemon/methods/model/generator.h"

#include <exception>
#include <memory>
#include <utility>

#include "daemon/error.h"
#include "daemon/generation/prompts.h"
#include "daemon/methods/query_end.h"

namespace answerbox::daemon {
namespace {

// Most are shorter.
constexpr std::size_t kUsualGeneratedBytes = 4096;

void WriteWhy(JsonWriter& json, const WhyUngenerated& why) {
  json.Key("status").String(why.status);
  json.Key("reason").String(why.reason);
  json.Key("message").String(why.message);
}

// What a model generated can't be checked, or not recorded.
WhyUngenerated NotKept(const Error& error) {
  return {"failed", error.kind == ErrorKind::kLimit ? "limit" : "unrecorded",
          error.message};
}

WhyUngenerated NotRead(const std::exception& error) {
  return {"failed", "limit",
          "The daemon gave up what the model generated: " +
              std::string(error.what()) + "."};
}

WhyUngenerated Failed(const ModelFailure& failure) {
  std::string sentence = failure.message;
  // Faults are told as parts of sentences elsewhere; here one stands alone.
  if (!sentence.empty() && sentence.front() >= 'a' && sentence.front() <= 'z') {
    sentence.front() = static_cast<char>(sentence.front() - 'a' + 'A');
  }
  if (!sentence.ends_with('.')) sentence += '.';
  return {"failed", NameOf(failure.fault), std::move(sentence)};
}

void WriteModel(JsonWriter& json, const Generated& generated,
                const ModelIdentity& model) {
  WriteModelIdentity(json.Key("model"), model);
  json.Key("tokens").Integer(generated.tokens);
  using std::chrono::milliseconds;
  json.Key("ms").Integer(
      std::chrono::duration_cast<milliseconds>(generated.time).count());
}

void Finish(LanguageModel& model, const GenerationTask& task,
            const Generation& generation, const Generated& generated,
            const QuestionClock::Run& run) {
  // Taken only now: while the model writes, others gather with it.
  GatheringWorkspaces::Lease lease(model.workspaces);
  // What a model says is never given unchecked: docs/cascade.md.
  const auto answer =
      Judge(generated.text, task.question, task.passages, lease.workspace());
  if (!answer) {
    return SendUngenerated(task.reply, NotKept(answer.error()), task.to);
  }
  JsonWriter json(kUsualGeneratedBytes);
  json.BeginObject();
  if (answer->fate == GeneratedFate::kGiven) {
    json.Key("status").String(ToString(answer->fate));
    WriteGenerated(json, *answer, task.question, task.passages);
  } else {
    WriteWhy(json, {"refused", ToString(answer->fate), answer->message});
  }
  const ModelIdentity identity{NameOf(model, generated),
                               HashOf(model.file.status())};
  WriteModel(json, generated, identity);
  WriteEnergy(json, model.energy, run.question(), run.cpu_time());
  // On record first. A reply that leaves before its record could not be proven
  // afterwards.
  task.audit.RecordGenerated(
      {run.question(), task.run, task.collection, generation, generated,
       identity, task.passages, *answer},
      [to = task.to, reply = task.reply, part = json.EndObject().Take()](
          const Result<Recorded>& recorded) mutable {
        if (!recorded) {
          return SendUngenerated(std::move(reply), NotKept(recorded.error()),
                                 to);
        }
        reply.Key("generated").Raw(part);
        to.Send(reply.EndObject().Take());
      });
}

// On the model's thread.
void RunGeneration(LanguageModel& model, const GenerationTask& task,
                   ModelServer& server, const ModelPatience& patience) {
  const std::vector<std::string_view> texts = TextsOf(task.passages);
  Generation generation;
  generation.prompt = MakePrompt(task.question, texts);
  generation.max_tokens = model.options.max_tokens;
  generation.seed = kModelSeed;
  generation.stops = {std::string(kPromptStop)};

  QuestionClock::Run run =
      FedRun(model, task.collection, kModelAccount, task.audit.asker());
  const ModelResult<Generated> generated =
      GenerateMetered(server, generation, patience, run);
  if (!generated) {
    return SendUngenerated(task.reply, Failed(generated.error()), task.to);
  }
  Finish(model, task, generation, *generated, run);
}

}  // namespace

bool WantsModel(const ModelOptions& options, Generate generate,
                const engine::Question& question,
                const engine::Answer& answer) {
  if (generate != Generate::kAuto) return generate == Generate::kAlways;
  // A refusal for another reason has no confidence to go by.
  if (answer.refusal &&
      *answer.refusal != engine::RefusalReason::kWeakEvidence) {
    return false;
  }
  // Below, the documents most likely hold no answer, and a model would invent
  // one.
  if (answer.confidence < options.from) return false;
  return answer.confidence < options.below || WantsSeveralFacts(question.text);
}

void CompleteWithModel(LanguageModel& model, GenerationTask task) {
  const auto shared = std::make_shared<GenerationTask>(std::move(task));
  Submit(
      model, shared->to,
      JobFor(
          model, shared->to,
          [&model, shared](ModelServer& server, const ModelPatience& patience) {
            try {
              RunGeneration(model, *shared, server, patience);
            } catch (const std::exception& error) {
              SendUngenerated(shared->reply, NotRead(error), shared->to);
            }
          },
          [shared](const ModelFailure& failure) {
            SendUngenerated(shared->reply, Failed(failure), shared->to);
          }));
}

WhyUngenerated NoModel() {
  return {"failed", NameOf(ModelFault::kAbsent),
          "The daemon has no language model; its option model_server names "
          "one."};
}

WhyUngenerated NoContext() {
  return {"refused", ToString(GeneratedFate::kNoAnswer),
          "The documents say nothing about it that a model could be given."};
}

void SendUngenerated(JsonWriter reply, const WhyUngenerated& why,
                     const Reply& to) {
  reply.Key("generated").BeginObject();
  WriteWhy(reply, why);
  to.Send(reply.EndObject().EndObject().Take());
}

}  // namespace answerbox::daemon
