// Rights to topics. Those to the product's own topics follow from rights to
// collections; others are in a client's entry. docs/protocol-mqtt.md, "Topics".
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
  //   allows_anonymous  whether anonymous clients have any right at all. If
  //                     not, their sessions from before a restart end
  TopicAuthority(const AccessControl& access, bool allows_anonymous) noexcept
      : access_(access), allows_anonymous_(allows_anonymous) {}

  [[nodiscard]] std::uint64_t generation() const noexcept override {
    return access_.generation() + 1;
  }
  // Anonymous clients need no entry, but must be allowed.
  [[nodiscard]] bool MayConnect(const Client& client) const override;
  [[nodiscard]] bool MayQuote(const Client& client,
                              const Quotes& quotes) const override;
  // True for every client that may connect: the methods check the rights.
  [[nodiscard]] bool MayAsk(const Client& client) const override;
  [[nodiscard]] bool MayPublish(const Client& client,
                                std::string_view topic) const override;
  // True for a filter of the product's own topics for every client that may
  // connect: the right is checked with each message.
  [[nodiscard]] bool MaySubscribe(const Client& client,
                                  std::string_view filter) const override;
  [[nodiscard]] bool MayReceive(const Client& client,
                                std::string_view topic) const override;
  // True for topics other than the product's own.
  [[nodiscard]] bool IsSubscribingEnough(
      std::string_view topic) const noexcept override;

 private:
  // Returns the present entries. Takes the lock only after a change.
  [[nodiscard]] const std::shared_ptr<const Principals>& principals() const;
  // Returns who the client is; nothing for one that may never connect, because
  // no identity has its name, or it is anonymous and that is not allowed.
  // Allocates nothing.
  [[nodiscard]] std::optional<IdentityName> Identify(
      const Client& client) const noexcept;
  // Calls `ask` with the access of the client and returns its result; false if
  // Identify returns nothing. Allocates nothing.
  template <typename Ask>
  [[nodiscard]] bool AskAccess(const Client& client, const Ask& ask) const;

  const AccessControl& access_;
  const bool allows_anonymous_;
  mutable std::shared_ptr<const Principals> principals_;
  mutable std::uint64_t principals_generation_ = 0;  // 0: none are held.
};

}  // namespace answerbox::daemon::mqtt
