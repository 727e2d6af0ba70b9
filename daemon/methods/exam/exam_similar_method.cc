// The method `exam.similar`.
#include <string_view>
#include <utility>

#include "daemon/exam/similar_questions.h"
#include "daemon/methods/method_families.h"
#include "daemon/methods/question_params.h"
#include "protocol/calls/exam.h"
#include "protocol/exam/guard_text.h"
#include "protocol/json/json_writer.h"

namespace answerbox::daemon {

void RunExamSimilar(const Connection& connection,
                    const boost::json::object& object, const Reply& reply) {
  Params params(object, calls::kExamSimilar);
  const std::string_view collection = params.Text(calls::kCollection);
  const std::string_view question = ReadQuestion(params, calls::kQuestion);
  if (params.error()) return reply.Send(*params.error());
  const auto snapshot = connection.services.store.Pin(collection);
  if (!snapshot) return reply.Send(snapshot.error());
  Bank bank;
  if (const auto& stored = (*snapshot)->settings().guard) {
    auto guard = protocol::ReadGuardText(stored->text);
    if (!guard) return reply.Send(guard.error());
    bank = std::move(guard->bank);
  }
  JsonWriter json;
  json.BeginObject().Key("questions").BeginArray();
  for (const BankQuestion* similar :
       FindSimilar(bank, question, calls::exam::kMostSimilar)) {
    json.String(similar->question);
  }
  json.EndArray().Key("collection").String(collection);
  reply.Send(json.EndObject().Take());
}

}  // namespace answerbox::daemon
