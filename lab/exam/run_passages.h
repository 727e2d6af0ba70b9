// Grades the passages of a system's run in this process: those that it
// retrieved, or wrote itself, for each topic of a bank.
#pragma once

#include <boost/json/object.hpp>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "client/exam/exam_run.h"
#include "engine/ask/workspace.h"
#include "engine/exam/examine.h"
#include "lab/client.h"
#include "lab/evaluate/judged_documents.h"
#include "lab/evaluate/run/memory_index.h"
#include "lab/exam/passage_file.h"
#include "protocol/exam/bank.h"

namespace answerbox::lab {

// Some hundred million bytes of grades; more are computed again.
inline constexpr std::size_t kMaxKeptGrades = 2'000'000;

// All passages in one index: how much a word says is counted over all of them,
// so that a passage's grade does not depend on who retrieved it.
class PassageExam {
 public:
  // Errors: kRejected for a passage that can't be indexed.
  [[nodiscard]] static Outcome<std::unique_ptr<PassageExam>> Index(
      std::vector<ExamPassage> passages);

  // The first k passages of each topic, best first; as trec_eval orders them.
  // Replaces those of the run before. A topic of the run is a topic of the
  // bank, as it stands there or as SafeName() writes it; others are passed
  // over. Errors: kRejected for a passage that was not indexed, and for a run
  // without any topic of the bank.
  [[nodiscard]] Outcome<void> TakeRun(const RetrievalRun& run,
                                      const protocol::Bank& bank,
                                      std::size_t k);

  // Grades the passages of each question's topic, each pair of a question and
  // a passage once, whatever the number of runs. Returns the questions' members
  // as the method exam.grade gives them, in the order of the questions, the
  // same with any number of threads. Errors: kRejected, with the question.
  //   first  the number of the first question in the bank that was given to
  //          TakeRun
  [[nodiscard]] Outcome<std::vector<boost::json::object>> Grade(
      const protocol::Bank& bank, std::size_t first, std::size_t count,
      std::size_t threads);

 private:
  using PassageNumber = std::uint32_t;

  // What a passage says to a question.
  struct Graded {
    double probability = 0.0;
    std::uint8_t grade = 0;
    std::uint8_t verified = 0;  // 0: no key; else 1 + Verification.
    engine::Extracted extracted = engine::Extracted::kSentence;
    std::uint32_t begin = 0;  // Its best sentence, in the passage's text.
    std::uint32_t end = 0;
    std::uint32_t short_begin = 0;  // Within that sentence.
    std::uint32_t short_end = 0;
  };
  using OfPassages = std::unordered_map<PassageNumber, Graded>;

  explicit PassageExam(std::vector<ExamPassage> passages);

  [[nodiscard]] Outcome<void> GradeQuestion(
      const protocol::BankQuestion& question, OfPassages& known,
      engine::Workspace& workspace, boost::json::object& graded) const;
  [[nodiscard]] Outcome<void> Ask(const protocol::BankQuestion& question,
                                  std::span<const PassageNumber> passages,
                                  OfPassages& known,
                                  engine::Workspace& workspace) const;
  [[nodiscard]] boost::json::object ToJson(
      std::span<const PassageNumber> passages, const OfPassages& known) const;

  std::vector<ExamPassage> passages_;
  std::unordered_map<std::string_view, PassageNumber> numbers_;
  MemoryIndex index_;
  std::unordered_map<std::string, std::vector<PassageNumber>> topics_;
  // By the number of the question.
  std::unordered_map<std::size_t, OfPassages> kept_;
  std::size_t kept_count_ = 0;
};

// Asks in this process. All outlive the result.
[[nodiscard]] GradeBatch ByRun(const protocol::Bank& bank, PassageExam& exam,
                               std::size_t threads);

}  // namespace answerbox::lab
