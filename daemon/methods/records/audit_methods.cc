
#include "daemon/methods/method_families.h"
#include "protocol/calls/users.h"
#include "protocol/json/json_writer.h"
#include "protocol/json/params.h"

namespace answerbox::daemon {
namespace {

template <const calls::Call& call, Result<SignedHead> (AuditLog::*make)()>
void ReplyWithHead(const Connection& connection,
                   const boost::json::object& params, const Reply& reply) {
  const Params none(params, call);
  if (none.error()) return reply.Send(*none.error());
  AuditLog* const log = connection.services.audit.log();
  if (log == nullptr) {
    return reply.Send(
        Error{ErrorKind::kNotFound,
              "There is no audit log; the option audit turns it on."});
  }
  const Result<SignedHead> head = (log->*make)();
  if (!head) return reply.Send(head.error());
  JsonWriter json;
  json.BeginObject().Key("head").String(head->Text());
  json.Key("records").Integer(head->size).Key("time").String(head->time);
  json.Key("key").String(head->key);
  // A head proves what is in the log. It says nothing of records that never got
  // into the log, so their number is added.
  json.Key("unrecorded").Integer(log->activity().unrecorded);
  reply.Send(json.EndObject().Take());
}

}  // namespace

void AddAuditMethods(const Connection& connection, MethodTable& table) {
  AddMethod(table, calls::kAuditHead, connection,
            ReplyWithHead<calls::kAuditHead, &AuditLog::Head>);
  AddMethod(table, calls::kAuditRotateKey, connection,
            ReplyWithHead<calls::kAuditRotateKey, &AuditLog::RotateKey>);
}

}  // namespace answerbox::daemon
