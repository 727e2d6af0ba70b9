#include "client/exam/exam_overview.h"

#include <algorithm>
#include <boost/json/array.hpp>
#include <utility>

#include "client/terminal/json_text.h"

namespace answerbox::client {
namespace {

double Share(double part, double whole) {
  return whole > 0.0 ? part / whole : 0.0;
}

}  // namespace

// Cover sums weights, the other sums count questions: a bank uses weights to
// say how much a question matters, but people count questions.
void ExamTally::Add(const ResultQuestion& question) {
  ++questions_;
  weight_ += question.weight;
  if (question.covered) {
    ++covered_;
    covered_weight_ += question.weight;
  }
  if (question.must) {
    ++must_;
    must_covered_ += question.covered ? 1 : 0;
  }
  passages_ += question.passages.size();
  ill_formed_ += question.ill_formed;
  ++grades_[static_cast<std::size_t>(std::min(question.grade, kMaxExamGrade))];
  const auto verified = std::ranges::find(kVerifications, question.verified);
  if (verified == kVerifications.end()) return;
  ++keyed_;
  keyed_weight_ += question.weight;
  ++verified_[static_cast<std::size_t>(verified - kVerifications.begin())];
  if (question.verified == kVerifications[0])
    matching_weight_ += question.weight;
}

double ExamTally::cover() const { return Share(covered_weight_, weight_); }

boost::json::object ExamTally::Json() const {
  boost::json::object sums{{"questions", questions_},
                           {"covered", covered_},
                           {"cover", cover()},
                           {"must", must_},
                           {"must_covered", must_covered_},
                           {"passages", passages_}};
  boost::json::array grades;
  for (const std::size_t count : grades_) grades.push_back(count);
  sums["grades"] = std::move(grades);
  if (ill_formed_ > 0) sums["ill_formed"] = ill_formed_;
  if (keyed_ == 0) return sums;
  boost::json::object verified{
      {"questions", keyed_}, {"cover", Share(matching_weight_, keyed_weight_)}};
  for (std::size_t i = 0; i < kVerifications.size(); ++i) {
    verified[kVerifications[i]] = verified_[i];
  }
  sums["verified"] = std::move(verified);
  return sums;
}

std::string SummaryLine(const ExamTally& tally, double seconds,
                        std::optional<std::uint64_t> snapshot) {
  boost::json::object line = tally.Json();
  line["seconds"] = seconds;
  if (snapshot) line["snapshot"] = *snapshot;
  return JsonText(line) + "\n";
}

void ExamOverview::Add(const ResultQuestion& question) {
  tally_.Add(question);
  TopicCount& topic = topics_[question.topic];
  ++topic.questions;
  if (question.covered) {
    ++topic.covered;
    return;
  }
  // Passages take most of a question's memory, and an exam may have 100,000
  // questions.
  ResultQuestion missed = question;
  missed.passages = {};
  missed_.push_back(std::move(missed));
}

// Returns pointers, because the questions hold sentences of documents. The
// pointers are valid until the next Add.
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
