// Rights to topics: those of the product follow from rights to collections,
// others stand in a client's entry. docs/protocol-mqtt.md, "Topics".
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

#include "daemon/identity/access_control.h"
#include "daemon/identity/identity.h"
#include "daemon/protocol/mqtt/broker/ports.h"

namespace answerbox::daemon::mqtt {

// Used on the sockets' thread.
class TopicAuthority final : public Authority {
 public:
  // `access` outlives this.
  //   allows_anonymous  whether anonymous clients have any right at all; what
  //   was theirs before a restart ends without it
  TopicAuthority(const AccessControl& access, bool allows_anonymous) noexcept
      : access_(access), allows_anonymous_(allows_anonymous) {}

  [[nodiscard]] std::uint64_t generation() const noexcept override {
    return access_.generation() + 1;
  }
  // Whether it still has an entry. Anonymous clients need none: they must be
  // allowed.
  [[nodiscard]] bool MayConnect(const Client& client) const override;
  // Every such client may: the methods ask for the rights.
  [[nodiscard]] bool MayAsk(const Client& client) const override;
  [[nodiscard]] bool MayPublish(const Client& client,
                                std::string_view topic) const override;
  // A filter for the product's own topics may be subscribed to by every such
  // client: each message asks for the right.
  [[nodiscard]] bool MaySubscribe(const Client& client,
                                  std::string_view filter) const override;
  [[nodiscard]] bool MayReceive(const Client& client,
                                std::string_view topic) const override;
  // For topics other than the product's own.
  [[nodiscard]] bool IsSubscribingEnough(
      std::string_view topic) const noexcept override;

 private:
  // The entries as they are now. Takes the lock only after a change.
  [[nodiscard]] const std::shared_ptr<const Principals>& principals() const;
  // Who the client is; nothing for one that may not connect, whatever the
  // entries say: its name is no identity's, or it is anonymous and that is not
  // allowed. Allocates nothing.
  [[nodiscard]] std::optional<IdentityName> Identify(
      const Client& client) const noexcept;
  // Calls `ask` with the access of the client and gives what it says; false
  // where Identify gives nothing. Allocates nothing.
  template <typename Ask>
  [[nodiscard]] bool AskAccess(const Client& client, const Ask& ask) const;

  const AccessControl& access_;
  const bool allows_anonymous_;
  mutable std::shared_ptr<const Principals> principals_;
  mutable std::uint64_t principals_generation_ = 0;  // 0: none are held.
};

}  // namespace answerbox::daemon::mqtt
