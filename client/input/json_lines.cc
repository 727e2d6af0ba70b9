#include "client/input/json_lines.h"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/stream_parser.hpp>
#include <boost/system/error_code.hpp>
#include <cmath>

#include "client/input/file_contents.h"
#include "engine/text/utf8.h"

namespace answerbox::client {
namespace {

namespace json = boost::json;

constexpr std::size_t kMaxLineNesting = 8;

std::string Quoted(std::string_view name) {
  return "\"" + std::string(name) + "\"";
}

// Where the member stands in the line; its begin if it is not found.
std::size_t PlaceOfMember(std::string_view line, const std::string& name) {
  const std::size_t at = line.find(json::serialize(name));
  return at == std::string_view::npos ? 0 : at;
}

bool IsBlank(std::string_view line) {
  return line.find_first_not_of(" \t\r") == std::string_view::npos;
}

}  // namespace

std::string LineMembers::TextIfThere(std::string_view name) {
  const json::value* const value = line_.if_contains(name);
  if (value == nullptr || value->is_null()) return {};
  if (!value->is_string()) {
    Fail(name, "should be a text in quotes");
    return {};
  }
  const json::string& text = value->get_string();
  if (!engine::ValidateUtf8(text)) Fail(name, "holds the character U+0000");
  return std::string(text);
}

std::string LineMembers::Text(std::string_view name) {
  std::string text = TextIfThere(name);
  if (line_.if_contains(name) == nullptr) {
    Fail(name, "is missing");
  } else if (text.find_first_not_of(" \t\r\n") == std::string::npos) {
    Fail(name, "is empty");
  }
  return text;
}

double LineMembers::Number(std::string_view name, double otherwise) {
  const json::value* const value = line_.if_contains(name);
  if (value == nullptr || value->is_null()) return otherwise;
  const double number = value->is_number() ? value->to_number<double>() : -1.0;
  if (std::isfinite(number) && number >= 0.0) return number;
  Fail(name, "should be a number from 0");
  return otherwise;
}

std::uint64_t LineMembers::Count(std::string_view name, std::uint64_t most) {
  const json::value* const value = line_.if_contains(name);
  if (value == nullptr || value->is_null()) return 0;
  boost::system::error_code error;
  const bool is_whole = value->is_int64() || value->is_uint64();
  const auto count = is_whole ? value->to_number<std::uint64_t>(error) : 0;
  if (is_whole && !error && count <= most) return count;
  Fail(name, "should be a whole number from 0 to " + std::to_string(most));
  return 0;
}

bool LineMembers::Flag(std::string_view name) {
  const json::value* const value = line_.if_contains(name);
  if (value == nullptr) return false;
  if (!value->is_bool()) Fail(name, "should be true or false");
  return value->is_bool() && value->get_bool();
}

void LineMembers::Fail(std::string_view name, const std::string& what) {
  if (!fault_) fault_.emplace(std::string(name), Quoted(name) + " " + what);
}

Outcome<void> ReadJsonLines(
    const std::string& name, std::string_view contents,
    std::size_t max_line_bytes,
    const std::function<void(const json::object&, LineMembers&)>& read) {
  std::string_view rest = contents;
  const auto fault = [&](std::string_view line, std::size_t offset,
                         const std::string& what) {
    return FaultAt(
        name, contents,
        static_cast<std::size_t>(line.data() - contents.data()) + offset, what);
  };
  json::parse_options options;
  options.max_depth = kMaxLineNesting;
  json::stream_parser parser({}, options);
  while (!rest.empty()) {
    const std::string_view line = TakeLine(rest);
    if (IsBlank(line)) continue;
    if (line.size() > max_line_bytes) {
      return fault(line, max_line_bytes,
                   "the line is longer than " + std::to_string(max_line_bytes) +
                       " bytes");
    }
    if (const auto valid = engine::ValidateUtf8(line); !valid) {
      return fault(line, static_cast<std::size_t>(valid.error().offset),
                   "the line is not valid UTF-8");
    }
    parser.reset();
    boost::system::error_code error;
    const std::size_t parsed =
        parser.write_some(line.data(), line.size(), error);
    // The parser stops before what follows a whole value.
    if (!error && parsed < line.size()) {
      return fault(line, parsed, "more follows the line's JSON object");
    }
    if (!error) parser.finish(error);
    if (error) {
      return fault(line, parsed, "the line is not JSON: " + error.message());
    }
    const json::value value = parser.release();
    if (!value.is_object()) {
      return fault(line, line.find_first_not_of(" \t"),
                   "the line should be a JSON object");
    }
    LineMembers members(value.get_object());
    read(value.get_object(), members);
    if (members.fault()) {
      return fault(line, PlaceOfMember(line, members.fault()->first),
                   members.fault()->second);
    }
  }
  return {};
}

}  // namespace answerbox::client
