#include "daemon/methods/users/user_methods.h"

#include <string_view>
#include <utility>

#include "daemon/methods/method_families.h"
#include "protocol/calls/users.h"
#include "protocol/json/json_writer.h"
#include "protocol/json/params.h"

namespace answerbox::daemon {
namespace {

static_assert(calls::users::kPassword.most_bytes == kMaxPasswordBytes);

Error BadPassword(const std::string& message) {
  return {ErrorKind::kInvalidParams, "\"password\" " + message, "password"};
}

Result<Password> ReadPasswordParam(Params& params) {
  const std::string_view text = params.Text(calls::users::kNewPassword);
  if (params.error()) return *params.error();
  Password password(text);
  if (password.IsOfValidSize()) return password;
  return BadPassword("must be 1 to " + std::to_string(kMaxPasswordBytes) +
                     " bytes.");
}

// Reads the parameters that `users.add` and `users.set` share.
Result<PrincipalChange> ReadChange(const boost::json::object& object,
                                   Params& params) {
  PrincipalChange change;
  if (params.Has(calls::users::kTheta))
    change.theta = params.Real(calls::users::kTheta);
  if (params.error()) return *params.error();
  if (params.Has(calls::users::kGrants)) {
    // The new grants replace all old ones: a request shows everything that the
    // caller may do then.
    auto grants = ReadGrants(object.at(calls::users::kGrants.name));
    if (!grants) return grants.error();
    change.grants = std::move(*grants);
  }
  if (params.Has(calls::users::kTopics)) {
    auto topics = ReadTopics(object.at(calls::users::kTopics.name));
    if (!topics) return topics.error();
    change.topics = std::move(*topics);
  }
  return change;
}

}  // namespace

Result<AddUserParams> DecodeAddUser(const boost::json::object& object) {
  Params params(object, calls::kUsersAdd);
  AddUserParams add;
  add.principal.name = params.Text(calls::users::kName);
  // An entry without grants could do nothing, and its owner would not learn
  // why.
  if (!params.Has(calls::users::kGrants))
    params.Fail(calls::users::kGrants, "is missing.");
  auto change = ReadChange(object, params);
  if (!change) return change.error();
  add.principal.grants = std::move(*change->grants);
  // A bound of 0 bounds nothing. It is stored as no bound.
  if (change->theta != 0.0) add.principal.theta = change->theta;
  if (change->topics) add.principal.topics = std::move(*change->topics);
  if (auto checked = CheckPrincipal(add.principal); !checked) {
    return checked.error();
  }
  if (!params.Has(calls::users::kPassword)) return add;
  // A certificate or the kernel proves the other names, so they have no
  // password.
  if (!TakesPassword(add.principal.name)) {
    return BadPassword("is for names that begin with \"user:\" alone.");
  }
  auto password = ReadPasswordParam(params);
  if (!password) return password.error();
  add.password.emplace(std::move(*password));
  return add;
}

Result<SetUserParams> DecodeSetUser(const boost::json::object& object) {
  Params params(object, calls::kUsersSet);
  SetUserParams set;
  set.name = params.Text(calls::users::kName);
  auto change = ReadChange(object, params);
  if (!change) return change.error();
  set.change = std::move(*change);
  return set;
}

Result<PasswordParams> DecodePassword(const boost::json::object& object) {
  Params params(object, calls::kUsersPassword);
  std::string name(params.Text(calls::users::kName));
  auto password = ReadPasswordParam(params);
  if (!password) return password.error();
  if (!TakesPassword(name)) {
    return BadPassword("is for names that begin with \"user:\" alone.");
  }
  return PasswordParams{std::move(name), std::move(*password)};
}

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
