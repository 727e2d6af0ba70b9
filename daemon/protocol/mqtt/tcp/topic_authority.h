// Rights to topics: those of the product follow from rights to collections,
// others stand in a client's entry. docs/protocol-mqtt.md, "Topics".
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include "daemon/identity/access_control.h"
#include "daemon/protocol/mqtt/broker/ports.h"

namespace answerbox::daemon::mqtt {

// Used on the sockets' thread.
class TopicAuthority final : public Authority {
 public:
  // `access` outlives this.
  explicit TopicAuthority(const AccessControl& access) noexcept
      : access_(access) {}

  [[nodiscard]] std::uint64_t generation() const noexcept override {
    return access_.generation() + 1;
  }
  // Whether it still has an entry; anonymous clients need none.
  [[nodiscard]] bool MayConnect(const Client& client) const override;
  // A request may be published by everybody: its method asks for the right.
  [[nodiscard]] bool MayPublish(const Client& client,
                                std::string_view topic) const override;
  // A filter for the product's own topics may be subscribed to by everybody:
  // each message asks for the right.
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
  // Calls `ask` with the access of the client and gives what it says; false for
  // a name that is no identity's. Allocates nothing.
  template <typename Ask>
  [[nodiscard]] bool AskAccess(const Client& client, const Ask& ask) const;

  const AccessControl& access_;
  mutable std::shared_ptr<const Principals> principals_;
  mutable std::uint64_t principals_generation_ = 0;  // 0: none are held.
};

}  // namespace answerbox::daemon::mqtt
