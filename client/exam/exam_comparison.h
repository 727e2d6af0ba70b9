// Compares two exams by the same questions, question by question: what a change
// of documents or of a system won and lost.
#pragma once

#include <array>
#include <boost/json/object.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "client/exam/exam_results.h"
#include "client/exam/passage_grades.h"
#include "client/failure.h"
#include "client/terminal/terminal.h"

namespace answerbox::client {

enum class ExamChange : std::uint8_t {
  kLost,         // Was answered, and is not.
  kWon,          // Was not answered, and is.
  kWorse,        // Answered or not as before; the best grade fell,
  kBetter,       // or rose.
  kOtherAnswer,  // The same grade, but another sentence or place.
  kSame,
};
inline constexpr std::size_t kExamChanges = 6;
// "lost", "won", ...
[[nodiscard]] const char* ToString(ExamChange change) noexcept;

struct ComparedQuestion {
  const ResultQuestion* before = nullptr;
  const ResultQuestion* after = nullptr;
  ExamChange change = ExamChange::kSame;

  // Whether the question must be answered, according to either bank.
  [[nodiscard]] bool must() const { return before->must || after->must; }
};

struct ExamComparison {
  // The questions that both exams have, sorted by change (kLost, kWon, ...),
  // then those that must be answered first, then as in the first exam.
  std::vector<ComparedQuestion> questions;
  std::array<std::size_t, kExamChanges> counts{};  // By change.
  std::size_t must_lost = 0;
  std::size_t only_before = 0;  // Questions that only one exam has.
  std::size_t only_after = 0;
  double cover_before = 0.0;  // Over the questions that both exams have.
  double cover_after = 0.0;
};

// Matches questions by their ids. The results must outlive the comparison.
// Errors: kRejected if the exams have no question in common, or if different
// rules (grader, its model, k or tau) said what covers a question.
[[nodiscard]] Outcome<ExamComparison> CompareExams(const ExamResults& before,
                                                   const ExamResults& after);

// Returns the ids of the questions that were lost.
[[nodiscard]] std::set<std::string> LostIds(const ExamComparison& comparison);

// Answers stand side by side if the terminal is wide enough, else one below the
// other.
[[nodiscard]] std::string ComparisonPage(const ExamComparison& comparison,
                                         const Terminal& terminal);
[[nodiscard]] boost::json::object ComparisonJson(
    const ExamComparison& comparison);

// A passage whose grade for a topic differs between two exams. No grade: the
// exam did not find the passage.
struct ChangedPassage {
  std::string topic;
  std::string passage;
  std::optional<std::uint64_t> before = {};
  std::optional<std::uint64_t> after = {};
};

// Lists the passages whose grades differ, sorted by topic and passage.
[[nodiscard]] std::vector<ChangedPassage> DiffGrades(
    const PassageGrades& before, const PassageGrades& after);

}  // namespace answerbox::client
