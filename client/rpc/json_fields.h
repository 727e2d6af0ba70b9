// Members of a reply. One that is missing or of another type reads as empty or
// zero: a newer daemon may leave things out, and a figure is not worth failing.
#pragma once

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <cstdint>
#include <string>
#include <string_view>

namespace answerbox::client {

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

// `value` itself where it is an object.
[[nodiscard]] const boost::json::object& AsObject(
    const boost::json::value& value);

}  // namespace answerbox::client
