#include "daemon/energy/accounts.h"

namespace answerbox::daemon {

// FNV-1a. An administrator gives callers their names, so none is made to have
// another one's hash.
AskerTag AskerOf(const Identity& caller) noexcept {
  const IdentitySource source = caller.source();
  if (source == IdentitySource::kAnonymous ||
      source == IdentitySource::kKiosk ||
      (source == IdentitySource::kUser && caller.entry() == 0)) {
    return AskerTag::kNobody;
  }
  std::uint64_t hash = 0xcbf29ce484222325 ^ caller.entry();
  for (const char byte : caller.name()) {
    hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001b3;
  }
  return AskerTag{hash};
}

AccountNumber AccountBook::Find(std::string_view collection,
                                std::string_view caller) {
  // A known account needs no lock: every question comes by here, and accounts
  // below the count never change.
  const std::size_t known = count_.load(std::memory_order_acquire);
  const AccountNumber found = Search(collection, caller, known);
  if (found != kOthers || known == kMaxAccounts) return found;

  const std::lock_guard lock(adding_);
  const std::size_t count = count_.load(std::memory_order_relaxed);
  // Another thread may have added it between the search above and the lock.
  const AccountNumber added = Search(collection, caller, count);
  if (added != kOthers || count == kMaxAccounts) return added;
  // The account is written before the count is raised, so a reader that sees
  // the new count sees the account.
  accounts_[count] = {std::string(collection), std::string(caller)};
  count_.store(count + 1, std::memory_order_release);
  return static_cast<AccountNumber>(count);
}

AccountNumber AccountBook::Search(std::string_view collection,
                                  std::string_view caller,
                                  std::size_t count) const noexcept {
  // The search begins at 1, as no name stands for kOthers. A box has few
  // callers and collections, so this takes less time than hashing.
  for (std::size_t i = 1; i < count; ++i) {
    if (accounts_[i].caller == caller &&
        accounts_[i].collection == collection) {
      return static_cast<AccountNumber>(i);
    }
  }
  return kOthers;
}

}  // namespace answerbox::daemon
