// Files of JSON lines, as banks and results of exams are: each line an object.
#pragma once

#include <boost/json/object.hpp>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "client/failure.h"

namespace answerbox::client {

// What is wrong with the members of one line. Remembers the first fault.
class LineMembers {
 public:
  explicit LineMembers(const boost::json::object& line) : line_(line) {}

  // The member's string: not empty, valid UTF-8 without U+0000.
  std::string Text(std::string_view name);
  // The same; empty if the member is missing or null.
  std::string TextIfThere(std::string_view name);
  // A number from 0; `otherwise` if it is missing.
  double Number(std::string_view name, double otherwise);
  // A whole number from 0 to `most`; 0 if it is missing.
  std::uint64_t Count(std::string_view name, std::uint64_t most);
  bool Flag(std::string_view name);

  void Fail(std::string_view name, const std::string& what);
  [[nodiscard]] const std::optional<std::pair<std::string, std::string>>&
  fault() const {
    return fault_;
  }

 private:
  const boost::json::object& line_;
  // The member's name, and what is wrong.
  std::optional<std::pair<std::string, std::string>> fault_;
};

// Reads each line that is not blank as a JSON object. `read` takes it, and says
// what is wrong through the members. Errors: kRejected with the input's name,
// line and column: no JSON, no object, nested deeper than 8 levels, longer than
// `max_line_bytes`, or what `read` found.
[[nodiscard]] Outcome<void> ReadJsonLines(
    const std::string& name, std::string_view contents,
    std::size_t max_line_bytes,
    const std::function<void(const boost::json::object&, LineMembers&)>& read);

}  // namespace answerbox::client
