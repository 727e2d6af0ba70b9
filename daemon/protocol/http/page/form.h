// An answer in its form: a list as a list, a row under its heads.
#pragma once

#include <boost/json/object.hpp>
#include <string>

#include "daemon/protocol/http/page/texts.h"

namespace answerbox::daemon::page {

// The answer's text as HTML. The sentence that decided, where it is not alone,
// and the short answer are set off.
[[nodiscard]] std::string RenderForm(const boost::json::object& answer,
                                     const Texts& texts);

}  // namespace answerbox::daemon::page
