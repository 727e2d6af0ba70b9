// Who has which rights, kept in the users file. One of it serves all
// transports.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string_view>
#include <vector>

#include "daemon/error.h"
#include "daemon/identity/access.h"
#include "daemon/identity/password.h"

namespace answerbox::daemon {

// What `users.set` changes; what is missing stays.
struct PrincipalChange {
  std::optional<std::vector<Grant>> grants;
  std::optional<double> theta;  // 0 is no bound, and is not kept.
  std::optional<TopicRights> topics;
};

// Safe from any thread. Changes wait for the disk, and count from when they
// return.
class AccessControl {
 public:
  // Nobody has an entry, and no file keeps changes.
  AccessControl() = default;
  // Reads the users file. Errors: as LoadUsers.
  [[nodiscard]] static Result<std::unique_ptr<AccessControl>> Open(
      std::filesystem::path users_file);

  // Allocates nothing; holds a lock to copy a pointer.
  [[nodiscard]] Access Of(const Identity& identity) const noexcept {
    return {principals(), identity.parts()};
  }
  // As they are now, sorted by name.
  [[nodiscard]] std::shared_ptr<const Principals> principals() const noexcept;
  // Grows with every change: who keeps what a caller had a right to, such as
  // queued messages, asks again when it has grown.
  [[nodiscard]] std::uint64_t generation() const noexcept {
    return generation_.load(std::memory_order_acquire);
  }

  // Each returns the entry as it is afterwards, or was before it was removed.
  // Errors: kInvalidParams (CheckPrincipal), kAlreadyExists, kLimit, kStorage.
  [[nodiscard]] Result<Principal> Add(Principal principal);
  // Errors: kNotFound, kInvalidParams, kLimit, kStorage.
  [[nodiscard]] Result<Principal> Set(std::string_view name,
                                      PrincipalChange change);
  [[nodiscard]] Result<Principal> SetPassword(std::string_view name,
                                              const PasswordHash& password);
  // Errors: kNotFound, kStorage.
  [[nodiscard]] Result<Principal> Remove(std::string_view name);

 private:
  // Changes the entry at `name`.
  [[nodiscard]] Result<Principal> Change(
      std::string_view name, const std::function<void(Principal&)>& change);
  // Writes the file, and has `changed` count. Needs change_mutex_.
  [[nodiscard]] Result<void> Keep(Principals changed);

  std::filesystem::path users_file_;  // Empty: there is none.
  std::mutex change_mutex_;           // One change at a time.
  mutable std::mutex mutex_;  // Held to copy or swap a pointer, nothing else.
  std::shared_ptr<const Principals> principals_ =
      std::make_shared<const Principals>();
  std::atomic<std::uint64_t> generation_{0};
};

}  // namespace answerbox::daemon
