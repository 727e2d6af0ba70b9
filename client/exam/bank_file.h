// A bank of questions in a file. docs/exam-format.md describes its format.
#pragma once

#include <string>
#include <string_view>

#include "client/failure.h"
#include "protocol/exam/bank.h"

namespace answerbox::client {

struct BankFile {
  std::string name;          // For messages.
  protocol::Bank bank = {};  // At least one question.
  std::string sha256 = {};   // Of the bank in our format, in hexadecimal.
};

[[nodiscard]] BankFile MakeBankFile(const std::string& name,
                                    protocol::Bank bank);

// Errors: kRejected, with the name, line and column of the fault.
[[nodiscard]] Outcome<BankFile> ParseBankFile(const std::string& name,
                                              std::string_view contents);

// Reads a file, or standard input if `path` is "-". Errors: also those of
// reading.
[[nodiscard]] Outcome<BankFile> ReadBankFile(const std::string& path);

// Returns the text of a bank, as WriteBank writes it. Errors: kRejected if it
// can't be read or holds more than a guard may have.
[[nodiscard]] Outcome<std::string> ReadGuardBank(const std::string& path);

}  // namespace answerbox::client
