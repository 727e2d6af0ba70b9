// Checks names and passwords against the entries of users.
#pragma once

#include <nettle/hmac.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string_view>
#include <vector>

#include "daemon/error.h"
#include "daemon/identity/access_control.h"
#include "daemon/identity/identity.h"
#include "daemon/identity/login_guard.h"
#include "daemon/identity/password.h"

namespace answerbox::daemon {

// Safe from any thread. Remembers recent successes, so that a thousand clients
// of one user that connect again cost one hash. It stores an HMAC of name,
// password and stored hash, under a key of this process. The HMAC reveals no
// password, and no longer matches once the user's password was changed or the
// user was removed.
class Logins {
 public:
  static constexpr std::size_t kMaxRemembered = 256;

  // `access` outlives it. Errors: kInternal (no random numbers).
  //   iterations  of the hash that is computed for a user who does not exist
  [[nodiscard]] static Result<std::unique_ptr<Logins>> Make(
      const AccessControl& access,
      std::uint32_t iterations = kPasswordIterations);

  // Returns the identity of user `name`; nothing when the password is wrong,
  // there is no such user, or the user has no password. All three take as long
  // as one hash (kPasswordIterations), so don't call it on a thread that serves
  // others. Precondition: password.IsOfValidSize().
  [[nodiscard]] std::optional<Identity> Check(std::string_view name,
                                              const Password& password);
  // Does the same without a hash, for a password that was right lately; nothing
  // for any other. A caller that is told of both must not learn more from it
  // than from Check. Precondition: password.IsOfValidSize().
  [[nodiscard]] std::optional<Identity> FindRemembered(
      std::string_view name, const Password& password);

  // Slows down guesses. MQTT and HTTP share it, so that guesses at one count at
  // the other. For the sockets' thread alone.
  [[nodiscard]] LoginGuard& guard() noexcept { return guard_; }

 private:
  using Proof = std::array<std::uint8_t, SHA256_DIGEST_SIZE>;

  explicit Logins(const AccessControl& access) : access_(access) {}

  [[nodiscard]] Proof ProofOf(const Principal& user,
                              const Password& password) const noexcept;
  [[nodiscard]] bool Remembers(const Proof& proof);
  void Remember(const Proof& proof);

  const AccessControl& access_;
  LoginGuard guard_;
  PasswordHash nobody_;  // The hash of no password.
  hmac_sha256_ctx keyed_{};
  std::mutex mutex_;
  std::vector<Proof> remembered_;  // At most kMaxRemembered.
  std::size_t next_ = 0;           // The proof that is replaced next.
};

}  // namespace answerbox::daemon
