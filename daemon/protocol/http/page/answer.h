// A reply of `ask` as HTML.
#pragma once

#include <string>

#include "daemon/protocol/http/page/page.h"
#include "daemon/protocol/http/page/texts.h"

namespace answerbox::daemon::page {

// How the question was read, then the answers.
//   state.reply  with `answered` true
[[nodiscard]] std::string RenderAnswers(const PageState& state,
                                        const Texts& texts);

// What is missing, what was nearest, and how to ask.
//   state.reply  with `answered` false
[[nodiscard]] std::string RenderRefusal(const PageState& state,
                                        const Texts& texts);

// Links that ask the similar questions; empty without any.
[[nodiscard]] std::string RenderSimilar(const PageState& state,
                                        const Texts& texts);

}  // namespace answerbox::daemon::page
