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

namespace answerbox::daemon {

// An index into the AccountBook.
using AccountNumber = std::uint16_t;

// A hash of the name of a caller. Unlike accounts, it never runs out.
enum class AskerTag : std::uint64_t { kNobody = 0 };
[[nodiscard]] AskerTag AskerOf(std::string_view caller) noexcept;

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
