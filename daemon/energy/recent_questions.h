// The energy of the last kKept questions, to look up by number.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <vector>

#include "daemon/energy/energy_ledger.h"

namespace answerbox::daemon {

// Used by one thread at a time.
class RecentQuestions {
 public:
  static constexpr std::size_t kKept = 1024;

  RecentQuestions() { records_.reserve(kKept); }

  void Add(const EnergyRecord& record) {
    if (records_.size() < kKept) {
      records_.push_back(record);
    } else {
      records_[next_] = record;
    }
    next_ = (next_ + 1) % kKept;
  }

  // Returns the question's energy as far as it is known now; nothing when the
  // question is so old that its record may have been replaced. Precondition: a
  // question had this number.
  [[nodiscard]] std::optional<EnergyRecord> Find(
      QuestionNumber question) const {
    QuestionNumber oldest = question;
    for (const EnergyRecord& record : records_) {
      if (record.question == question) return record;
      oldest = std::min(oldest, record.question);
    }
    const bool may_be_forgotten =
        records_.size() == kKept && oldest == question;
    if (may_be_forgotten) return std::nullopt;
    EnergyRecord pending;
    pending.question = question;
    return pending;
  }

 private:
  std::vector<EnergyRecord> records_;  // A ring.
  std::size_t next_ = 0;
};

}  // namespace answerbox::daemon
