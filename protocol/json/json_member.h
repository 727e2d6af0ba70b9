// Finds one member in the text of a JSON object without building its tree. The
// heap it takes does not grow with the text, so it works where memory for the
// tree is used up.
#pragma once

#include <boost/json/value.hpp>
#include <cstddef>
#include <optional>
#include <string_view>

namespace answerbox::protocol {

// The value of the member `name` of the object that `text` is, where the value
// is null, a number, or a string of at most `max_bytes`. If members have the
// same name, the last one counts. Nothing: there is no such member, or `text`
// is not such JSON.
[[nodiscard]] std::optional<boost::json::value> FindScalar(
    std::string_view text, std::string_view name, std::size_t max_bytes,
    std::size_t max_nesting);

}  // namespace answerbox::protocol
