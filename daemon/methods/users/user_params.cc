#include "daemon/methods/users/user_params.h"

#include <string_view>
#include <utility>

#include "daemon/identity/principal.h"
#include "protocol/calls/users.h"
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

}  // namespace answerbox::daemon
