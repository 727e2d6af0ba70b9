// Parameters of `ask`. Views point into the request.
#pragma once

#include <boost/json/object.hpp>
#include <cstddef>
#include <optional>
#include <string_view>

#include "daemon/error.h"
#include "daemon/methods/threshold_target.h"
#include "engine/answer/units/answer_form.h"
#include "engine/ask/question.h"
#include "engine/numeric/arithmetic.h"

namespace answerbox::daemon {

inline constexpr std::string_view kDefaultCollection = "default";

struct AskParams {
  std::string_view collection;
  std::string_view question;  // Trimmed; 1 to kMaxQuestionBytes bytes.
  std::optional<ThresholdTarget> threshold;
  std::size_t runners_up = 0;
  std::optional<engine::AnswerForm> form;  // Nothing: the one that fits best.
  std::size_t words = engine::kDefaultAnswerWords;
  std::size_t answers = 1;
  std::optional<engine::Arithmetic> arithmetic;
  bool wants_context = true;
  bool wants_short = false;
  bool wants_spelling = true;
};

// The protocol's name of a form that was asked for; "auto" for none.
[[nodiscard]] std::string_view FormName(
    std::optional<engine::AnswerForm> form) noexcept;

// Errors: kInvalidParams.
[[nodiscard]] Result<AskParams> DecodeAsk(const boost::json::object& params);

}  // namespace answerbox::daemon
