// The method `exam.questions`: has the language model write questions for the
// bank of an exam. docs/exam-make.md, "Questions of a language model".
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "daemon/generation/prompts.h"
#include "daemon/generation/replies.h"
#include "daemon/methods/method_families.h"
#include "daemon/methods/model/model_grader.h"
#include "daemon/methods/question_params.h"
#include "protocol/calls/exam.h"
#include "protocol/exam/bank.h"
#include "protocol/json/json_writer.h"

namespace answerbox::daemon {
namespace {

struct ExamQuestionsParams {
  std::string_view collection;
  std::string_view query;     // 1 to kMaxBankNameBytes bytes.
  std::string_view subtopic;  // At most as many; empty: none.
};

Result<ExamQuestionsParams> DecodeExamQuestions(
    const boost::json::object& object) {
  using calls::exam::kQuery;
  using calls::exam::kSubtopic;
  static_assert(kQuery.most_bytes == kMaxBankNameBytes);
  Params params(object, calls::kExamQuestions);
  ExamQuestionsParams asked;
  asked.collection = params.Text(calls::kCollection);
  asked.query = params.Text(kQuery);
  asked.subtopic = params.Text(kSubtopic);
  const std::string bound = "must have 1 to " +
                            std::to_string(kMaxBankNameBytes) +
                            " bytes, not only white space.";
  if (IsBlank(asked.query) || asked.query.size() > kMaxBankNameBytes) {
    params.Fail(kQuery, bound);
  }
  if (params.Has(kSubtopic) &&
      (IsBlank(asked.subtopic) || asked.subtopic.size() > kMaxBankNameBytes)) {
    params.Fail(kSubtopic, bound);
  }
  if (params.error()) return *params.error();
  return asked;
}

// The longest reply with questions; ten of them take about 200 tokens.
constexpr std::uint32_t kMaxQuestionTokens = 1024;

// What the model wrote.
struct ModelQuestions {
  WrittenQuestions written;
  bool is_cut = false;  // It might have written more.
  ModelIdentity model;
  std::chrono::nanoseconds time{0};
};

// A query whose reply waits for the model. The texts are copies: the model may
// take minutes, and the request is gone by then.
struct WritingTask {
  std::string collection;  // To which the energy is accounted.
  std::string query;       // As `subtopic`, valid UTF-8.
  std::string subtopic;    // May be empty.
  Reply to;
  // Nothing if no memory was left to say that none was left.
  std::optional<Result<ModelQuestions>> end{};
};

Error WritingError(const ModelFailure& failure) {
  return {ErrorKind::kModelFailed,
          "The language model wrote no questions: " + failure.message + ".",
          std::string(NameOf(failure.fault))};
}

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

// Questions that were left out and an output that was cut off are reported, so
// that the caller can see why there are few.
std::string ReplyText(const std::string& collection,
                      const ModelQuestions& questions) {
  JsonWriter json;
  json.BeginObject().Key("questions").BeginArray();
  for (const std::string& text : questions.written.texts) json.String(text);
  json.EndArray();
  json.Key("left_out").Integer(questions.written.left_out);
  json.Key("cut").Bool(questions.is_cut);
  json.Key("collection").String(collection);
  WriteModelIdentity(json.Key("model"), questions.model);
  using std::chrono::milliseconds;
  json.Key("ms").Integer(
      std::chrono::duration_cast<milliseconds>(questions.time).count());
  return json.EndObject().Take();
}

void SendQuestions(LanguageModel& model,
                   const std::shared_ptr<WritingTask>& task) {
  if (!*task->end) return task->to.Send(task->end->error());
  WhenIdentified(model, [task](const ModelResult<std::string>& sha256) {
    if (!sha256) return task->to.Send(WritingError(sha256.error()));
    ModelQuestions& questions = **task->end;
    questions.model.sha256 = *sha256;
    task->to.Send(ReplyText(task->collection, questions));
  });
}

}  // namespace

void RunExamQuestions(const Connection& connection,
                      const boost::json::object& params, const Reply& reply) {
  const auto asked = DecodeExamQuestions(params);
  if (!asked) return reply.Send(asked.error());
  // The energy is accounted to a collection, so there has to be one.
  const auto snapshot = connection.services.store.Pin(asked->collection);
  if (!snapshot) return reply.Send(snapshot.error());
  if (connection.services.model == nullptr) return reply.Send(NoModelToGrade());
  LanguageModel& model = *connection.services.model;
  const auto task = std::make_shared<WritingTask>(
      WritingTask{std::string(asked->collection), std::string(asked->query),
                  std::string(asked->subtopic), reply});
  ModelJob job = JobFor(
      model, reply,
      [&model, task](ModelServer& server, const ModelPatience& patience) {
        try {
          task->end = AskForQuestions(model, *task, server, patience);
        } catch (const std::exception& error) {
          task->end = WritingError(GivenUp(error));
        }
      },
      [reply](const ModelFailure& failure) {
        reply.Send(WritingError(failure));
      });
  // When the model's file was read, as with Grade.
  job.finish = [&model, task] {
    if (task->end) SendQuestions(model, task);
  };
  Submit(model, reply, std::move(job));
}

}  // namespace answerbox::daemon
