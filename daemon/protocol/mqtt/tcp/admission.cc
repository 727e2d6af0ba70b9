#include "daemon/protocol/mqtt/tcp/admission.h"

#include <chrono>
#include <utility>

#include "daemon/protocol/mqtt/tcp/network_connection.h"

namespace answerbox::daemon::mqtt {

// A user name takes precedence over a certificate, as a client that names a
// user wants to be that user. A certificate without a user name identifies the
// client. Without either, a client on this machine may be anonymous if the
// options allow it.
void Admission::Examine(Connection& connection, const Connect& connect) {
  // All transports of this broker are network ends.
  const NetworkPeer& peer =
      static_cast<const NetworkEnd&>(connection.transport).peer();
  if (connect.user_name) return CheckUser(connection, connect);
  if (!peer.certificate_name.empty()) {
    return Decide(connection, Identity::OfCertificate(peer.certificate_name),
                  ReasonCode::kNotAuthorized);
  }
  std::optional<Identity> identity;
  if (allows_anonymous_ && peer.is_loopback) identity = Identity::Anonymous();
  Decide(connection, identity, ReasonCode::kNotAuthorized);
}

// Hashing takes long on purpose, so another thread does it. `pending` knows
// whether the connection still exists when the answer comes.
void Admission::CheckUser(Connection& connection, const Connect& connect) {
  const auto pending = std::make_shared<Pending>(Pending{&connection});
  pending_.insert_or_assign(&connection, pending);
  const NetworkPeer& peer =
      static_cast<const NetworkEnd&>(connection.transport).peer();
  check_password_(
      *connect.user_name, Password(connect.password.value_or("")), peer.address,
      [this, pending](const std::optional<Identity>& identity) {
        if (pending->connection == nullptr) return;
        Connection& examined = *pending->connection;
        pending_.erase(&examined);
        Decide(examined, identity, ReasonCode::kBadUserNameOrPassword);
      },
      [pending] { return pending->connection != nullptr; });
}

void Admission::Forget(Connection& connection) {
  const auto found = pending_.find(&connection);
  if (found == pending_.end()) return;
  found->second->connection = nullptr;
  pending_.erase(found);
}

void Admission::Decide(Connection& connection,
                       const std::optional<Identity>& identity,
                       ReasonCode otherwise) {
  const auto now = std::chrono::steady_clock::now();
  if (identity) {
    broker_->Admit(connection, identity->name(), now, identity->entry());
  } else {
    broker_->Refuse(connection, otherwise, now);
  }
}

}  // namespace answerbox::daemon::mqtt
