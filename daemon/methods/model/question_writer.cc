#include "daemon/methods/model/question_writer.h"

#include <algorithm>
#include <exception>
#include <memory>
#include <optional>

#include "daemon/generation/prompts.h"
#include "daemon/methods/model/model_grader.h"

namespace answerbox::daemon {
namespace {

Error WritingError(const ModelFailure& failure) {
  return {ErrorKind::kModelFailed,
          "The language model wrote no questions: " + failure.message + ".",
          std::string(NameOf(failure.fault))};
}

struct WritingWork {
  WritingTask task;
  std::optional<Result<ModelQuestions>> end{};
};

Result<ModelQuestions> AskForQuestions(LanguageModel& model,
                                       const WritingTask& task,
                                       ModelServer& server,
                                       const ModelPatience& patience) {
  Generation generation;
  generation.prompt = MakeQuestionPrompt(task.query, task.subtopic);
  generation.max_tokens =
      std::min(model.options.max_tokens, kMaxQuestionTokens);
  generation.seed = kModelSeed;
  generation.stops.assign(kQuestionStops.begin(), kQuestionStops.end());

  QuestionClock::Run run = FedRun(model, task.collection, kGraderAccount);
  const ModelResult<Generated> reply =
      GenerateMetered(server, generation, patience, run);
  if (!reply) return WritingError(reply.error());

  ModelQuestions questions;
  questions.written = ReadQuestions(reply->text);
  questions.is_cut = reply->is_cut;
  questions.model.name = NameOf(model, *reply);
  questions.time = reply->time;
  return questions;
}

void FinishWriting(LanguageModel& model,
                   const std::shared_ptr<WritingWork>& work) {
  if (!*work->end) return work->task.then(*work->end);
  WhenIdentified(model, [work](const ModelResult<std::string>& sha256) {
    if (!sha256) return work->task.then(WritingError(sha256.error()));
    (*work->end)->model.sha256 = *sha256;
    work->task.then(*work->end);
  });
}

}  // namespace

void WriteQuestions(LanguageModel& model, WritingTask task) {
  const auto work = std::make_shared<WritingWork>(WritingWork{std::move(task)});
  ModelJob job = JobFor(
      model, work->task.to,
      [&model, work](ModelServer& server, const ModelPatience& patience) {
        try {
          work->end = AskForQuestions(model, work->task, server, patience);
        } catch (const std::exception& error) {
          work->end = WritingError(GivenUp(error));
        }
      },
      [work](const ModelFailure& failure) {
        work->task.then(WritingError(failure));
      });
  // Nothing is there if no memory was left to say that none was left.
  job.finish = [&model, work] {
    if (work->end) FinishWriting(model, work);
  };
  Submit(model, work->task.to, std::move(job));
}

}  // namespace answerbox::daemon
