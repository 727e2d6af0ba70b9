#include "protocol/exam/guard_text.h"

#include <charconv>
#include <optional>
#include <utility>
#include <variant>

namespace answerbox::protocol {
namespace {

// ReadGuardRule accepts only this one form of JSON in the first line of a
// guard's file, so it can compare the line with what the daemon would write.
// The bank follows unchanged.
constexpr std::string_view kBegin = "{\"guard\":1,\"must_pass\":\"";
constexpr std::string_view kMiddle = "\",\"questions\":";
constexpr std::string_view kEnd = "}\n";

Error Invalid(std::string message) {
  return {.kind = ErrorKind::kInvalidParams,
          .message = std::move(message),
          .subject = "exam"};
}

// A stored guard's checksum was right when it was read. So a guard that can't
// be parsed was written by another program.
Error Corrupt() {
  return {.kind = ErrorKind::kCorrupt,
          .message =
              "The exam of the collection can't be read: set it again "
              "with `answerbox collections set --exam`.",
          .field = "guard"};
}

std::string RuleLine(const GuardRule& rule) {
  return std::string(kBegin) + rule.must_pass.Text() + std::string(kMiddle) +
         std::to_string(rule.questions) + std::string(kEnd);
}

// Takes a whole number from the front of `text`.
template <typename Number>
std::optional<Number> TakeNumber(std::string_view& text) {
  Number number = 0;
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc()) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

constexpr BankLimits kLimits = {.max_bytes = kMaxGuardBankBytes,
                                .max_questions = kMaxGuardQuestions};

}  // namespace

std::string MustPass::Text() const {
  return std::to_string(count) + (is_percent ? "%" : "");
}

std::size_t MustPass::Of(std::size_t questions) const noexcept {
  if (!is_percent) return count;
  // Rounded up: 90 % of 12 questions are 11, and 10 would be less than 90 %.
  // Both numbers are small: the product stays below 2^32.
  return (questions * count + 99) / 100;
}

Result<MustPass> ParseMustPass(std::string_view text) {
  const auto count = TakeNumber<std::uint32_t>(text);
  const bool is_percent = text == "%";
  // TakeNumber has taken the digits. Only a percent sign may be left.
  if (!count || (!text.empty() && !is_percent) ||
      (is_percent && *count > 100)) {
    return Invalid(
        "must_pass must be a number of questions, such as 12, or a share of "
        "them, such as 90%.");
  }
  return MustPass{*count, is_percent};
}

Result<std::string> MakeGuardText(std::string_view bank, MustPass must_pass) {
  const auto read = ReadBank(bank, kLimits);
  if (const auto* error = std::get_if<BankError>(&read)) {
    return Invalid("exam, " + error->Describe());
  }
  const std::size_t questions = std::get<Bank>(read).size();
  // Nobody could meet such a rule: every change would be refused.
  if (must_pass.Of(questions) > questions) {
    return Invalid("must_pass is " + must_pass.Text() + ", but the bank has " +
                   std::to_string(questions) +
                   " questions: lower it, or add questions.");
  }
  return RuleLine({must_pass, questions}) + std::string(bank);
}

Result<GuardRule> ReadGuardRule(std::string_view text) {
  const std::string_view whole = text;
  if (!text.starts_with(kBegin)) return Corrupt();
  text.remove_prefix(kBegin.size());
  const std::size_t quote = text.find('"');
  if (quote == std::string_view::npos) return Corrupt();
  const auto must_pass = ParseMustPass(text.substr(0, quote));
  text.remove_prefix(quote);
  if (!must_pass || !text.starts_with(kMiddle)) return Corrupt();
  text.remove_prefix(kMiddle.size());
  const auto questions = TakeNumber<std::size_t>(text);
  if (!questions) return Corrupt();
  const GuardRule rule{*must_pass, *questions};
  // "007" and "7 " would read as 7 too. The line must be exactly what this
  // daemon writes.
  if (!whole.starts_with(RuleLine(rule))) return Corrupt();
  return rule;
}

std::string_view BankTextOf(std::string_view text) {
  return text.substr(text.find('\n') + 1);
}

Result<Guard> ReadGuardText(std::string_view text) {
  const auto rule = ReadGuardRule(text);
  if (!rule) return rule.error();
  auto bank = ReadBank(BankTextOf(text), kLimits);
  if (!std::holds_alternative<Bank>(bank) ||
      // The rule line repeats the number of questions, so that a summary of the
      // collection need not read the bank.
      std::get<Bank>(bank).size() != rule->questions) {
    return Corrupt();
  }
  return Guard{*rule, std::get<Bank>(std::move(bank))};
}

}  // namespace answerbox::protocol
