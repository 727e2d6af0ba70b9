#include "daemon/methods/model/model_grader.h"

#include <algorithm>
#include <exception>
#include <memory>
#include <optional>

#include "daemon/generation/prompts.h"
#include "daemon/generation/replies.h"
#include "daemon/methods/model/metered_generation.h"

namespace answerbox::daemon {
namespace {

// The seed of every grade. It is fixed, so that a grade can be repeated.
constexpr std::uint64_t kGradeSeed = 1;

Error GradeError(const ModelFailure& failure) {
  return {ErrorKind::kModelFailed,
          "The language model gave no grade, and nothing of the question is "
          "graded: " +
              failure.message + ".",
          std::string(NameOf(failure.fault))};
}

ModelFailure OutOfMemory(const std::exception& error) {
  return {ModelFault::kTooLong, "the daemon gave up what the model sent: " +
                                    std::string(error.what())};
}

}  // namespace

// One question, through all its texts.
struct ModelGrader::Work {
  explicit Work(GradingTask its_task) : task(std::move(its_task)) {}

  GradingTask task;
  ModelGrades grades;
  // How the work ended; nothing while there are passages to grade.
  std::optional<Result<ModelGrades>> end;
};

std::size_t ModelGrader::passage_bytes() const noexcept {
  return std::min(
      kMaxRatedBytes,
      static_cast<std::size_t>(options_.context_tokens * kGradedBytesPerToken));
}

void ModelGrader::Grade(GradingTask task) {
  const auto work = std::make_shared<Work>(std::move(task));
  work->grades.texts.reserve(work->task.passages.size());
  // The model's own queue bounds it from here on.
  work->task.to.LeaveLane();
  const ModelResult<void> submitted = models_.Submit(JobOf(work));
  if (!submitted) work->task.then(GradeError(submitted.error()));
}

ModelJob ModelGrader::JobOf(const std::shared_ptr<Work>& work) {
  return {.deadline = ModelPatience::Clock::now() + options_.timeout,
          .is_awaited = [work] { return work->task.to.is_awaited(); },
          .run =
              [this, work](ModelServer& server, const ModelPatience& patience) {
                Run(work, server, patience);
              },
          .finish =
              [this, work] {
                if (work->end) Finish(work);
              },
          .drop =
              [work](const ModelFailure& failure) {
                work->task.then(GradeError(failure));
              }};
}

void ModelGrader::Run(const std::shared_ptr<Work>& work, ModelServer& server,
                      const ModelPatience& patience) {
  const ModelResult<void> graded = [&]() -> ModelResult<void> {
    try {
      return GradeNext(*work, server, patience);
    } catch (const std::exception& error) {
      // Most likely no memory is left for what the model sent.
      return OutOfMemory(error);
    }
  }();
  if (!graded) {
    work->end = GradeError(graded.error());
  } else if (work->grades.texts.size() == work->task.passages.size()) {
    work->end = std::move(work->grades);
    // A text at a time: the queue lets texts of other requests go between.
  } else if (auto next = models_.SubmitNext(JobOf(work)); !next) {
    work->end = GradeError(next.error());
  }
}

void ModelGrader::Finish(const std::shared_ptr<Work>& work) {
  if (!*work->end) return work->task.then(*work->end);
  work->task.passages = {};  // The file may take a minute.
  file_.WhenRead([work](const ModelFile::Status& file) {
    if (file.state == ModelFile::State::kReading) {
      return work->task.then(
          GradeError({ModelFault::kCancelled, "the daemon is stopping"}));
    }
    if (file.state == ModelFile::State::kKnown) {
      (*work->end)->model.sha256 = file.text;
    }
    work->task.then(*work->end);
  });
}

ModelResult<void> ModelGrader::GradeNext(Work& work, ModelServer& server,
                                         const ModelPatience& patience) {
  const GradingTask& task = work.task;
  const std::size_t next = work.grades.texts.size();
  Generation generation;
  generation.prompt = MakeRatingPrompt(task.question, task.passages[next]);
  // A model that explains itself would take a hundred times as long.
  generation.max_tokens = std::min(options_.max_tokens, kMaxGradeTokens);
  generation.seed = kGradeSeed;
  generation.stops = {std::string(kPromptStop)};

  QuestionClock::Run run(
      energy_.questions(),
      energy_.accounts().Find(task.collection, kGraderAccount),
      QuestionClock::Run::Fed());
  const ModelResult<Generated> reply =
      GenerateMetered(server, generation, patience, run);
  if (!reply) return reply.error();

  const std::string& name =
      options_.name.empty() ? reply->model : options_.name;
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

Error NoModelToGrade() {
  return {ErrorKind::kModelFailed,
          "The daemon has no language model for exams; its option model_server "
          "names one.",
          std::string(NameOf(ModelFault::kAbsent))};
}

}  // namespace answerbox::daemon
