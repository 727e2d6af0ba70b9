// The options for a threshold: --theta, --precision and --answer-rate. A
// command line has at most one of them.
#pragma once

#include <CLI/CLI.hpp>
#include <boost/json/object.hpp>
#include <optional>

namespace answerbox::client {

struct ThresholdOptions {
  std::optional<double> theta;
  std::optional<double> precision;
  std::optional<double> answer_rate;

  [[nodiscard]] bool IsGiven() const {
    return theta || precision || answer_rate;
  }
  // Adds the option that was given to a request's parameters.
  void AddTo(boost::json::object& params) const;
};

// `theta_help`: what --theta does.
void AddThresholdOptions(CLI::App& command, ThresholdOptions& options,
                         const char* theta_help);

}  // namespace answerbox::client
