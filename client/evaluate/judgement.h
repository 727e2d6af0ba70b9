// What a reader was shown for a question, and whether that is right.
#pragma once

#include <boost/json/object.hpp>
#include <cstdint>
#include <optional>
#include <string>

#include "client/evaluate/known_question.h"

namespace answerbox::client {

// The answer of a question that was always answered, whatever its confidence.
struct Judgement {
  std::string shown;  // Empty: nothing was found.
  std::string document;
  std::optional<std::uint64_t> page;
  double confidence = 0.0;
  bool is_page_right = false;
  bool is_right = false;  // The page is right, and what is shown.
  double share = 0.0;     // Of the words of the best known answer, shown.
  std::size_t words = 0;  // Shown, between white space.

  [[nodiscard]] bool IsAnswered(double theta) const {
    return !shown.empty() && confidence >= theta;
  }
};

// `reply` is the result of `ask`. Missing members count as empty.
[[nodiscard]] Judgement Judge(const KnownQuestion& question,
                              const boost::json::object& reply);

}  // namespace answerbox::client
