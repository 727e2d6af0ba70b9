// Summarises an exam: its sums, also by topic, and the questions that are not
// answered.
#pragma once

#include <array>
#include <boost/json/object.hpp>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "client/exam/exam_results.h"

namespace answerbox::client {

// Sums over questions. Shares are of the questions' weight.
class ExamTally {
 public:
  void Add(const ResultQuestion& question);

  [[nodiscard]] std::size_t questions() const { return questions_; }
  [[nodiscard]] std::size_t covered() const { return covered_; }
  [[nodiscard]] double cover() const;  // EXAM-Cover; 0 without questions.
  [[nodiscard]] std::size_t must() const { return must_; }
  [[nodiscard]] std::size_t must_covered() const { return must_covered_; }
  [[nodiscard]] std::size_t passages() const { return passages_; }
  [[nodiscard]] std::uint64_t ill_formed() const { return ill_formed_; }
  // Returns the number of questions by the grade of their best passage.
  [[nodiscard]] const std::array<std::size_t, kMaxExamGrade + 1>& grades()
      const {
    return grades_;
  }
  // Returns the members "questions", "covered", "cover", "must",
  // "must_covered", "passages" and "grades"; also "ill_formed" if a model gave
  // no grade, and "verified" if answers were compared with keys.
  [[nodiscard]] boost::json::object Json() const;

 private:
  std::size_t questions_ = 0;
  std::size_t covered_ = 0;
  double weight_ = 0.0;
  double covered_weight_ = 0.0;
  std::size_t must_ = 0;
  std::size_t must_covered_ = 0;
  std::size_t passages_ = 0;
  std::uint64_t ill_formed_ = 0;
  std::array<std::size_t, kMaxExamGrade + 1> grades_{};
  std::size_t keyed_ = 0;
  double keyed_weight_ = 0.0;
  double matching_weight_ = 0.0;
  std::array<std::size_t, 4> verified_{};  // In the order of kVerifications.
};

// Returns the last line of results, with its line feed.
[[nodiscard]] std::string SummaryLine(const ExamTally& tally, double seconds,
                                      std::optional<std::uint64_t> snapshot);

struct TopicCount {
  std::size_t questions = 0;
  std::size_t covered = 0;
};

class ExamOverview {
 public:
  void Add(const ResultQuestion& question);

  [[nodiscard]] const ExamTally& tally() const { return tally_; }
  [[nodiscard]] const std::map<std::string, TopicCount>& topics() const {
    return topics_;
  }
  // Returns the questions without their passages. Those that must be answered
  // come first; else they keep the order of the bank.
  [[nodiscard]] std::vector<const ResultQuestion*> Missed() const;

 private:
  ExamTally tally_;
  std::map<std::string, TopicCount> topics_;
  std::vector<ResultQuestion> missed_;
};

[[nodiscard]] ExamOverview OverviewOf(const ExamResults& results);

}  // namespace answerbox::client
