#include "daemon/client/terminal/json_text.h"

#include <array>
#include <boost/json/serialize.hpp>
#include <charconv>

namespace answerbox::client {
namespace {

void Append(const boost::json::value& value, std::string& out);

void AppendDouble(double number, std::string& out) {
  std::array<char, 40> text;
  const auto end =
      std::to_chars(text.data(), text.data() + text.size(), number).ptr;
  out.append(text.data(), end);
}

void AppendObject(const boost::json::object& object, std::string& out) {
  out += '{';
  for (bool first = true; const auto& member : object) {
    if (!std::exchange(first, false)) out += ',';
    out += boost::json::serialize(member.key());
    out += ':';
    Append(member.value(), out);
  }
  out += '}';
}

void AppendArray(const boost::json::array& array, std::string& out) {
  out += '[';
  for (bool first = true; const auto& element : array) {
    if (!std::exchange(first, false)) out += ',';
    Append(element, out);
  }
  out += ']';
}

// Recursion is as deep as the parser let the value be.
void Append(const boost::json::value& value, std::string& out) {
  if (value.is_object()) {
    AppendObject(value.get_object(), out);
  } else if (value.is_array()) {
    AppendArray(value.get_array(), out);
  } else if (value.is_double()) {
    AppendDouble(value.get_double(), out);
  } else {
    out += boost::json::serialize(value);
  }
}

}  // namespace

std::string JsonText(const boost::json::value& value) {
  std::string out;
  Append(value, out);
  return out;
}

}  // namespace answerbox::client
