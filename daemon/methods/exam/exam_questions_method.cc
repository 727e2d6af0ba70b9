// The method `exam.questions`.
#include <chrono>
#include <string>
#include <string_view>

#include "daemon/methods/method_families.h"
#include "daemon/methods/model/model_grader.h"
#include "daemon/methods/model/question_writer.h"
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

}  // namespace

void RunExamQuestions(const Connection& connection,
                      const boost::json::object& params, const Reply& reply) {
  Services& services = connection.services;
  const auto asked = DecodeExamQuestions(params);
  if (!asked) return reply.Send(asked.error());
  // The energy is accounted to a collection, so there has to be one.
  const auto snapshot = services.store.Pin(asked->collection);
  if (!snapshot) return reply.Send(snapshot.error());
  if (services.model == nullptr) return reply.Send(NoModelToGrade());
  // The texts are copied: the model may take minutes, and the request is gone
  // by then.
  std::string collection(asked->collection);
  WriteQuestions(
      *services.model,
      {collection, std::string(asked->query), std::string(asked->subtopic),
       reply, [collection, reply](const Result<ModelQuestions>& questions) {
         if (!questions) return reply.Send(questions.error());
         reply.Send(ReplyText(collection, *questions));
       }});
}

}  // namespace answerbox::daemon
