// Reads any bytes as a bank. An error must name a place in the text; what is
// accepted must stand within its bounds, and be read back as it is written.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <variant>

#include "daemon/error.h"
#include "protocol/exam/bank.h"

namespace {

using namespace answerbox::daemon;

void CheckBounds(const BankQuestion& question) {
  if (question.id.empty() || question.id.size() > kMaxBankNameBytes ||
      question.topic.empty() || question.topic.size() > kMaxBankNameBytes ||
      question.question.empty() ||
      question.question.size() > kMaxBankQuestionBytes ||
      question.keys.size() > kMaxBankKeys || !(question.weight > 0.0) ||
      question.weight > kMaxBankWeight) {
    std::abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto read = ReadBank(text, {.max_questions = 100});
  if (const auto* error = std::get_if<BankError>(&read)) {
    const auto lines =
        1 + static_cast<std::size_t>(std::ranges::count(text, '\n'));
    if (error->line == 0 || error->line > lines || error->column == 0 ||
        error->column > text.size() + 1 || error->message.empty()) {
      std::abort();
    }
    return 0;
  }
  const Bank& bank = std::get<Bank>(read);
  if (bank.empty() || bank.size() > 100) std::abort();
  for (const BankQuestion& question : bank) CheckBounds(question);
  const auto again = ReadBank(WriteBank(bank));
  if (!std::holds_alternative<Bank>(again) || std::get<Bank>(again) != bank) {
    std::abort();
  }
  return 0;
}
