// Counts what became of the questions. One thread.
#pragma once

#include <boost/json/object.hpp>
#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace answerbox::load {

class Tally {
 public:
  using Latency = std::chrono::microseconds;

  // `questions`: how many different ones there are.
  explicit Tally(std::size_t questions) : sentences_(questions) {}

  void CountOffered() { ++offered_; }
  // A reply to the question of this number. It is wrong where the question's
  // first answer had another sentence.
  void CountReply(std::size_t question, Latency latency,
                  std::string_view payload);
  // A reply to no question that this connection has asked.
  void CountStray() { ++wrong_; }

  [[nodiscard]] bool is_complete() const { return replies() >= offered_; }
  // Counts, and latencies in milliseconds.
  [[nodiscard]] boost::json::object Report(std::chrono::seconds duration);

 private:
  [[nodiscard]] std::size_t replies() const {
    return answers_.size() + busy_.size() + failed_ + wrong_;
  }

  std::size_t offered_ = 0;
  std::size_t failed_ = 0;  // Errors that are not "busy".
  std::size_t wrong_ = 0;
  std::vector<Latency> answers_;
  std::vector<Latency> busy_;
  // By question: the sentence it was first answered with, empty for a refusal.
  std::vector<std::optional<std::string>> sentences_;
};

}  // namespace answerbox::load
