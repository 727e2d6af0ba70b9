// What the methods `users.*` are asked.
#pragma once

#include <boost/json/object.hpp>
#include <optional>
#include <string>

#include "daemon/error.h"
#include "daemon/identity/access_control.h"
#include "daemon/identity/password.h"
#include "daemon/identity/principal.h"

namespace answerbox::daemon {

struct AddUserParams {
  Principal principal;  // Without a password; CheckPrincipal holds.
  std::optional<Password> password;
};

struct SetUserParams {
  std::string name;
  PrincipalChange change;
};

struct PasswordParams {
  std::string name;
  Password password;
};

// Errors of all functions here: kInvalidParams. No error holds a password.
[[nodiscard]] Result<AddUserParams> DecodeAddUser(
    const boost::json::object& params);
[[nodiscard]] Result<SetUserParams> DecodeSetUser(
    const boost::json::object& params);
[[nodiscard]] Result<PasswordParams> DecodePassword(
    const boost::json::object& params);

}  // namespace answerbox::daemon
