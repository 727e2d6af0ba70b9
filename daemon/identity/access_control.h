// Knows who has which rights, and keeps them in the users file. One object
// serves all transports.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "daemon/error.h"
#include "daemon/identity/access.h"
#include "daemon/identity/password.h"

namespace answerbox::daemon {

// What `users.set` changes. A missing member stays as it is.
struct PrincipalChange {
  std::optional<std::vector<Grant>> grants;
  std::optional<double> theta;  // 0 is no bound, and is not kept.
  std::optional<TopicRights> topics;
};

// Safe from any thread. A change waits for the disk, and counts from when its
// function returns.
class AccessControl {
 public:
  // Nobody has an entry, and no file keeps changes.
  AccessControl() = default;
  // Reads the users file. If it is damaged or can't be read, only root and the
  // daemon's own user have rights, who could replace it anyway, and nothing can
  // be changed: outage() says why.
  explicit AccessControl(std::filesystem::path users_file);

  // Why nobody else has rights; nothing: it is not so.
  [[nodiscard]] std::optional<std::string> outage() const;
  // Reads the file again if there is an outage. Returns whether that ended it.
  // A file that is missing now, or that others may read or write, does not:
  // what a start would take for no users, or refuse, counts after a start.
  bool ReadAgain();

  // Allocates nothing; holds a lock to copy a pointer.
  [[nodiscard]] Access Of(const Identity& identity) const noexcept {
    return {principals(), identity.parts()};
  }
  // As they are now, sorted by name.
  [[nodiscard]] std::shared_ptr<const Principals> principals() const noexcept;
  // Grows with every change. Code that holds something a caller had a right to,
  // such as queued messages, checks the right again when this has grown.
  [[nodiscard]] std::uint64_t generation() const noexcept {
    return generation_.load(std::memory_order_acquire);
  }

  // Each returns the entry as it is after the change, or as it was before it
  // was removed. Errors: kInvalidParams (CheckPrincipal), kAlreadyExists,
  // kLimit, kStorage.
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
  void Publish(std::shared_ptr<const Principals> next);
  // Writes the file, then puts `changed` into effect. Needs change_mutex_.
  [[nodiscard]] Result<void> Keep(Principals changed);

  std::filesystem::path users_file_;  // Empty: there is none.
  std::mutex change_mutex_;           // One change at a time.
  mutable std::mutex mutex_;  // Held to copy or swap a pointer, nothing else.
  std::shared_ptr<const Principals> principals_ =
      std::make_shared<const Principals>();
  std::optional<std::string> outage_;  // Under mutex_.
  std::atomic<std::uint64_t> generation_{0};
};

}  // namespace answerbox::daemon
