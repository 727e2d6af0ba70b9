#include "daemon/methods/model/model_grader.h"

#include <algorithm>
#include <exception>
#include <memory>
#include <optional>

#include "daemon/generation/prompts.h"
#include "daemon/generation/replies.h"

namespace answerbox::daemon {
namespace {

Error GradeError(const ModelFailure& failure) {
  return {ErrorKind::kModelFailed,
          "The language model gave no grade, and nothing of the question is "
          "graded: " +
              failure.message + ".",
          std::string(NameOf(failure.fault))};
}

// One question, through all its texts.
struct GradingWork {
  GradingTask task;
  ModelGrades grades{};
  // How the work ended; nothing while there are passages to grade.
  std::optional<Result<ModelGrades>> end{};
};

ModelResult<void> GradeNext(LanguageModel& model, GradingWork& work,
                            ModelServer& server,
                            const ModelPatience& patience) {
  const GradingTask& task = work.task;
  const std::size_t next = work.grades.texts.size();
  Generation generation;
  generation.prompt = MakeRatingPrompt(task.question, task.passages[next]);
  // A model that explains itself would take a hundred times as long.
  generation.max_tokens = std::min(model.options.max_tokens, kMaxGradeTokens);
  generation.seed = kModelSeed;
  generation.stops = {std::string(kPromptStop)};

  QuestionClock::Run run = FedRun(model, task.collection, kGraderAccount);
  const ModelResult<Generated> reply =
      GenerateMetered(server, generation, patience, run);
  if (!reply) return reply.error();

  const std::string name = NameOf(model, *reply);
  if (next == 0) {
    work.grades.model.name = name;
    // Grades of two models can't be compared, so none of them would be right.
  } else if (name != work.grades.model.name) {
    return ModelFailure{ModelFault::kInvalid,
                        "the server went over to another model, from " +
                            QuoteForeign(work.grades.model.name) + " to " +
                            QuoteForeign(name) + "; ask the question again"};
  }
  // A digit at the cut may be the first of a longer number.
  const RatingEnd end = reply->is_cut ? RatingEnd::kCut : RatingEnd::kSaid;
  work.grades.texts.push_back({run.question(), ReadRating(reply->text, end)});
  work.grades.time += reply->time;
  return {};
}

void FinishGrading(LanguageModel& model,
                   const std::shared_ptr<GradingWork>& work) {
  if (!*work->end) return work->task.then(*work->end);
  work->task.passages = {};  // The file may take a minute.
  WhenIdentified(model, [work](const ModelResult<std::string>& sha256) {
    if (!sha256) return work->task.then(GradeError(sha256.error()));
    (*work->end)->model.sha256 = *sha256;
    work->task.then(*work->end);
  });
}

// Notes the work's end, if that is it.
void GradeOne(LanguageModel& model, const std::shared_ptr<GradingWork>& work,
              ModelServer& server, const ModelPatience& patience);

ModelJob JobOf(LanguageModel& model, const std::shared_ptr<GradingWork>& work) {
  ModelJob job = JobFor(
      model, work->task.to,
      [&model, work](ModelServer& server, const ModelPatience& patience) {
        GradeOne(model, work, server, patience);
      },
      [work](const ModelFailure& failure) {
        work->task.then(GradeError(failure));
      });
  job.finish = [&model, work] {
    if (work->end) FinishGrading(model, work);
  };
  return job;
}

void GradeOne(LanguageModel& model, const std::shared_ptr<GradingWork>& work,
              ModelServer& server, const ModelPatience& patience) {
  const ModelResult<void> graded = [&]() -> ModelResult<void> {
    try {
      return GradeNext(model, *work, server, patience);
    } catch (const std::exception& error) {
      return GivenUp(error);
    }
  }();
  if (!graded) {
    work->end = GradeError(graded.error());
  } else if (work->grades.texts.size() == work->task.passages.size()) {
    work->end = std::move(work->grades);
    // A text at a time: the queue lets texts of other requests go between.
  } else if (auto next = model.queue.SubmitNext(JobOf(model, work)); !next) {
    work->end = GradeError(next.error());
  }
}

}  // namespace

std::size_t GradedBytes(const ModelOptions& options) noexcept {
  return std::min(
      kMaxRatedBytes,
      static_cast<std::size_t>(options.context_tokens * kGradedBytesPerToken));
}

void Grade(LanguageModel& model, GradingTask task) {
  const auto work = std::make_shared<GradingWork>(GradingWork{std::move(task)});
  work->grades.texts.reserve(work->task.passages.size());
  Submit(model, work->task.to, JobOf(model, work));
}

Error NoModelToGrade() {
  return {ErrorKind::kModelFailed,
          "The daemon has no language model for exams; its option model_server "
          "names one.",
          std::string(NameOf(ModelFault::kAbsent))};
}

}  // namespace answerbox::daemon
