// What one caller may do at this moment. An Access is made for one request, so
// that a change of rights counts from the next request on.
#pragma once

#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "daemon/identity/identity.h"
#include "daemon/identity/principal.h"

namespace answerbox::daemon {

// Sorted by name.
struct Principals : std::vector<Principal> {
  using std::vector<Principal>::vector;
  explicit Principals(std::vector<Principal> principals)
      : std::vector<Principal>(std::move(principals)) {}

  // Whoever has no entry has no rights: the lost entries may have
  // denied them.
  bool are_lost = false;
};

// Allocates nothing. The identity outlives it.
class Access {
 public:
  // The rights that `identity` has by its entry in `principals`. Without an
  // entry, a Unix peer may do everything, as the mode and group of the socket
  // decide who can connect to it. An anonymous caller may ask every collection
  // and use every topic but the product's own, as the listener lets it in.
  // Others may do nothing; nor may anybody when the entries are lost.
  //   kiosk  the rights of the kiosk; outlives it. Null: it has none
  Access(std::shared_ptr<const Principals> principals,
         const IdentityName& identity,
         const Principal* kiosk = nullptr) noexcept;

  [[nodiscard]] bool Has(Right right,
                         std::string_view collection) const noexcept;
  [[nodiscard]] bool HasInEvery(Right right) const noexcept;
  [[nodiscard]] bool HasInSome(Right right) const noexcept;
  // Questions of this caller have no lower threshold.
  [[nodiscard]] std::optional<double> theta() const noexcept {
    return principal_->theta;
  }

  // Return whether the caller may use the topic; false for the product's own
  // topics, about which rights to collections decide. `client_id` is empty for
  // a client that has none. Topics and filters that are not valid are refused.
  [[nodiscard]] bool MayPublish(std::string_view topic,
                                std::string_view client_id) const noexcept;
  // Returns whether a granted filter covers the asked one. The asked filter may
  // match the product's own topics too: ask MayReceive before each message.
  [[nodiscard]] bool MaySubscribe(std::string_view filter,
                                  std::string_view client_id) const noexcept;
  [[nodiscard]] bool MayReceive(std::string_view topic,
                                std::string_view client_id) const noexcept;

 private:
  [[nodiscard]] bool IsCovered(std::string_view asked,
                               const std::vector<std::string>& granted,
                               std::string_view client_id) const noexcept;

  std::shared_ptr<const Principals> principals_;  // Keeps `principal_`.
  const Principal* principal_;
  std::string_view local_name_;
  bool has_topics_of_its_own_;
};

// Returns null when there is no entry of that name. Logarithmic.
[[nodiscard]] const Principal* FindPrincipal(const Principals& principals,
                                             std::string_view name) noexcept;

}  // namespace answerbox::daemon
