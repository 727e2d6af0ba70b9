#include "tests/mqtt/load/tally.h"

#include <algorithm>
#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>

namespace answerbox::load {
namespace {

constexpr int kBusy = -32002;

// Absent where the reply is no answer.
std::optional<std::string> SentenceOf(const boost::json::object& reply) {
  const auto* result = reply.if_contains("result");
  if (result == nullptr || !result->is_object()) return std::nullopt;
  const auto* answer = result->get_object().if_contains("answer");
  if (answer == nullptr || !answer->is_object()) return "";
  const auto* sentence = answer->get_object().if_contains("sentence");
  if (sentence == nullptr || !sentence->is_string()) return std::nullopt;
  return std::string(sentence->get_string());
}

bool IsBusy(const boost::json::object& reply) {
  const auto* error = reply.if_contains("error");
  if (error == nullptr || !error->is_object()) return false;
  const auto* code = error->get_object().if_contains("code");
  return code != nullptr && *code == kBusy;
}

// Sorts `latencies`. `share` in [0, 1].
double Quantile(std::vector<Tally::Latency>& latencies, double share) {
  if (latencies.empty()) return 0;
  std::sort(latencies.begin(), latencies.end());
  const auto last = static_cast<double>(latencies.size() - 1);
  const auto rank = static_cast<std::size_t>(share * last);
  return static_cast<double>(latencies[rank].count()) / 1000;
}

}  // namespace

void Tally::CountReply(std::size_t question, Latency latency,
                       std::string_view payload) {
  boost::system::error_code error;
  const auto reply = boost::json::parse(payload, error);
  if (error || !reply.is_object()) {
    ++wrong_;
  } else if (IsBusy(reply.get_object())) {
    busy_.push_back(latency);
  } else if (auto sentence = SentenceOf(reply.get_object()); !sentence) {
    ++failed_;
  } else if (auto& first = sentences_[question]; first && *first != *sentence) {
    ++wrong_;
  } else {
    first = std::move(sentence);
    answers_.push_back(latency);
  }
}

boost::json::object Tally::Report(std::chrono::seconds duration) {
  const std::size_t lost = offered_ - std::min(offered_, replies());
  return {{"offered", offered_},
          {"answered", answers_.size()},
          {"answered_per_s", static_cast<double>(answers_.size()) /
                                 static_cast<double>(duration.count())},
          {"busy", busy_.size()},
          {"failed", failed_},
          {"lost", lost},
          {"wrong", wrong_},
          {"p50_ms", Quantile(answers_, 0.5)},
          {"p99_ms", Quantile(answers_, 0.99)},
          {"max_ms", Quantile(answers_, 1)},
          {"busy_p99_ms", Quantile(busy_, 0.99)}};
}

}  // namespace answerbox::load
