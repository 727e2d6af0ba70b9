// What people want to know of an exam first: its sums, by topic too, and the
// questions that are not answered.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "client/exam/exam_results.h"

namespace answerbox::client {

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
  // Without their passages; those that must be answered first, else in the
  // order of the bank.
  [[nodiscard]] std::vector<const ResultQuestion*> Missed() const;

 private:
  ExamTally tally_;
  std::map<std::string, TopicCount> topics_;
  std::vector<ResultQuestion> missed_;
};

[[nodiscard]] ExamOverview OverviewOf(const ExamResults& results);

}  // namespace answerbox::client
