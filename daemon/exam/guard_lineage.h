// Remembers which guards of a collection differ from the guard before by one
// question only, which was added or replaced. What an exam found of the other
// questions then still holds: docs/operations.md, "Self-check".
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "daemon/collections/files/collection_settings.h"
#include "protocol/exam/guard_text.h"

namespace answerbox::daemon {

// For each question of a guard, its place in an earlier one; nothing: the
// question was not in it.
using QuestionOrigins = std::vector<std::optional<std::size_t>>;

class GuardLineage {
 public:
  // Past that, the earliest guard is forgotten.
  static constexpr std::size_t kMaxGuards = 64;

  // Notes that `next` is to follow the present guard. The change may still
  // fail.
  void Extend(const StoredGuard& present, std::string_view next);
  // Returns nothing unless each guard from the one numbered `earlier` to this
  // one followed by Extend.
  [[nodiscard]] std::optional<QuestionOrigins> OriginsOf(
      const StoredGuard& guard, const Bank& bank, std::uint64_t earlier) const;

 private:
  struct Ancestor {
    std::uint64_t number = 0;
    std::vector<std::size_t> questions;  // Their hashes, in the bank's order.
  };

  std::vector<Ancestor> ancestors_;  // The earliest first.
  std::size_t next_ = 0;  // Hash of the text that follows the last of them.
};

}  // namespace answerbox::daemon
