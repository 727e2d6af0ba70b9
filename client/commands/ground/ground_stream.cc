#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>
#include <boost/system/error_code.hpp>
#include <cstdint>
#include <iostream>
#include <optional>
#include <streambuf>
#include <string_view>
#include <utility>

#include "client/commands/command.h"
#include "client/commands/ground/ground_output.h"
#include "engine/text/utf8.h"

namespace answerbox::client {
namespace {

namespace json = boost::json;

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

struct Line {
  std::string text;
  bool is_too_long = false;
};

// Returns the next line without its end, and nothing at the end of the input.
// Keeps at most kMaxGroundLineBytes of it.
std::optional<Line> NextLine(std::streambuf& input) {
  // Byte by byte: std::getline would keep a line of any length.
  using Traits = std::streambuf::traits_type;
  Line line;
  auto byte = input.sbumpc();
  if (Traits::eq_int_type(byte, Traits::eof())) return std::nullopt;
  for (; !Traits::eq_int_type(byte, Traits::eof()); byte = input.sbumpc()) {
    const char c = Traits::to_char_type(byte);
    if (c == '\n') break;
    if (line.text.size() < kMaxGroundLineBytes) {
      line.text += c;
    } else {
      line.is_too_long = true;
    }
  }
  return line;
}

bool IsBlank(std::string_view text) {
  return text.find_first_not_of(" \t\r") == std::string_view::npos;
}

// A line as a request, or what is wrong with the line.
struct Request {
  json::value id;
  json::object params;
  std::string fault;
};

Request Refused(std::string fault) {
  Request request;
  request.fault = std::move(fault);
  return request;
}

Request RequestOf(const Line& line, const json::object& further) {
  if (line.is_too_long) {
    return Refused("is longer than " + std::to_string(kMaxGroundLineBytes) +
                   " bytes");
  }
  // UTF-8 is checked before parsing, because the parser would not name the
  // offset.
  if (const auto valid = engine::ValidateUtf8(line.text); !valid) {
    return Refused("is not valid UTF-8 at byte offset " +
                   std::to_string(valid.error().offset));
  }
  boost::system::error_code error;
  json::value value = json::parse(line.text, error);
  if (error) return Refused("is not JSON: " + error.message());
  if (!value.is_object()) return Refused("holds no JSON object");
  Request request;
  request.params = std::move(value.as_object());
  if (const auto* id = request.params.if_contains("id")) {
    request.id = *id;
    request.params.stable_erase("id");
  }
  // A misspelt member would otherwise be ignored, and the answer checked
  // against less than was meant.
  for (const auto& [key, member] : request.params) {
    if (key != "context" && key != "answer" && key != "question") {
      request.fault = "has a member \"" + std::string(key) +
                      "\"; known are id, question, context and answer";
      return request;
    }
  }
  for (const auto& [key, member] : further) request.params[key] = member;
  return request;
}

void PrintLine(const json::value& id, const json::object& members) {
  json::object line;
  if (!id.is_null()) line["id"] = id;
  for (const auto& [key, value] : members) line[key] = value;
  PrintJson(line);
}

void PrintFault(const json::value& id, std::uint64_t number,
                std::string_view kind, const std::string& message) {
  PrintLine(id, {{"error",
                  {{"kind", kind}, {"line", number}, {"message", message}}}});
}

// Whether the failure concerns one request alone, so that another may follow on
// the connection.
bool IsAboutTheRequest(const Failure& failure) {
  return failure.exit_code == ExitCode::kRejected;
}

}  // namespace

Outcome<ExitCode> GroundLines(std::istream& lines, const json::object& further,
                              Connection& connection) {
  ExitCode code = ExitCode::kDone;
  std::uint64_t number = 0;
  while (auto line = NextLine(*lines.rdbuf())) {
    ++number;
    if (number == 1 && line->text.starts_with(kByteOrderMark)) {
      line->text.erase(0, kByteOrderMark.size());
    }
    if (IsBlank(line->text)) continue;
    const Request request = RequestOf(*line, further);
    // A faulty line does not end the stream: the program that sends thousands
    // of lines finds the error in the same position of the output.
    if (!request.fault.empty()) {
      PrintFault(request.id, number, "rejected",
                 "line " + std::to_string(number) + " " + request.fault);
      code = ExitCode::kRejected;
      continue;
    }
    const auto reply = connection.CallPatiently("ground", request.params);
    if (reply) {
      PrintLine(request.id, reply->as_object());
    } else if (IsAboutTheRequest(reply.error())) {
      PrintFault(
          request.id, number, reply.error().kind,
          "line " + std::to_string(number) + ": " + reply.error().message);
      code = ExitCode::kRejected;
    } else {
      return reply.error();
    }
  }
  return code;
}

}  // namespace answerbox::client
