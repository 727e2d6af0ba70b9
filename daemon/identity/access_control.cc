#include "daemon/identity/access_control.h"

#include <algorithm>
#include <string>
#include <utility>

#include "daemon/identity/users_file.h"

namespace answerbox::daemon {
namespace {

Error NoSuchPrincipal(std::string_view name) {
  return {ErrorKind::kNotFound, "There is no entry of \"" + std::string(name) +
                                    "\"; users.list tells which there are."};
}

}  // namespace

Result<std::unique_ptr<AccessControl>> AccessControl::Open(
    std::filesystem::path users_file) {
  auto users = LoadUsers(users_file);
  if (!users) return users.error();
  auto control = std::make_unique<AccessControl>();
  control->users_file_ = std::move(users_file);
  control->principals_ = std::make_shared<const Principals>(std::move(*users));
  return control;
}

// Readers hold the lock for a copy of a pointer. What they got stays as it is,
// however the users change meanwhile.
std::shared_ptr<const Principals> AccessControl::principals() const noexcept {
  const std::lock_guard lock(mutex_);
  return principals_;
}

Result<Principal> AccessControl::Add(Principal principal) {
  if (auto checked = CheckPrincipal(principal); !checked) {
    return checked.error();
  }
  const std::lock_guard lock(change_mutex_);
  // Changes are rare and lists short: a whole copy keeps readers free of locks,
  // and nothing is half changed if memory or the disk fails.
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
  // The order by name is what FindPrincipal searches, and what the file
  // promises.
  changed.insert(place, principal);
  if (auto kept = Keep(std::move(changed)); !kept) return kept.error();
  return principal;
}

Result<Principal> AccessControl::Set(std::string_view name,
                                     PrincipalChange change) {
  return Change(name, [&change](Principal& principal) {
    if (change.grants) principal.grants = std::move(*change.grants);
    if (change.theta) principal.theta = change.theta;
    // 0 bounds nothing. It is stored as no bound, so that equal rights are
    // equal text.
    if (principal.theta == 0.0) principal.theta.reset();
    if (change.topics) principal.topics = std::move(*change.topics);
  });
}

Result<Principal> AccessControl::SetPassword(std::string_view name,
                                             const PasswordHash& password) {
  return Change(name,
                [&](Principal& principal) { principal.password = password; });
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
  auto next = std::make_shared<const Principals>(std::move(changed));
  Result<void> saved;
  if (!users_file_.empty()) {
    bool is_replaced = false;
    saved = SaveUsers(users_file_, *next, is_replaced);
    // A file that has its new content already would count at the next start:
    // what is withdrawn there is withdrawn here.
    if (!saved && !is_replaced) return saved;
  }
  {
    const std::lock_guard lock(mutex_);
    principals_.swap(next);
  }
  // After the swap: who sees the new number finds the new rights.
  generation_.fetch_add(1, std::memory_order_acq_rel);
  return saved;
}

}  // namespace answerbox::daemon
