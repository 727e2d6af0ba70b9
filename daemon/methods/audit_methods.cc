#include <string>

#include "daemon/error.h"
#include "daemon/methods/collection_params.h"
#include "daemon/methods/method_families.h"
#include "protocol/json/json_writer.h"

namespace answerbox::daemon {
namespace {

using boost::json::object;

void ReplyWithHead(AuditLog* log, const object& params, const Reply& reply,
                   Result<SignedHead> (AuditLog::*make)()) {
  const Result<void> decoded = DecodeNothing(params);
  if (!decoded) return reply.Send(decoded.error());
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
  json.Key("unrecorded").Integer(log->activity().unrecorded);
  reply.Send(json.EndObject().Take());
}

}  // namespace

void AddAuditMethods(AuditLog* log, MethodTable& table) {
  // On the blocking lane, as they wait for the disk.
  constexpr auto kRight = RequiredRight::InEvery(Right::kManage);
  table.methods.push_back({"audit.head", Lane::kBlocking, kRight,
                           [log](const object& params, const Reply& reply) {
                             ReplyWithHead(log, params, reply, &AuditLog::Head);
                           }});
  table.methods.push_back({"audit.rotate_key", Lane::kBlocking, kRight,
                           [log](const object& params, const Reply& reply) {
                             ReplyWithHead(log, params, reply,
                                           &AuditLog::RotateKey);
                           }});
}

}  // namespace answerbox::daemon
