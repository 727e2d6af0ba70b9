// The stored text of a collection's guard: a line of JSON with the rule, then
// the bank. docs/state-directory.md, "Guards".
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "protocol/error.h"
#include "protocol/exam/bank.h"

namespace answerbox::protocol {

// How many of the questions must be answered.
struct MustPass {
  std::uint32_t count = 0;  // Of questions, or percent of them.
  bool is_percent = false;

  // Returns "12" or "90%".
  [[nodiscard]] std::string Text() const;
  // Returns how many of a bank's `questions` this is. A share is rounded up.
  [[nodiscard]] std::size_t Of(std::size_t questions) const noexcept;
};

// Errors: kInvalidParams for a text that is neither a whole number nor a whole
// number from 0 to 100 with a percent sign.
[[nodiscard]] Result<MustPass> ParseMustPass(std::string_view text);

// The content of the first line.
struct GuardRule {
  MustPass must_pass{};
  std::size_t questions = 0;  // In the bank.
};

struct Guard {
  GuardRule rule{};
  Bank bank;
};

// Errors: kInvalidParams, with line and column of the fault in the bank, or
// when it has fewer than `must_pass` questions.
[[nodiscard]] Result<std::string> MakeGuardText(std::string_view bank,
                                                MustPass must_pass);

// These read what MakeGuardText wrote. The second does not read the bank.
// Errors: kCorrupt.
[[nodiscard]] Result<Guard> ReadGuardText(std::string_view text);
[[nodiscard]] Result<GuardRule> ReadGuardRule(std::string_view text);
// Returns the bank as it was given.
[[nodiscard]] std::string_view BankTextOf(std::string_view text);

}  // namespace answerbox::protocol
