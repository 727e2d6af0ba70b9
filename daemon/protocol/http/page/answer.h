// A reply of `ask` as HTML.
#pragma once

#include <boost/json/object.hpp>
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

// The answer's text in its form: a list as a list, a row under its heads. The
// sentence that decided, where it is not alone, and the short answer are set
// off.
[[nodiscard]] std::string RenderForm(const boost::json::object& answer,
                                     const Texts& texts);

// "handbook.pdf, page 3, Vaccines > Storage", of an object with `document`,
// `page` and `section`.
[[nodiscard]] std::string RenderPlace(const boost::json::object& place,
                                      const Texts& texts);

// The documents of `also_in`; empty if there are none.
[[nodiscard]] std::string RenderAlsoIn(const boost::json::object& place,
                                       const Texts& texts);

// A warning about a page that text recognition could hardly read; empty for all
// others.
[[nodiscard]] std::string RenderScanWarning(const boost::json::object& place,
                                            const Texts& texts);

// The member `context` of a reply, folded away. Empty without one.
[[nodiscard]] std::string RenderContext(const boost::json::object& reply,
                                        const Texts& texts);

}  // namespace answerbox::daemon::page
