// Compares two exams by the same questions: question by question, what a change
// of documents or of a system won and lost, and passage by passage.
#pragma once

#include <array>
#include <boost/json/object.hpp>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "client/exam/exam_results.h"
#include "client/failure.h"
#include "client/terminal/terminal.h"

namespace answerbox::client {

// Returns a name as a field of TREC's files, which are separated by white
// space. A name without white space and control characters that does not begin
// with '#' stays the same. Otherwise these bytes, and '%', become '%' and two
// hexadecimal digits, as in a URL: "my file.md" is "my%20file.md".
[[nodiscard]] std::string SafeName(std::string_view name);

enum class GradedUnit : std::uint8_t {
  kPassage,
  kDocument,  // The document of the passage; for a run as kPassage.
};

// Returns a passage's name before SafeName: its id, or its document and the
// offset of its beginning, as "guide.md#412".
[[nodiscard]] std::string PassageName(const ResultPassage& passage,
                                      GradedUnit unit);

// The grades of passages by topic, under names that files of TREC can hold.
// `exam diff` compares them, and qrels are made of them.
class PassageGrades {
 public:
  using OfTopic = std::map<std::string, std::uint64_t>;  // Grades by passage.

  explicit PassageGrades(GradedUnit unit) : unit_(unit) {}

  // Adds the passages. A passage gets its highest grade over all questions of a
  // topic in all added results. Errors: kRejected if SafeName gives two names
  // the same form.
  [[nodiscard]] Outcome<void> Add(const ExamResults& results);

  // Grades by topic. Topics without a passage are left out.
  [[nodiscard]] const std::map<std::string, OfTopic>& topics() const {
    return topics_;
  }
  // Returns how many names SafeName changed.
  [[nodiscard]] std::size_t changed_names() const { return changed_names_; }

 private:
  // From safe name to original name.
  using Names = std::unordered_map<std::string, std::string>;

  [[nodiscard]] Outcome<std::string> MakeSafe(const std::string& name,
                                              Names& known);

  GradedUnit unit_;
  std::map<std::string, OfTopic> topics_;
  Names topic_names_;
  Names passage_names_;
  std::size_t changed_names_ = 0;
};

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
