// The results of an exam, as `answerbox exam run` writes them: JSON lines. The
// first line says what was examined and how. A line for each question follows,
// in the order of the bank. Once all are there, the last line has the sums.
// docs/exam-format.md, "Results".
#pragma once

#include <array>
#include <boost/json/object.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "client/failure.h"
#include "protocol/exam/bank.h"

namespace answerbox::client {

inline constexpr std::uint64_t kExamResultsVersion = 1;
inline constexpr std::size_t kMaxResultsBytes = std::size_t{1} << 30;
inline constexpr std::size_t kMaxResultLineBytes = std::size_t{4} << 20;
inline constexpr std::uint64_t kMaxExamGrade = 5;
inline constexpr std::uint64_t kMaxExamPassages = 1000;  // The greatest k.

// The outcomes of comparing an answer with the key, by the names that
// engine::ToString(Verification) returns.
inline constexpr std::array<std::string_view, 4> kVerifications = {
    "matches", "differs", "refuses", "ill_formed"};

// Decides whether a passage answers.
enum class ExamGrader : std::uint8_t {
  kSelf,   // The calibrated probability: grades 0 to 5.
  kKey,    // Compares the extracted answer with the key: 0 or 1.
  kAuto,   // Grades as kSelf, but as in a collection's guard a question with a
           // key is covered if an answer matches it.
  kModel,  // A language model of the daemon: 0 to 5.
};
[[nodiscard]] const char* ToString(ExamGrader grader) noexcept;

// The language model that graded. Empty texts are unknown.
struct GradingModel {
  std::string name;
  std::string sha256;  // Of its file.

  // Whether both can be the same model: they agree in all that is known of
  // both.
  [[nodiscard]] bool MayBe(const GradingModel& other) const;
  // Returns the name for messages.
  [[nodiscard]] std::string Text() const;
};

struct ExamHeader {
  std::string bank_sha256;
  std::uint64_t questions = 0;
  // Either `collection` or `run` is not empty.
  std::string collection = {};
  // The name in the run's file or, without one, the file's name.
  std::string run = {};
  std::optional<std::uint64_t> snapshot = {};  // Of the collection.
  std::string run_sha256 = {};                 // Of the run and its passages.
  std::uint64_t k = 20;
  std::uint64_t tau = 4;
  ExamGrader grader = ExamGrader::kSelf;
  // The model of kModel. Nothing if it was given no passage.
  std::optional<GradingModel> model = {};
  std::string started = {};  // RFC 3339; says nothing about the results.
};

// Whether the grades of both have the same meaning: they come from the same
// grader and, if that is a language model, from the same model.
[[nodiscard]] bool HaveOneGrader(const ExamHeader& a, const ExamHeader& b);

// Names the grader for messages.
[[nodiscard]] std::string GraderText(const ExamHeader& header);

struct ResultPassage {
  std::string id;        // Of a run's passage; else empty.
  std::string document;  // Of a collection's passage.
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::uint64_t grade = 0;
};

struct ResultAnswer {
  std::string text;
  std::string short_answer;  // The part that answers; may be empty.
  std::string document;      // For a run, the passage's id.
  std::uint64_t page = 0;    // 0: unknown.
};

struct ResultQuestion {
  std::string id;
  std::string topic;
  std::string question;
  double weight = 1.0;
  bool must = false;
  std::uint64_t grade = 0;  // The grade of the best passage.
  double probability = 0.0;
  bool covered = false;
  std::string verified;  // One of kVerifications; empty without a key.
  std::string refusal;   // The reason; empty if there are passages.
  // Passages for which a language model gave no grade; they have grade 0.
  std::uint64_t ill_formed = 0;
  std::optional<ResultAnswer> answer = {};
  std::vector<ResultPassage> passages = {};  // In the order of retrieval.
};

struct ExamResults {
  std::string name;  // The file's.
  ExamHeader header;
  std::vector<ResultQuestion> questions;
  bool is_complete = false;
  std::size_t lines_bytes = 0;  // Bytes up to the end of the last question.
};

// Returns a model in the form of the header and of exam.grade's reply: "name"
// and "sha256" (null if unknown).
[[nodiscard]] boost::json::object ModelJson(const GradingModel& model);
[[nodiscard]] GradingModel ToGradingModel(const boost::json::object& model);

// Returns the header as a line with its line feed.
[[nodiscard]] std::string HeaderLine(const ExamHeader& header);

// Returns the line of a question. The header's grader and tau decide the grades
// and "covered".
//   graded  the question's members of the method exam.grade's reply; passages
//           may have "id" for "document"
[[nodiscard]] boost::json::object ResultLine(
    const ExamHeader& header, const protocol::BankQuestion& question,
    const boost::json::object& graded);

// Reads a question's line that is in memory. Precondition: ResultLine made the
// line.
[[nodiscard]] ResultQuestion ToResultQuestion(const boost::json::object& line);

enum class ResultsPart : std::uint8_t {
  kWhole,      // A run that was cut is an error.
  kBeginning,  // A run that was cut is read up to its last whole line.
};

// Errors: kRejected, with the name, line and column of the fault.
[[nodiscard]] Outcome<ExamResults> ParseExamResults(const std::string& name,
                                                    std::string_view contents,
                                                    ResultsPart part);

// Reads a file, or standard input if `path` is "-". Errors: also those of
// reading.
[[nodiscard]] Outcome<ExamResults> ReadExamResults(const std::string& path);

// Whether the contents begin as results do.
[[nodiscard]] bool LooksLikeResults(std::string_view contents) noexcept;

}  // namespace answerbox::client
