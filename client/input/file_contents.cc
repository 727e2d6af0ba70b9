#include "client/input/file_contents.h"

#include <algorithm>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/stream_parser.hpp>
#include <boost/system/error_code.hpp>
#include <cassert>
#include <cerrno>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <fstream>
#include <iostream>
#include <string>
#include <system_error>
#include <variant>

#include "engine/text/utf8.h"

namespace answerbox::client {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

// A folder opens like a file and only fails to be read, with a message that
// says nothing of folders.
Outcome<std::ifstream> OpenFile(const std::filesystem::path& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) {
    return Rejected(path.string() + " is a folder, not a file");
  }
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    return Rejected("cannot read " + path.string() + ": " +
                    std::strerror(errno));
  }
  return file;
}

// Reads blocks until the end, so that a device or a pipe, which has no size, is
// bounded as a file is.
Outcome<std::string> ReadStream(std::istream& stream, const std::string& name,
                                std::size_t max_bytes) {
  constexpr std::size_t kBlock = std::size_t{1} << 20;
  std::string contents;
  while (contents.size() <= max_bytes) {
    const std::size_t size = contents.size();
    contents.resize(std::min(size + kBlock, max_bytes + 1));
    stream.read(contents.data() + size,
                static_cast<std::streamsize>(contents.size() - size));
    contents.resize(size + static_cast<std::size_t>(stream.gcount()));
    if (stream.bad()) return Rejected("cannot read " + name + " to its end");
    if (!stream) return contents;
  }
  return Rejected(name + " has more than " + std::to_string(max_bytes) +
                  " bytes; split it");
}

}  // namespace

Outcome<std::string> ReadFileContents(const std::filesystem::path& path,
                                      std::size_t max_bytes) {
  auto file = OpenFile(path);
  if (!file) return file.error();
  return ReadStream(*file, path.string(), max_bytes);
}

// A last line without a line break is a line, too.
std::string_view TakeLine(std::string_view& rest) {
  const std::size_t end = std::min(rest.find('\n'), rest.size());
  const std::string_view line = rest.substr(0, end);
  rest.remove_prefix(std::min(end + 1, rest.size()));
  return line;
}

// Bytes and not characters, as the column is told of files that are no UTF-8.
std::string PlaceInFile(std::string_view contents, std::size_t offset) {
  assert(offset <= contents.size());
  const std::string_view before = contents.substr(0, offset);
  const auto lines = std::ranges::count(before, '\n');
  const std::size_t line_begin = before.rfind('\n') + 1;  // npos + 1 is 0.
  return "line " + std::to_string(lines + 1) + ", column " +
         std::to_string(offset - line_begin + 1);
}

// Editors of Windows write a byte order mark, and JSON has none.
Outcome<InputText> ReadInput(const std::string& path, std::size_t max_bytes) {
  const bool is_standard = path == kStandardStream;
  InputText input{.name = is_standard ? "standard input" : path};
  auto contents = is_standard ? ReadStream(std::cin, input.name, max_bytes)
                              : ReadFileContents(path, max_bytes);
  if (!contents) return contents.error();
  input.contents = *std::move(contents);
  if (input.contents.starts_with(kByteOrderMark)) {
    input.contents.erase(0, kByteOrderMark.size());
  }
  return input;
}

Failure FaultAt(const std::string& name, std::string_view contents,
                std::size_t offset, const std::string& what) {
  return Rejected(name + ", " + PlaceInFile(contents, offset) + ": " + what);
}

namespace {

namespace json = boost::json;

// What a bank, results or passages nest, and a bound for the parser's stack.
constexpr std::size_t kMaxLineNesting = 8;

std::string Quoted(std::string_view name) {
  return "\"" + std::string(name) + "\"";
}

// Where the member stands in the line, for the message; its begin if it is not
// found, as it may be written with escapes.
std::size_t PlaceOfMember(std::string_view line, const std::string& name) {
  const std::size_t at = line.find(json::serialize(name));
  return at == std::string_view::npos ? 0 : at;
}

// A carriage return is what is left of a line of Windows.
bool IsBlank(std::string_view line) {
  return line.find_first_not_of(" \t\r") == std::string_view::npos;
}

}  // namespace

// U+0000 is valid in JSON, but ends a text for programs written in C.
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

// 1e999 reads as infinity.
double LineMembers::Number(std::string_view name, double otherwise) {
  const json::value* const value = line_.if_contains(name);
  if (value == nullptr || value->is_null()) return otherwise;
  const double number = value->is_number() ? value->to_number<double>() : -1.0;
  if (std::isfinite(number) && number >= 0.0) return number;
  Fail(name, "should be a number from 0");
  return otherwise;
}

// 1.0 and 1e3 are no counts: a program that writes them counts in fractions.
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

// The first fault is told. What follows from it would only confuse.
void LineMembers::Fail(std::string_view name, const std::string& what) {
  if (!fault_) fault_.emplace(std::string(name), Quoted(name) + " " + what);
}

namespace {

// What is wrong with a line, and at which of its bytes.
struct LineFault {
  std::size_t offset = 0;
  std::string what;
};

// The line's object; or why it is none.
std::variant<json::value, LineFault> ParseLine(std::string_view line,
                                               std::size_t max_bytes,
                                               json::stream_parser& parser) {
  if (line.size() > max_bytes) {
    return LineFault{max_bytes, "the line is longer than " +
                                    std::to_string(max_bytes) + " bytes"};
  }
  if (const auto valid = engine::ValidateUtf8(line); !valid) {
    return LineFault{static_cast<std::size_t>(valid.error().offset),
                     "the line is not valid UTF-8"};
  }
  parser.reset();
  boost::system::error_code error;
  const std::size_t parsed = parser.write_some(line.data(), line.size(), error);
  // The parser stops before what follows a whole value.
  if (!error && parsed < line.size()) {
    return LineFault{parsed, "more follows the line's JSON object"};
  }
  if (!error) parser.finish(error);
  if (error) {
    return LineFault{parsed, "the line is not JSON: " + error.message()};
  }
  json::value value = parser.release();
  if (!value.is_object()) {
    return LineFault{line.find_first_not_of(" \t"),
                     "the line should be a JSON object"};
  }
  return value;
}

}  // namespace

Outcome<void> ReadJsonLines(
    const std::string& name, std::string_view contents,
    std::size_t max_line_bytes,
    const std::function<void(const json::object&, LineMembers&)>& read) {
  const auto failure = [&](std::string_view line, const LineFault& fault) {
    return FaultAt(
        name, contents,
        static_cast<std::size_t>(line.data() - contents.data()) + fault.offset,
        fault.what);
  };
  json::parse_options options;
  options.max_depth = kMaxLineNesting;
  json::stream_parser parser({}, options);
  std::string_view rest = contents;
  while (!rest.empty()) {
    const std::string_view line = TakeLine(rest);
    if (IsBlank(line)) continue;
    const auto parsed = ParseLine(line, max_line_bytes, parser);
    if (const auto* const fault = std::get_if<LineFault>(&parsed)) {
      return failure(line, *fault);
    }
    const json::object& object = std::get<json::value>(parsed).get_object();
    LineMembers members(object);
    read(object, members);
    if (members.fault()) {
      return failure(line, {PlaceOfMember(line, members.fault()->first),
                            members.fault()->second});
    }
  }
  return {};
}

}  // namespace answerbox::client
