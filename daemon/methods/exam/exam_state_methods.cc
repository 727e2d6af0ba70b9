// The methods of a collection's own exam: `exam.bank`, `exam.start`,
// `exam.stop`, `exam.state` and `exam.similar`.
#include <string>
#include <string_view>
#include <utility>

#include "daemon/collections/files/errors.h"
#include "daemon/exam/similar_questions.h"
#include "daemon/methods/method_families.h"
#include "daemon/methods/question_params.h"
#include "protocol/calls/exam.h"
#include "protocol/exam/guard_text.h"
#include "protocol/json/json_writer.h"
#include "protocol/json/params.h"

namespace answerbox::daemon {
namespace {

Error HasNoExam(std::string_view collection) {
  return {ErrorKind::kNotFound,
          "The collection \"" + std::string(collection) +
              "\" has no exam: set one by `answerbox collections set --exam`."};
}

// Who may not read the documents sees no sentence of them; a key may be one.
std::string StateText(const std::string& collection, const ExamState& state,
                      bool may_read) {
  JsonWriter json;
  json.BeginObject().Key("collection").String(collection);
  json.Key("running").Bool(state.is_running || state.is_wanted);
  if (state.is_running) {
    json.Key("asked").Integer(state.asked);
    json.Key("questions").Integer(state.questions);
  }
  if (state.checked > 0) json.Key("checked").Integer(state.checked);
  if (!state.problem.empty()) json.Key("problem").String(state.problem);
  json.Key("lost_count").Integer(state.lost_count);
  json.Key("lost").BeginArray();
  for (const LostQuestion& lost : state.lost) {
    json.BeginObject().Key("id").String(lost.id);
    json.Key("question").String(lost.question);
    if (may_read && !lost.expected.empty()) {
      json.Key("expected").String(lost.expected);
    }
    if (may_read && !lost.got.empty()) {
      json.Key("got").String(lost.got);
      json.Key("document").String(lost.document);
    }
    json.EndObject();
  }
  return json.EndArray().EndObject().Take();
}

// Calls `act` with the self-check of the collection's exam, and replies with
// the state after that.
template <typename Act>
void WithExam(const Connection& connection, const boost::json::object& object,
              const calls::Call& call, const Reply& reply, Act act) {
  Params params(object, call);
  const std::string collection(params.Text(calls::kCollection));
  if (params.error()) return reply.Send(*params.error());
  const auto snapshot = connection.services.store.Pin(collection);
  if (!snapshot) return reply.Send(snapshot.error());
  SelfCheck* const check = connection.services.self_check;
  if (check == nullptr || !(*snapshot)->settings().guard) {
    return reply.Send(HasNoExam(collection));
  }
  act(*check, collection);
  reply.Send(StateText(collection, check->StateOf(collection),
                       connection.access().Has(Right::kRead, collection)));
}

void RunExamStart(const Connection& connection,
                  const boost::json::object& params, const Reply& reply) {
  WithExam(connection, params, calls::kExamStart, reply,
           [](SelfCheck& check, const std::string& collection) {
             check.Request(collection);
           });
}

void RunExamStop(const Connection& connection,
                 const boost::json::object& params, const Reply& reply) {
  WithExam(connection, params, calls::kExamStop, reply,
           [](SelfCheck& check, const std::string& collection) {
             check.GiveUp(collection);
           });
}

void RunExamState(const Connection& connection,
                  const boost::json::object& params, const Reply& reply) {
  WithExam(connection, params, calls::kExamState, reply,
           [](SelfCheck&, const std::string&) {});
}

void RunExamBank(const Connection& connection,
                 const boost::json::object& object, const Reply& reply) {
  Params params(object, calls::kExamBank);
  const std::string_view collection = params.Text(calls::kCollection);
  if (params.error()) return reply.Send(*params.error());
  const auto snapshot = connection.services.store.Pin(collection);
  if (!snapshot) return reply.Send(snapshot.error());
  const auto guard = (*snapshot)->settings().guard;
  if (!guard) return reply.Send(HasNoExam(collection));
  // A key may be a sentence of the documents.
  if (!connection.access().Has(Right::kRead, collection)) {
    return reply.Send(ForbiddenIn(collection, Right::kRead, connection.caller,
                                  calls::kExamBank.name));
  }
  const auto rule = protocol::ReadGuardRule(guard->text);
  if (!rule) return reply.Send(rule.error());
  JsonWriter json;
  json.BeginObject().Key("collection").String(collection);
  json.Key("must_pass").String(rule->must_pass.Text());
  json.Key("bank").String(protocol::BankTextOf(guard->text));
  reply.Send(json.EndObject().Take());
}

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

}  // namespace

void AddExamStateMethods(const Connection& connection, MethodTable& table) {
  AddMethod(table, calls::kExamBank, connection, RunExamBank);
  AddMethod(table, calls::kExamStart, connection, RunExamStart);
  AddMethod(table, calls::kExamStop, connection, RunExamStop);
  AddMethod(table, calls::kExamState, connection, RunExamState);
  AddMethod(table, calls::kExamSimilar, connection, RunExamSimilar);
}

}  // namespace answerbox::daemon
