// `exam.questions`.
#include <chrono>
#include <string>
#include <string_view>

#include "daemon/error.h"
#include "daemon/methods/ask_params.h"
#include "daemon/methods/method_families.h"
#include "daemon/methods/question_writer.h"
#include "protocol/exam/bank.h"
#include "protocol/json/json_writer.h"
#include "protocol/json/params.h"

namespace answerbox::daemon {
namespace {

struct ExamQuestionsParams {
  std::string_view collection;
  std::string_view query;     // 1 to kMaxBankNameBytes bytes.
  std::string_view subtopic;  // At most as many; empty: none.
};

bool IsBlank(std::string_view text) {
  return text.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

Result<ExamQuestionsParams> DecodeExamQuestions(
    const boost::json::object& object) {
  Params params(object, {"collection", "query", "subtopic"});
  ExamQuestionsParams asked;
  asked.collection = params.TextOr("collection", kDefaultCollection);
  asked.query = params.Text("query");
  asked.subtopic = params.TextOr("subtopic", {});
  const std::string bound = "must have 1 to " +
                            std::to_string(kMaxBankNameBytes) +
                            " bytes, not only white space.";
  if (IsBlank(asked.query) || asked.query.size() > kMaxBankNameBytes) {
    params.Fail("query", bound);
  }
  if (params.Has("subtopic") &&
      (IsBlank(asked.subtopic) || asked.subtopic.size() > kMaxBankNameBytes)) {
    params.Fail("subtopic", bound);
  }
  if (params.error()) return *params.error();
  return asked;
}

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

void RunQuestions(const AskServices& services,
                  const boost::json::object& params, const Reply& reply) {
  const auto asked = DecodeExamQuestions(params);
  if (!asked) return reply.Send(asked.error());
  // The energy is that of a collection, so there has to be one.
  const auto snapshot = services.store.Pin(asked->collection);
  if (!snapshot) return reply.Send(snapshot.error());
  if (services.question_writer == nullptr) {
    return reply.Send(NoModelToGrade());
  }
  std::string collection(asked->collection);
  services.question_writer->Write(
      {collection, std::string(asked->query), std::string(asked->subtopic),
       reply, [collection, reply](const Result<ModelQuestions>& questions) {
         if (!questions) return reply.Send(questions.error());
         reply.Send(ReplyText(collection, *questions));
       }});
}

}  // namespace

void AddExamQuestionsMethod(const AskServices& services, MethodTable& table) {
  table.methods.push_back(
      {"exam.questions", Lane::kQuestion,
       RequiredRight::In(Right::kAsk, "collection", kDefaultCollection),
       [services](const boost::json::object& params, const Reply& reply) {
         RunQuestions(services, params, reply);
       }});
}

}  // namespace answerbox::daemon
