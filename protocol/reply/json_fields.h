// Members of a reply. A member that is missing or of another type reads as
// empty or zero: another version of the daemon may leave it out, and one figure
// is no reason to fail.
#pragma once

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <cstdint>
#include <string>
#include <string_view>

namespace answerbox::protocol {

[[nodiscard]] std::string TextAt(const boost::json::object& object,
                                 std::string_view key);
// Negative numbers read as zero.
[[nodiscard]] std::uint64_t NumberAt(const boost::json::object& object,
                                     std::string_view key);
[[nodiscard]] double RealAt(const boost::json::object& object,
                            std::string_view key);
[[nodiscard]] bool FlagAt(const boost::json::object& object,
                          std::string_view key);
[[nodiscard]] const boost::json::object& ObjectAt(
    const boost::json::object& object, std::string_view key);
[[nodiscard]] const boost::json::array& ArrayAt(
    const boost::json::object& object, std::string_view key);

// Returns `value` itself where it is an object, else an empty one.
[[nodiscard]] const boost::json::object& AsObject(
    const boost::json::value& value);

}  // namespace answerbox::protocol
