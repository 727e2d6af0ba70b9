#include "daemon/methods/model/question_writer.h"

#include <algorithm>
#include <exception>
#include <optional>

#include "daemon/generation/prompts.h"
#include "daemon/methods/model/metered_generation.h"

namespace answerbox::daemon {
namespace {

// The seed of every text. It is fixed, so that a text can be repeated.
constexpr std::uint64_t kWritingSeed = 1;

Error WritingError(const ModelFailure& failure) {
  return {ErrorKind::kModelFailed,
          "The language model wrote no questions: " + failure.message + ".",
          std::string(NameOf(failure.fault))};
}

}  // namespace

struct QuestionWriter::Work {
  WritingTask task;
  std::optional<Result<ModelQuestions>> end;
};

void QuestionWriter::Write(WritingTask task) {
  const auto work = std::make_shared<Work>(Work{std::move(task), std::nullopt});
  // The model's own queue bounds it from here on.
  work->task.to.LeaveLane();
  const ModelResult<void> submitted = models_.Submit(
      {.deadline = ModelPatience::Clock::now() + options_.timeout,
       .is_awaited = [work] { return work->task.to.is_awaited(); },
       .run =
           [this, work](ModelServer& server, const ModelPatience& patience) {
             try {
               work->end = Run(work->task, server, patience);
             } catch (const std::exception& error) {
               // Most likely no memory is left for what the model sent.
               work->end = WritingError(
                   {ModelFault::kTooLong,
                    std::string("the daemon gave up what the model sent: ") +
                        error.what()});
             }
           },
       // Nothing is there if no memory was left to say that none was left.
       .finish =
           [this, work] {
             if (work->end) Finish(work);
           },
       .drop =
           [work](const ModelFailure& failure) {
             work->task.then(WritingError(failure));
           }});
  if (!submitted) work->task.then(WritingError(submitted.error()));
}

void QuestionWriter::Finish(const std::shared_ptr<Work>& work) {
  if (!*work->end) return work->task.then(*work->end);
  file_.WhenRead([work](const ModelFile::Status& file) {
    if (file.state == ModelFile::State::kReading) {
      return work->task.then(
          WritingError({ModelFault::kCancelled, "the daemon is stopping"}));
    }
    if (file.state == ModelFile::State::kKnown) {
      (*work->end)->model.sha256 = file.text;
    }
    work->task.then(*work->end);
  });
}

Result<ModelQuestions> QuestionWriter::Run(const WritingTask& task,
                                           ModelServer& server,
                                           const ModelPatience& patience) {
  Generation generation;
  generation.prompt = MakeQuestionPrompt(task.query, task.subtopic);
  generation.max_tokens = std::min(options_.max_tokens, kMaxQuestionTokens);
  generation.seed = kWritingSeed;
  generation.stops.assign(kQuestionStops.begin(), kQuestionStops.end());

  QuestionClock::Run run(
      energy_.questions(),
      energy_.accounts().Find(task.collection, kGraderAccount),
      QuestionClock::Run::Fed());
  const ModelResult<Generated> reply =
      GenerateMetered(server, generation, patience, run);
  if (!reply) return WritingError(reply.error());

  ModelQuestions questions;
  questions.written = ReadQuestions(reply->text);
  questions.is_cut = reply->is_cut;
  questions.model.name = options_.name.empty() ? reply->model : options_.name;
  questions.time = reply->time;
  return questions;
}

}  // namespace answerbox::daemon
