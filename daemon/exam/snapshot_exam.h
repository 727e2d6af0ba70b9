// Asks a bank's questions of a collection's snapshot.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "daemon/collections/files/collection_settings.h"
#include "daemon/error.h"
#include "engine/ask/workspace.h"
#include "engine/exam/examine.h"
#include "engine/index/reading/live_segment.h"
#include "protocol/exam/bank.h"

namespace answerbox::daemon {

// How a question is graded: docs/exam-format.md, "Covered".
struct ExamRule {
  std::size_t passages = engine::kDefaultExaminedPassages;  // The first k.
  std::uint8_t tau = engine::kDefaultTau;
  engine::Arithmetic arithmetic = engine::Arithmetic::kFixed;
  bool with_spelling = true;
  bool with_abbreviations = true;
};

// Returns whether the question is covered: with keys, if the answer of one of
// the passages matches a key; without, if a passage has grade `tau` or more.
[[nodiscard]] bool IsCovered(const engine::ExaminedQuestion& examined,
                             bool has_keys, std::uint8_t tau) noexcept;

// Returns the question as the engine takes it. `keys` holds views that the
// result uses.
[[nodiscard]] engine::ExamQuestion QuestionOf(
    const BankQuestion& question, const ExamRule& rule,
    const CollectionSettings& settings, std::vector<std::string_view>& keys);

struct QuestionOutcome {
  bool covered = false;
  std::uint8_t grade = 0;
  double probability = 0.0;
  // The best sentence and its document, each cut to kMaxShownBytes.
  std::string answer;
  std::string document;
};

inline constexpr std::size_t kMaxShownBytes = 300;
// Returns at most kMaxShownBytes of `text`, cut between characters.
[[nodiscard]] std::string Shown(std::string_view text);

struct ExamOutcome {
  std::vector<QuestionOutcome> questions;  // In the order of the bank.
  std::size_t covered = 0;
};

// Asks all questions. One for which the arena does not suffice counts as not
// covered. `on_step` is called before each question; if it returns false, the
// exam ends. Errors: kCorrupt; kInterrupted when `on_step` returns false.
[[nodiscard]] Result<ExamOutcome> AskBank(
    std::span<const engine::LiveSegment> segments,
    const CollectionSettings& settings, std::span<const BankQuestion> bank,
    const ExamRule& rule, engine::Workspace& workspace,
    const std::function<bool()>& on_step);

}  // namespace answerbox::daemon
