#include <string>
#include <utility>

#include "daemon/error.h"
#include "daemon/identity/principal.h"
#include "daemon/methods/collection_params.h"
#include "daemon/methods/method_families.h"
#include "daemon/methods/user_params.h"
#include "protocol/json/json_writer.h"

namespace answerbox::daemon {
namespace {

using boost::json::object;

// Whether there is a password, but nothing of its hash.
void WriteUser(JsonWriter& json, const Principal& principal) {
  json.BeginObject().Key("name").String(principal.name);
  json.Key("password").Bool(principal.password.has_value());
  WriteRights(json, principal);
  json.EndObject();
}

void ReplyWithUser(std::string_view action, const Result<Principal>& changed,
                   const AuditTrail& audit, const Reply& reply) {
  if (!changed) return reply.Send(changed.error());
  JsonWriter json;
  WriteUser(json, *changed);
  audit.SendRightsChange({action, *changed}, json.Take(), reply);
}

void AddUser(AccessControl& access, const AuditTrail& audit,
             const object& params, const Reply& reply) {
  Result<AddUserParams> add = DecodeAddUser(params);
  if (!add) return reply.Send(add.error());
  if (add->password) {
    const auto hash = HashPassword(*add->password);
    if (!hash) return reply.Send(hash.error());
    add->principal.password = *hash;
  }
  ReplyWithUser("user_add", access.Add(std::move(add->principal)), audit,
                reply);
}

void SetUser(AccessControl& access, const AuditTrail& audit,
             const object& params, const Reply& reply) {
  Result<SetUserParams> set = DecodeSetUser(params);
  if (!set) return reply.Send(set.error());
  ReplyWithUser("user_set", access.Set(set->name, std::move(set->change)),
                audit, reply);
}

void SetPassword(AccessControl& access, const AuditTrail& audit,
                 const object& params, const Reply& reply) {
  const Result<PasswordParams> set = DecodePassword(params);
  if (!set) return reply.Send(set.error());
  const auto hash = HashPassword(set->password);
  if (!hash) return reply.Send(hash.error());
  ReplyWithUser("user_password", access.SetPassword(set->name, *hash), audit,
                reply);
}

void RemoveUser(AccessControl& access, const AuditTrail& audit,
                const object& params, const Reply& reply) {
  const Result<std::string_view> name = DecodeName(params);
  if (!name) return reply.Send(name.error());
  const auto removed = access.Remove(*name);
  if (!removed) return reply.Send(removed.error());
  JsonWriter json;
  json.BeginObject().Key("name").String(removed->name);
  json.Key("removed").Bool(true);
  // What is left of its rights: none.
  Principal after;
  after.name = removed->name;
  audit.SendRightsChange({"user_remove", after}, json.EndObject().Take(),
                         reply);
}

void ListUsers(const AccessControl& access, const object& params,
               const Reply& reply) {
  const Result<void> decoded = DecodeNothing(params);
  if (!decoded) return reply.Send(decoded.error());
  const auto principals = access.principals();
  JsonWriter json;
  json.BeginObject().Key("users").BeginArray();
  for (const Principal& principal : *principals) WriteUser(json, principal);
  reply.Send(json.EndArray().EndObject().Take());
}

}  // namespace

void AddUserMethods(AccessControl& access, const AuditTrail& audit,
                    const Identity& caller, MethodTable& table) {
  // Who changes rights could take every right for itself.
  constexpr auto kRight = RequiredRight::InEvery(Right::kManage);
  // All on one lane: the changes of one caller are made in their order.
  const auto add_change = [&](std::string_view name, auto method) {
    table.methods.push_back({name, Lane::kPassword, kRight,
                             [&access, audit = audit.For(caller), method](
                                 const object& params, const Reply& reply) {
                               const Result<void> room = audit.CheckRoom();
                               if (!room) return reply.Send(room.error());
                               method(access, audit, params, reply);
                             }});
  };
  add_change("users.add", &AddUser);
  add_change("users.set", &SetUser);
  add_change("users.password", &SetPassword);
  add_change("users.remove", &RemoveUser);
  table.methods.push_back({"users.list", Lane::kPassword, kRight,
                           [&access](const object& params, const Reply& reply) {
                             ListUsers(access, params, reply);
                           }});
}

}  // namespace answerbox::daemon
