// Rights to topics: those of the product follow from rights to collections,
// others stand in a client's entry. docs/protocol-mqtt.md, "Topics".
#pragma once

#include <string_view>

#include "daemon/identity/access_control.h"
#include "daemon/protocol/mqtt/broker/ports.h"

namespace answerbox::daemon::mqtt {

class TopicAuthority final : public Authority {
 public:
  // `access` outlives this.
  explicit TopicAuthority(const AccessControl& access) noexcept
      : access_(access) {}

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

 private:
  const AccessControl& access_;
};

}  // namespace answerbox::daemon::mqtt
