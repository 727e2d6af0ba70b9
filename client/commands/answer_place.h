// Where an answer or a passage stands, in words.
#pragma once

#include <boost/json/object.hpp>
#include <string>
#include <string_view>

namespace answerbox::client {

// Stands between headings on a terminal.
inline constexpr std::string_view kSectionArrow = " \xE2\x80\xBA ";

// "handbook.pdf, page 3, Vaccines > Storage" for an object with `document`,
// `page` and `section`.
//   separator  between two headings
[[nodiscard]] std::string PlaceText(const boost::json::object& answer,
                                    std::string_view separator);

// Names the places of sentences that say the same, which `also_in` lists:
// ", also in a.md and 2 more". Empty if there are none.
[[nodiscard]] std::string AlsoInText(const boost::json::object& answer);

}  // namespace answerbox::client
