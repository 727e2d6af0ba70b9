#include "lab/exam/foreign_bank.h"

#include <utility>

#include "client/input/file_contents.h"
#include "lab/exam/published_bank.h"
#include "lab/exam/squad_bank.h"

namespace answerbox::lab {
namespace {

constexpr std::string_view kBlanks = " \t\r\n";

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

Outcome<ForeignBank> ParseForeignBank(const std::string& name,
                                      std::string_view contents,
                                      BankFormat format) {
  if (format == BankFormat::kSquad) {
    auto read = ParseSquadBank(name, contents);
    if (!read) return read.error();
    return ForeignBank{.file = MakeBankFile(name, std::move(read->bank)),
                       .format = format,
                       .left_out = read->unanswerable};
  }
  if (format == BankFormat::kPublished) {
    auto read = ParsePublishedBank(name, contents);
    if (!read) return read.error();
    return ForeignBank{.file = MakeBankFile(name, *std::move(read)),
                       .format = format};
  }
  auto read = ParseBankFile(name, contents);
  if (!read) return read.error();
  return ForeignBank{.file = *std::move(read)};
}

Outcome<ForeignBank> ReadForeignBank(const std::string& path,
                                     std::string_view format) {
  const auto input = ReadInput(path, protocol::kMaxBankBytes);
  if (!input) return input.error();
  BankFormat known = RecogniseBank(input->contents);
  for (const BankFormat each :
       {BankFormat::kOurs, BankFormat::kPublished, BankFormat::kSquad}) {
    if (format == ToString(each)) known = each;
  }
  return ParseForeignBank(input->name, input->contents, known);
}

}  // namespace answerbox::lab
