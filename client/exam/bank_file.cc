#include "client/exam/bank_file.h"

#include <utility>
#include <variant>

#include "client/exam/exam_input.h"
#include "client/exam/published_bank.h"
#include "client/exam/squad_bank.h"
#include "engine/text/content_id.h"
#include "protocol/audit/digest.h"

namespace answerbox::client {
namespace {

constexpr std::string_view kBlanks = " \t\r\n";

Outcome<protocol::Bank> ParseOurBank(const std::string& name,
                                     std::string_view contents) {
  auto read = protocol::ReadBank(contents);
  if (const auto* const error = std::get_if<protocol::BankError>(&read)) {
    return Rejected(name + ", " + error->Describe());
  }
  return std::get<protocol::Bank>(std::move(read));
}

}  // namespace

const char* ToString(BankFormat format) noexcept {
  switch (format) {
    case BankFormat::kPublished:
      return "tsv";
    case BankFormat::kSquad:
      return "squad";
    case BankFormat::kOurs:
      break;
  }
  return "jsonl";
}

BankFormat RecogniseBank(std::string_view contents) noexcept {
  const std::string_view first = contents.substr(0, contents.find('\n'));
  if (IsPublishedBankHeader(first)) return BankFormat::kPublished;
  // A line of ours is a whole object that names its question; SQuAD's file is
  // one object with "data", on one line or many.
  const std::size_t begin = contents.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos || contents[begin] != '{') {
    return BankFormat::kOurs;
  }
  const std::size_t key = contents.find_first_not_of(kBlanks, begin + 1);
  if (key == std::string_view::npos) return BankFormat::kOurs;
  const std::string_view rest = contents.substr(key);
  return rest.starts_with("\"data\"") || rest.starts_with("\"version\"")
             ? BankFormat::kSquad
             : BankFormat::kOurs;
}

Outcome<BankFile> ParseBankFile(const std::string& name,
                                std::string_view contents, BankFormat format) {
  BankFile file{.name = name, .format = format};
  if (format == BankFormat::kSquad) {
    auto read = ParseSquadBank(name, contents);
    if (!read) return read.error();
    file.bank = std::move(read->bank);
    file.left_out = read->unanswerable;
  } else {
    auto read = format == BankFormat::kPublished
                    ? ParsePublishedBank(name, contents)
                    : ParseOurBank(name, contents);
    if (!read) return read.error();
    file.bank = *std::move(read);
  }
  file.sha256 =
      protocol::ToHex(engine::ComputeSha256(protocol::WriteBank(file.bank)));
  return file;
}

Outcome<BankFile> ReadBankFile(const std::string& path,
                               std::string_view format) {
  const auto input = ReadExamInput(path, protocol::kMaxBankBytes);
  if (!input) return input.error();
  BankFormat known = RecogniseBank(input->contents);
  for (const BankFormat each :
       {BankFormat::kOurs, BankFormat::kPublished, BankFormat::kSquad}) {
    if (format == ToString(each)) known = each;
  }
  return ParseBankFile(input->name, input->contents, known);
}

}  // namespace answerbox::client
