#include "daemon/identity/access_control.h"

#include <unistd.h>

#include <algorithm>
#include <string>
#include <utility>

#include "daemon/identity/users_file.h"
#include "platform/file/directory.h"

namespace answerbox::daemon {
namespace {

constexpr const char* kOutage =
    " Until then only root and the daemon's own user have any rights, and "
    "nobody can change users.";

Principal WithAllRights(std::uint32_t uid) {
  Principal principal;
  principal.name = Identity::OfUnixPeer(uid).name();
  principal.grants = {{Rights::All(), std::string(kAllCollections)}};
  return principal;
}

// Sorted: "unix:0" comes before other numbers.
Principals WhoMayRepair() {
  Principals principals;
  principals.push_back(WithAllRights(0));
  if (::geteuid() != 0) principals.push_back(WithAllRights(::geteuid()));
  principals.are_lost = true;
  return principals;
}

// An equal revision must be the same file: a number is never used twice.
bool IsAsNew(const std::optional<UsersMark>& found, const UsersMark& newest) {
  return found && (newest == UsersMark() || found->revision > newest.revision ||
                   *found == newest);
}

Error OlderThanLog(const std::filesystem::path& path,
                   const std::optional<UsersMark>& found,
                   const UsersMark& newest) {
  const std::string what =
      !found ? " is missing"
      : found->revision == newest.revision
          ? " is another file of that revision"
          : " is of revision " + std::to_string(found->revision);
  const std::string told =
      newest == UsersMark()
          ? "The audit log can't be read, and may tell of users"
          : "The audit log tells of revision " +
                std::to_string(newest.revision) + " of the users";
  return {ErrorKind::kCorrupt,
          told + ", but " + path.native() + what +
              ", so rights that were withdrawn could be back. Put back a copy "
              "of the newest file and reload the daemon; or run `sudo "
              "answerbox user accept`, and the file counts as it is. If it is "
              "missing, every user of this machine may then command the "
              "daemon, until you add users anew.",
          path.native()};
}

Error NoSuchPrincipal(std::string_view name) {
  return {ErrorKind::kNotFound, "There is no entry of \"" + std::string(name) +
                                    "\": `answerbox user list` lists all."};
}

}  // namespace

AccessControl::AccessControl(std::filesystem::path users_file,
                             std::optional<UsersMark> newest,
                             std::uint64_t used_revision)
    : users_file_(std::move(users_file)),
      last_revision_(used_revision),
      newest_(std::move(newest)) {
  if (newest_) last_revision_ = newest_->revision;
  auto users = Read();
  if (!users) outage_ = users.error().message + kOutage;
  Publish(users ? Principals(std::move(*users)) : WhoMayRepair());
  generation_ = 0;
}

Result<std::vector<Principal>> AccessControl::Read() {
  auto users = Load();
  if (!users) return users.error();
  if (newest_ && !IsAsNew(users->mark, *newest_)) {
    return OlderThanLog(users_file_, users->mark, *newest_);
  }
  const std::lock_guard lock(mutex_);
  newest_ = std::move(users->mark);
  return std::move(users->principals);
}

Result<StoredUsers> AccessControl::Load() {
  auto users = LoadUsers(users_file_);
  if (users && users->mark) {
    last_revision_ = std::max(last_revision_, users->mark->revision);
  }
  return users;
}

std::optional<UsersMark> AccessControl::newest() const {
  const std::lock_guard lock(mutex_);
  return newest_;
}

void AccessControl::LetKioskAsk(const std::vector<std::string>& collections) {
  auto kiosk = std::make_unique<Principal>();
  for (const std::string& name : collections) {
    kiosk->grants.push_back({{Right::kAsk}, name});
  }
  kiosk_ = std::move(kiosk);
}

std::optional<std::string> AccessControl::outage() const {
  const std::lock_guard lock(mutex_);
  return outage_;
}

bool AccessControl::ReadAgain() {
  const std::lock_guard changing(change_mutex_);
  if (!outage() || !CheckOwner()) return false;
  auto users = Read();
  // Without a mark there is no file, which reads as no users.
  if (!users || !newest()) return false;
  Publish(Principals(std::move(*users)));
  const std::lock_guard lock(mutex_);
  outage_.reset();
  return true;
}

Result<void> AccessControl::CheckOwner() const {
  if (!platform::IsFile(users_file_)) return {};
  const auto access = platform::AccessTo(users_file_);
  if (access && !access->others_have_access &&
      (access->owner == ::geteuid() || access->owner == 0)) {
    return {};
  }
  return Error{ErrorKind::kStorage,
               users_file_.native() +
                   " belongs to another user, or others may read it: run "
                   "`chmod 600` and `chown` on it."};
}

Result<std::size_t> AccessControl::Accept() {
  const std::lock_guard changing(change_mutex_);
  if (!outage()) {
    return Error{ErrorKind::kInvalidParams,
                 "Nothing is in doubt: the users count as they are."};
  }
  if (auto ours = CheckOwner(); !ours) return ours.error();
  auto users = Load();
  if (!users) return users.error();
  const std::size_t count = users->principals.size();
  auto stored = Store(Principals(std::move(users->principals)));
  if (!stored) return stored.error();
  return count;
}

// Readers hold the lock only to copy a pointer. The list that they got never
// changes: a change makes a new list.
std::shared_ptr<const Principals> AccessControl::principals() const noexcept {
  const std::lock_guard lock(mutex_);
  return principals_;
}

Result<Principal> AccessControl::Add(Principal principal) {
  if (auto checked = CheckPrincipal(principal); !checked) {
    return checked.error();
  }
  const std::lock_guard lock(change_mutex_);
  // Copies the whole list: changes are rare and lists short. Readers then need
  // no lock, and nothing is half changed if memory or the disk fails.
  Principals changed = *principals();
  const auto place =
      std::ranges::lower_bound(changed, principal.name, {}, &Principal::name);
  if (place != changed.end() && place->name == principal.name) {
    return Error{ErrorKind::kAlreadyExists,
                 "There is an entry of \"" + principal.name +
                     "\" already; users.set changes it."};
  }
  if (changed.size() >= kMaxPrincipals) {
    return Error{ErrorKind::kLimit, "There are " +
                                        std::to_string(kMaxPrincipals) +
                                        " entries, as many as there may be."};
  }
  // FindPrincipal searches by this order, and the file promises it.
  changed.insert(place, principal);
  if (auto kept = Keep(std::move(changed)); !kept) return kept.error();
  return principal;
}

Result<Principal> AccessControl::Set(std::string_view name,
                                     PrincipalChange change) {
  return Change(name, [&change](Principal& principal) {
    if (change.grants) principal.grants = std::move(*change.grants);
    if (change.theta) principal.theta = change.theta;
    // A theta of 0 bounds nothing. It is stored as no bound, so that equal
    // rights are equal text.
    if (principal.theta == 0.0) principal.theta.reset();
    if (change.topics) principal.topics = std::move(*change.topics);
  });
}

Result<Principal> AccessControl::SetPassword(std::string_view name,
                                             const PasswordHash& password) {
  return Change(name, [&](Principal& principal) {
    principal.password = password;
    principal.number = 0;
  });
}

Result<Principal> AccessControl::Remove(std::string_view name) {
  const std::lock_guard lock(change_mutex_);
  Principals changed = *principals();
  const auto place = std::ranges::find(changed, name, &Principal::name);
  if (place == changed.end()) return NoSuchPrincipal(name);
  Principal removed = std::move(*place);
  changed.erase(place);
  if (auto kept = Keep(std::move(changed)); !kept) return kept.error();
  return removed;
}

Result<Principal> AccessControl::Change(
    std::string_view name, const std::function<void(Principal&)>& change) {
  const std::lock_guard lock(change_mutex_);
  Principals changed = *principals();
  const auto place = std::ranges::find(changed, name, &Principal::name);
  if (place == changed.end()) return NoSuchPrincipal(name);
  change(*place);
  if (auto checked = CheckPrincipal(*place); !checked) return checked.error();
  Principal after = *place;
  if (auto kept = Keep(std::move(changed)); !kept) return kept.error();
  return after;
}

Result<void> AccessControl::Keep(Principals changed) {
  // Saving would put an end to what can still be restored or read.
  if (const auto why = outage()) return Error{ErrorKind::kCorrupt, *why};
  return Store(std::move(changed));
}

Result<void> AccessControl::Store(Principals changed) {
  if (users_file_.empty()) {
    Publish(std::move(changed));
    return {};
  }
  bool is_replaced = false;
  auto saved = SaveUsers(users_file_, changed, ++last_revision_, is_replaced);
  // If the file already has its new content, it would count at the next start.
  // So a right that was withdrawn there is withdrawn here too. An outage goes
  // on, as what ends it must be on record.
  if (!saved && (!is_replaced || outage())) return saved.error();
  Publish(std::move(changed));
  const std::lock_guard lock(mutex_);
  outage_.reset();
  if (!saved) return saved.error();
  newest_ = std::move(*saved);
  return {};
}

void AccessControl::Publish(Principals next) {
  for (Principal& principal : next) {
    if (principal.number == 0) principal.number = ++last_number_;
  }
  auto counting = std::make_shared<const Principals>(std::move(next));
  {
    const std::lock_guard lock(mutex_);
    principals_.swap(counting);
  }
  // The number grows after the swap: a reader that sees the new number finds
  // the new rights.
  generation_.fetch_add(1, std::memory_order_acq_rel);
}

}  // namespace answerbox::daemon
