#include "daemon/exam/guard_lineage.h"

#include <algorithm>
#include <functional>
#include <string>
#include <utility>

#include "protocol/exam/bank.h"

namespace answerbox::daemon {
namespace {

std::size_t HashOf(std::string_view text) {
  return std::hash<std::string_view>()(text);
}

std::vector<std::size_t> HashesOf(const Bank& bank) {
  std::vector<std::size_t> hashes;
  hashes.reserve(bank.size());
  for (const BankQuestion& question : bank) {
    hashes.push_back(HashOf(protocol::WriteBankLine(question)));
  }
  return hashes;
}

}  // namespace

void GuardLineage::Extend(const StoredGuard& present, std::string_view next) {
  const auto known =
      std::ranges::find(ancestors_, present.entry.number, &Ancestor::number);
  // The change that was to follow this guard has failed, or another one came
  // between.
  if (known != ancestors_.end()) {
    ancestors_.erase(known, ancestors_.end());
  } else if (next_ != HashOf(present.text)) {
    ancestors_.clear();
  }
  const auto guard = ReadGuardText(present.text);
  if (!guard) return ancestors_.clear();
  if (ancestors_.size() == kMaxGuards) ancestors_.erase(ancestors_.begin());
  ancestors_.push_back({present.entry.number, HashesOf(guard->bank)});
  next_ = HashOf(next);
}

std::optional<QuestionOrigins> GuardLineage::OriginsOf(
    const StoredGuard& guard, const Bank& bank, std::uint64_t earlier) const {
  const auto from = std::ranges::find(ancestors_, earlier, &Ancestor::number);
  if (from == ancestors_.end()) return std::nullopt;
  const bool is_next = HashOf(guard.text) == next_;
  if (!is_next && std::find_if(from, ancestors_.end(), [&](const auto& one) {
                    return one.number == guard.entry.number;
                  }) == ancestors_.end()) {
    return std::nullopt;
  }
  QuestionOrigins origins;
  for (const std::size_t hash : HashesOf(bank)) {
    const auto place = std::ranges::find(from->questions, hash);
    origins.push_back(place == from->questions.end()
                          ? std::nullopt
                          : std::optional(static_cast<std::size_t>(
                                place - from->questions.begin())));
  }
  return origins;
}

}  // namespace answerbox::daemon
