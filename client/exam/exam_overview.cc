#include "client/exam/exam_overview.h"

#include <algorithm>

namespace answerbox::client {

void ExamOverview::Add(const ResultQuestion& question) {
  tally_.Add(question);
  TopicCount& topic = topics_[question.topic];
  ++topic.questions;
  if (question.covered) {
    ++topic.covered;
    return;
  }
  ResultQuestion missed = question;
  missed.passages = {};
  missed_.push_back(std::move(missed));
}

std::vector<const ResultQuestion*> ExamOverview::Missed() const {
  std::vector<const ResultQuestion*> missed;
  for (const ResultQuestion& each : missed_) missed.push_back(&each);
  std::stable_partition(missed.begin(), missed.end(),
                        [](const ResultQuestion* each) { return each->must; });
  return missed;
}

ExamOverview OverviewOf(const ExamResults& results) {
  ExamOverview overview;
  for (const ResultQuestion& question : results.questions) {
    overview.Add(question);
  }
  return overview;
}

}  // namespace answerbox::client
