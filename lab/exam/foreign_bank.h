// Banks of questions in the formats of others: the published banks' and
// SQuAD's. docs/lab/exam.md describes them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "client/exam/bank_file.h"
#include "lab/client.h"

namespace answerbox::lab {

enum class BankFormat : std::uint8_t {
  kOurs,       // JSON lines: protocol/exam/bank.h.
  kPublished,  // Columns between tabs: published_bank.h.
  kSquad,      // SQuAD, versions 1.1 and 2.0: squad_bank.h.
};

// "jsonl", "tsv", "squad": the values of --format.
[[nodiscard]] const char* ToString(BankFormat format) noexcept;

struct ForeignBank {
  BankFile file;
  BankFormat format = BankFormat::kOurs;
  std::size_t left_out = 0;  // Questions of the file that the bank leaves out.
};

// Tells the format by how the contents begin. Contents that begin like none are
// taken for our own format, whose reader then says what is wrong.
[[nodiscard]] BankFormat RecogniseBank(std::string_view contents) noexcept;

// Errors: kRejected, with the name, line and column, and what is wrong there.
[[nodiscard]] Outcome<ForeignBank> ParseForeignBank(const std::string& name,
                                                    std::string_view contents,
                                                    BankFormat format);

// Reads a file, or standard input where `path` is "-". `format` is "auto" or a
// value of ToString(). Errors: also those of reading.
[[nodiscard]] Outcome<ForeignBank> ReadForeignBank(const std::string& path,
                                                   std::string_view format);

}  // namespace answerbox::lab
