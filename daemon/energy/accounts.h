// Who asks of what: a collection and a caller, as a small number that fits into
// the record of a question.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>

namespace answerbox::daemon {

// An index into the book of accounts.
using AccountNumber = std::uint16_t;

struct Account {
  std::string collection;  // Empty: of all that have no account of their own.
  std::string caller;      // The name of his identity; then empty, too.
};

// Safe from any thread. Accounts are never removed, so that what they are asked
// for needs no lock.
class AccountBook {
 public:
  static constexpr std::size_t kMaxAccounts = 256;
  // Takes those who come when all others are in use.
  static constexpr AccountNumber kOthers = 0;

  // The account's number. Takes O(accounts); allocates and takes a lock when
  // the account is new, and neither otherwise.
  [[nodiscard]] AccountNumber Find(std::string_view collection,
                                   std::string_view caller);

  // `number`: one that Find gave. The reference is valid as long as the book.
  [[nodiscard]] const Account& at(AccountNumber number) const noexcept {
    return accounts_[number];
  }

 private:
  // Below `count`; kOthers when there is none.
  [[nodiscard]] AccountNumber Search(std::string_view collection,
                                     std::string_view caller,
                                     std::size_t count) const noexcept;

  std::array<Account, kMaxAccounts> accounts_;
  // Those below are written, and stay as they are.
  std::atomic<std::size_t> count_{1};
  std::mutex adding_;
};

}  // namespace answerbox::daemon
