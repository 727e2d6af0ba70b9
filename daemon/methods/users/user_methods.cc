#include <string>
#include <utility>

#include "daemon/identity/principal.h"
#include "daemon/methods/method_families.h"
#include "daemon/methods/users/user_params.h"
#include "protocol/calls/users.h"
#include "protocol/json/json_writer.h"
#include "protocol/json/params.h"

namespace answerbox::daemon {
namespace {

using boost::json::object;

// Writes whether there is a password, but nothing of its hash. Leaves the
// object open.
void WriteUser(JsonWriter& json, const Principal& principal) {
  json.BeginObject().Key("name").String(principal.name);
  json.Key("password").Bool(principal.password.has_value());
  WriteRights(json, principal);
}

void ReplyWithUser(const Connection& connection, std::string_view action,
                   const Result<Principal>& changed, const Reply& reply) {
  if (!changed) return reply.Send(changed.error());
  JsonWriter json;
  WriteUser(json, *changed);
  connection.audit.RecordRightsChange(
      {action, &*changed}, AfterWithdrawal(connection.services, {}, {},
                                           SendWith(std::move(json), reply)));
}

void AddUser(const Connection& connection, const object& params,
             const Reply& reply) {
  Result<AddUserParams> add = DecodeAddUser(params);
  if (!add) return reply.Send(add.error());
  if (add->password) {
    // Hashing takes half a second on a Raspberry Pi, so this runs on
    // Lane::kPassword.
    const auto hash = HashPassword(*add->password);
    if (!hash) return reply.Send(hash.error());
    add->principal.password = *hash;
  }
  ReplyWithUser(connection, "user_add",
                connection.services.access.Add(std::move(add->principal)),
                reply);
}

void SetUser(const Connection& connection, const object& params,
             const Reply& reply) {
  Result<SetUserParams> set = DecodeSetUser(params);
  if (!set) return reply.Send(set.error());
  ReplyWithUser(
      connection, "user_set",
      connection.services.access.Set(set->name, std::move(set->change)), reply);
}

void SetPassword(const Connection& connection, const object& params,
                 const Reply& reply) {
  const Result<PasswordParams> set = DecodePassword(params);
  if (!set) return reply.Send(set.error());
  const auto hash = HashPassword(set->password);
  if (!hash) return reply.Send(hash.error());
  ReplyWithUser(connection, "user_password",
                connection.services.access.SetPassword(set->name, *hash),
                reply);
}

void RemoveUser(const Connection& connection, const object& object,
                const Reply& reply) {
  Params params(object, calls::kUsersRemove);
  const std::string_view name = params.Text(calls::users::kName);
  if (params.error()) return reply.Send(*params.error());
  const auto removed = connection.services.access.Remove(name);
  if (!removed) return reply.Send(removed.error());
  JsonWriter json;
  json.BeginObject().Key("name").String(removed->name);
  json.Key("removed").Bool(true);
  // The record shows the rights after the removal: none.
  Principal after;
  after.name = removed->name;
  // Anonymous callers need no entry, so they stay who they are.
  const bool is_one_caller = after.name != Identity::Anonymous().name();
  connection.audit.RecordRightsChange(
      {"user_remove", &after},
      AfterWithdrawal(connection.services, is_one_caller ? after.name : "", {},
                      SendWith(std::move(json), reply)));
}

// In an outage only root and the daemon's own user have the right to call it.
void AcceptUsers(const Connection& connection, const object& params,
                 const Reply& reply) {
  const Params none(params, calls::kUsersAccept);
  if (none.error()) return reply.Send(*none.error());
  const auto accepted = connection.services.access.Accept();
  if (!accepted) return reply.Send(accepted.error());
  JsonWriter json;
  json.BeginObject().Key("entries").Integer(*accepted);
  connection.audit.RecordRightsChange({"user_accept"},
                                      SendWith(std::move(json), reply));
}

void ListUsers(const Connection& connection, const object& params,
               const Reply& reply) {
  const Params none(params, calls::kUsersList);
  if (none.error()) return reply.Send(*none.error());
  const auto principals = connection.services.access.principals();
  JsonWriter json;
  json.BeginObject().Key("users").BeginArray();
  for (const Principal& principal : *principals) {
    WriteUser(json, principal);
    json.EndObject();
  }
  reply.Send(json.EndArray().EndObject().Take());
}

}  // namespace

void AddUserMethods(const Connection& connection, MethodTable& table) {
  const auto add = [&](const calls::Call& call, RunMethod run) {
    AddMethod(table, call, connection, run);
  };
  // All but the list change rights. An audit log that must lose nothing has to
  // record each change, so it needs room before.
  add(calls::kUsersAdd, IfThereIsRoom<AddUser>);
  add(calls::kUsersSet, IfThereIsRoom<SetUser>);
  add(calls::kUsersPassword, IfThereIsRoom<SetPassword>);
  add(calls::kUsersRemove, IfThereIsRoom<RemoveUser>);
  add(calls::kUsersAccept, IfThereIsRoom<AcceptUsers>);
  add(calls::kUsersList, ListUsers);
}

}  // namespace answerbox::daemon
