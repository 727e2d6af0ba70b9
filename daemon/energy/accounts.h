// Accounts: pairs of a collection and a caller, each with a small number that
// fits into the record of a question.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>

#include "daemon/identity/identity.h"

namespace answerbox::daemon {

// An index into the AccountBook.
using AccountNumber = std::uint16_t;

// Who is told what a question cost: a hash of the caller's name, and of the
// entry that its password was checked against, as the next user of that name is
// somebody else. Unlike accounts, it never runs out. kNobody: many share the
// name, or no entry is known.
enum class AskerTag : std::uint64_t { kNobody = 0 };
[[nodiscard]] AskerTag AskerOf(const Identity& caller) noexcept;

struct Account {
  std::string collection;  // Empty: the account kOthers.
  std::string caller;      // Name of the caller's identity; empty for kOthers.
};

// Safe to use from any thread. Accounts are never removed or changed, so
// reading them needs no lock.
class AccountBook {
 public:
  static constexpr std::size_t kMaxAccounts = 256;
  // The account of questions that come when all other numbers are in use.
  static constexpr AccountNumber kOthers = 0;

  // Returns the account's number. Takes O(accounts). Allocates and takes a lock
  // only when the account is new.
  [[nodiscard]] AccountNumber Find(std::string_view collection,
                                   std::string_view caller);

  // Precondition: Find returned `number`. The reference is valid as long as the
  // book.
  [[nodiscard]] const Account& at(AccountNumber number) const noexcept {
    return accounts_[number];
  }

 private:
  // Returns the account's number if it is below `count`; otherwise kOthers.
  [[nodiscard]] AccountNumber Search(std::string_view collection,
                                     std::string_view caller,
                                     std::size_t count) const noexcept;

  std::array<Account, kMaxAccounts> accounts_;
  // Invariant: accounts below it are written and never change.
  std::atomic<std::size_t> count_{1};
  std::mutex adding_;
};

}  // namespace answerbox::daemon
