#include "client/exam/bank_file.h"

#include <utility>
#include <variant>

#include "client/input/file_contents.h"
#include "client/terminal/human_units.h"
#include "engine/text/content_id.h"
#include "protocol/audit/digest.h"

namespace answerbox::client {

// The digest covers the text that WriteBank writes, not the file: results stay
// comparable when a bank was only formatted differently.
BankFile MakeBankFile(const std::string& name, protocol::Bank bank) {
  const auto digest = engine::ComputeSha256(protocol::WriteBank(bank));
  return {
      .name = name, .bank = std::move(bank), .sha256 = protocol::ToHex(digest)};
}

Outcome<BankFile> ParseBankFile(const std::string& name,
                                std::string_view contents) {
  auto read = protocol::ReadBank(contents);
  if (const auto* const error = std::get_if<protocol::BankError>(&read)) {
    return Rejected(name + ", " + error->Describe());
  }
  return MakeBankFile(name, std::get<protocol::Bank>(std::move(read)));
}

Outcome<BankFile> ReadBankFile(const std::string& path) {
  const auto input = ReadInput(path, protocol::kMaxBankBytes);
  if (!input) return input.error();
  return ParseBankFile(input->name, input->contents);
}

Outcome<std::string> ReadGuardBank(const std::string& path) {
  const auto read = ReadBankFile(path);
  if (!read) return read.error();
  const std::size_t questions = read->bank.size();
  if (questions > protocol::kMaxGuardQuestions) {
    return Rejected(read->name + " has " + Counted(questions, "question") +
                    "; the bank of a collection has at most " +
                    Grouped(protocol::kMaxGuardQuestions) +
                    ": keep those that matter most");
  }
  std::string text = protocol::WriteBank(read->bank);
  // A bank that is too large is refused before all of it is sent.
  if (text.size() > protocol::kMaxGuardBankBytes) {
    return Rejected(read->name + " has " + HumanBytes(text.size()) +
                    " of questions; the bank of a collection has at most " +
                    HumanBytes(protocol::kMaxGuardBankBytes) +
                    ": keep fewer questions or keys");
  }
  return text;
}

}  // namespace answerbox::client
