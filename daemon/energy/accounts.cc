#include "daemon/energy/accounts.h"

namespace answerbox::daemon {

AccountNumber AccountBook::Find(std::string_view collection,
                                std::string_view caller) {
  // No lock for a known account: every question comes by here, and accounts
  // below the count never change.
  const std::size_t known = count_.load(std::memory_order_acquire);
  const AccountNumber found = Search(collection, caller, known);
  if (found != kOthers || known == kMaxAccounts) return found;

  const std::lock_guard lock(adding_);
  const std::size_t count = count_.load(std::memory_order_relaxed);
  // Another thread may have added it between the search above and the lock.
  const AccountNumber added = Search(collection, caller, count);
  if (added != kOthers || count == kMaxAccounts) return added;
  // Written before the count is raised, so that a reader that sees the count
  // sees the account.
  accounts_[count] = {std::string(collection), std::string(caller)};
  count_.store(count + 1, std::memory_order_release);
  return static_cast<AccountNumber>(count);
}

AccountNumber AccountBook::Search(std::string_view collection,
                                  std::string_view caller,
                                  std::size_t count) const noexcept {
  // From 1 on: 0 is kOthers, which no name finds. A box has a few callers and
  // collections, so this is shorter than hashing.
  for (std::size_t i = 1; i < count; ++i) {
    if (accounts_[i].caller == caller &&
        accounts_[i].collection == collection) {
      return static_cast<AccountNumber>(i);
    }
  }
  return kOthers;
}

}  // namespace answerbox::daemon
