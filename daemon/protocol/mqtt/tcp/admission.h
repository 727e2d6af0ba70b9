// Finds out who a client is: by its password, its certificate or, if the
// options allow it, because it is on this machine.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string_view>

#include "daemon/identity/identity.h"
#include "daemon/identity/password.h"
#include "daemon/protocol/mqtt/broker/broker.h"
#include "daemon/protocol/mqtt/broker/ports.h"

namespace answerbox::daemon::mqtt {

// Checks a password. Calls `answer` once, on the sockets' thread, after this
// call; with nothing if the password is wrong. It need not once `is_awaited`
// returns false.
//   address  of the client, to slow down guessing
using CheckPassword = std::function<void(
    std::string_view user, Password password, std::string_view address,
    std::function<void(std::optional<Identity> identity)> answer,
    std::function<bool()> is_awaited)>;

class Admission final : public Doorkeeper {
 public:
  // `allows_anonymous`: clients on this machine need no proof.
  Admission(bool allows_anonymous, CheckPassword check_password)
      : allows_anonymous_(allows_anonymous),
        check_password_(std::move(check_password)) {}

  // Sets the broker. Call it before the first connection. It outlives this.
  void AdmitTo(Broker& broker) noexcept { broker_ = &broker; }

  void Examine(Connection& connection, const Connect& connect) override;
  void Forget(Connection& connection) override;

 private:
  struct Pending {
    Connection* connection;  // Null when it is over.
  };

  void CheckUser(Connection& connection, const Connect& connect);
  void Decide(Connection& connection, const std::optional<Identity>& identity,
              ReasonCode otherwise);

  const bool allows_anonymous_;
  const CheckPassword check_password_;
  Broker* broker_ = nullptr;
  std::map<const Connection*, std::shared_ptr<Pending>> pending_;
};

}  // namespace answerbox::daemon::mqtt
