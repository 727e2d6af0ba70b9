#include "client/commands/threshold_options.h"

#include "client/commands/command.h"

namespace answerbox::client {

void ThresholdOptions::AddTo(boost::json::object& params) const {
  if (theta) params["theta"] = *theta;
  if (precision) params["precision"] = *precision;
  if (answer_rate) params["answer_rate"] = *answer_rate;
}

void AddThresholdOptions(CLI::App& command, ThresholdOptions& options,
                         const char* theta_help) {
  CLI::Option* theta = command.add_option("--theta", options.theta, theta_help)
                           ->type_name("X")
                           ->check(Fraction());
  CLI::Option* precision =
      command
          .add_option("--precision", options.precision,
                      "Instead: refuse as little as makes this share of the "
                      "answers right, e.g. 0.7")
          ->type_name("P")
          ->check(Fraction())
          ->excludes(theta);
  command
      .add_option("--answer-rate", options.answer_rate,
                  "Instead: answer this share of questions, the surest ones")
      ->type_name("R")
      ->check(Fraction())
      ->excludes(theta)
      ->excludes(precision);
}

}  // namespace answerbox::client
