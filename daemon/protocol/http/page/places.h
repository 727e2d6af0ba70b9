// Where an answer stands, and what stands around it.
#pragma once

#include <boost/json/object.hpp>
#include <string>

#include "daemon/protocol/http/page/texts.h"

namespace answerbox::daemon::page {

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
