// What a person says of an answer, or of a refusal.
#pragma once

#include <string>
#include <string_view>

#include "daemon/protocol/http/page/page.h"
#include "daemon/protocol/http/page/texts.h"

namespace answerbox::daemon::page {

// The form sends the judgement, a name of calls::feedback::kJudgementNames, as
// this field, and `lang`.
inline constexpr std::string_view kJudgementField = "says";

// The form for it; empty if nobody asks for a judgement of this reply, or there
// is nothing to judge.
[[nodiscard]] std::string RenderJudgement(const PageState& state,
                                          const Texts& texts);

// The parameters of `feedback.give` for this reply, but for the judgement.
[[nodiscard]] boost::json::object JudgedParams(const boost::json::object& reply,
                                               std::string_view question);

// Returns whether the form for this reply has the judgement.
[[nodiscard]] bool MayBeSaid(std::string_view judgement,
                             const boost::json::object& params);

struct JudgedState {
  std::string_view language;  // As ChooseLanguage returned it.
  PageError error = {};       // Why it was not kept; without a kind: it was.
  bool is_part = false;       // The sentence alone, in place of the form.
};

[[nodiscard]] std::string RenderJudged(const JudgedState& state);

}  // namespace answerbox::daemon::page
