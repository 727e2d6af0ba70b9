// The guard of a collection as the store keeps it: a line of JSON with the
// rule, and the bank after it. docs/state-directory.md, "Guards".
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "daemon/error.h"
#include "protocol/exam/bank.h"

namespace answerbox::daemon {

// How many of the questions must be answered.
struct MustPass {
  std::uint32_t count = 0;  // Of questions, or percent of them.
  bool is_percent = false;

  // "12" or "90%".
  [[nodiscard]] std::string Text() const;
  // How many of a bank's `questions` that is. A share is rounded up.
  [[nodiscard]] std::size_t Of(std::size_t questions) const noexcept;
};

// Errors: kInvalidParams for a text that is neither a whole number nor a whole
// number from 0 to 100 with a percent sign.
[[nodiscard]] Result<MustPass> ParseMustPass(std::string_view text);

// What the first line says.
struct GuardRule {
  MustPass must_pass{};
  std::size_t questions = 0;  // In the bank.
};

struct Guard {
  GuardRule rule{};
  Bank bank;
};

// Errors: kInvalidParams, with line and column of what is wrong in the bank, or
// when fewer than `must_pass` questions are in it.
[[nodiscard]] Result<std::string> MakeGuardText(std::string_view bank,
                                                MustPass must_pass);

// Read what MakeGuardText wrote. Errors: kCorrupt. The second does not read the
// bank.
[[nodiscard]] Result<Guard> ReadGuardText(std::string_view text);
[[nodiscard]] Result<GuardRule> ReadGuardRule(std::string_view text);

}  // namespace answerbox::daemon
