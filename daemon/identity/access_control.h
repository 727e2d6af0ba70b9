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
#include "daemon/identity/users_file.h"
#include "protocol/audit/known_state.h"

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
  // Reads the users file. If it is damaged, can't be read, or is older than
  // what the audit log tells, only root and the daemon's own user have rights,
  // who could replace it anyway, and nothing can be changed: outage() says why.
  //   newest         what the log tells; nothing: it tells nothing;
  //   UsersMark():
  //                  it can't be read, so any file will do
  //   used_revision  the file's revision grows from here
  explicit AccessControl(std::filesystem::path users_file,
                         std::optional<UsersMark> newest = {},
                         std::uint64_t used_revision = 0);

  // Lets the kiosk ask in these collections. Call it once, before the first
  // request.
  void LetKioskAsk(const std::vector<std::string>& collections);

  // Why nobody else has rights; nothing: it is not so.
  [[nodiscard]] std::optional<std::string> outage() const;
  // Reads the file again if there is an outage. Returns whether that ended it.
  // A file that is missing now, or that others may read or write, does not:
  // what a start would take for no users, or refuse, counts after a start.
  bool ReadAgain();
  // Ends an outage: the users count as the file has them, whatever the log
  // tells; if it is missing, there are none. Returns how many there are.
  // Errors: kInvalidParams (there is no outage), kStorage, kCorrupt.
  [[nodiscard]] Result<std::size_t> Accept();

  // The newest state of the file that is on the disk, or that the log told;
  // nothing if there never was a file.
  [[nodiscard]] std::optional<UsersMark> newest() const;

  // Allocates nothing; holds a lock to copy a pointer.
  [[nodiscard]] Access Of(const Identity& identity) const noexcept {
    return {principals(), identity.parts(), kiosk_.get()};
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
  // Gives numbers to those that have none.
  void Publish(Principals next);
  // These need change_mutex_. Reads the file.
  [[nodiscard]] Result<StoredUsers> Load();
  // The same, but fails if the file is older than newest_, which it raises.
  [[nodiscard]] Result<std::vector<Principal>> Read();
  // Fails for a file that a start would refuse.
  [[nodiscard]] Result<void> CheckOwner() const;
  // Writes the file, then puts `changed` into effect; Keep not in an outage.
  [[nodiscard]] Result<void> Keep(Principals changed);
  [[nodiscard]] Result<void> Store(Principals changed);

  std::unique_ptr<const Principal> kiosk_;  // Null: it has no rights.
  std::filesystem::path users_file_;        // Empty: there is none.
  std::mutex change_mutex_;                 // One change at a time.
  // Of the file, or of an attempt to write it. Under change_mutex_. A failed
  // attempt may have replaced the file, so its number is not used again.
  std::uint64_t last_revision_ = 0;
  std::uint64_t last_number_ = 0;  // Principal::number. Under change_mutex_.
  mutable std::mutex mutex_;  // Held to copy or swap a pointer, nothing else.
  std::shared_ptr<const Principals> principals_ =
      std::make_shared<const Principals>();
  std::optional<std::string> outage_;  // Under mutex_; the next one too.
  std::optional<UsersMark> newest_;
  std::atomic<std::uint64_t> generation_{0};
};

}  // namespace answerbox::daemon
