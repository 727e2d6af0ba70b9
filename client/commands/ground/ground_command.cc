// `answerbox ground`: checks whether an answer, whoever wrote it, is supported
// or contradicted by its context.
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>
#include <boost/system/error_code.hpp>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <memory>
#include <optional>
#include <streambuf>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "client/commands/call_options.h"
#include "client/commands/command.h"
#include "client/commands/command_line.h"
#include "client/commands/ground/grounding_page.h"
#include "client/convert/format.h"
#include "client/ingest/input_file.h"
#include "client/rpc/message.h"
#include "engine/text/utf8.h"
#include "protocol/calls/gathering.h"

namespace answerbox::client {
namespace {

namespace json = boost::json;

// A longer line is reported as an error and not parsed.
constexpr std::size_t kMaxGroundLineBytes = std::size_t{4} << 20;

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

// Checks the answer on each line, and prints a line for each to standard
// output. For a line that can't be read, or that the daemon refuses, it prints
// a line with an error. Blank lines are skipped. Returns kRejected if there was
// an error on any line, else kDone. Errors: those of Connection::Call that end
// the connection.
//   further  parameters that are added to every request
Outcome<ExitCode> GroundLines(std::istream& lines, const json::object& further,
                              Connection& connection) {
  ExitCode code = ExitCode::kDone;
  std::uint64_t number = 0;
  while (auto line = NextLine(*lines.rdbuf())) {
    ++number;
    if (number == 1 && line->text.starts_with(kUtf8ByteOrderMark)) {
      line->text.erase(0, kUtf8ByteOrderMark.size());
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

constexpr const char* kStandardInput = "-";
// The daemon refuses more.
constexpr std::size_t kMaxInputBytes = std::size_t{4} << 20;

struct GroundOptions {
  CommonOptions common;
  std::vector<std::string> contexts;
  std::string answer;
  std::string question;
  std::string lines;
  // The parameters that were given and that all requests of a run share.
  json::object shared;
};

Outcome<std::string> ReadStandardInput() {
  std::string text;
  for (std::istreambuf_iterator<char> in(std::cin), end; in != end; ++in) {
    // Checked while reading, so that an endless input can't fill the memory.
    if (text.size() == kMaxInputBytes) {
      return Rejected("standard input holds more than " +
                      std::to_string(kMaxInputBytes) + " bytes");
    }
    text += *in;
  }
  return JoinWords({text}, "standard input");
}

// Returns the text of a file, converted as `add` would convert it. A file
// without a known extension is read as plain text.
Outcome<std::string> ReadText(const std::string& file) {
  if (file == kStandardInput) return ReadStandardInput();
  const std::filesystem::path path(file);
  const auto format = FormatOf(path.filename().native());
  auto document = LoadDocument(path, format.value_or(Format::kPlainText));
  if (!document) {
    return Rejected(file + ": " + document.error().message);
  }
  return std::move(document->text);
}

Outcome<json::object> ParamsOf(const GroundOptions& options) {
  json::object params = options.shared;
  json::array context;
  for (const std::string& file : options.contexts) {
    Outcome<std::string> text = ReadText(file);
    if (!text) return text.error();
    context.emplace_back(*text);
  }
  params["context"] = std::move(context);
  Outcome<std::string> answer = ReadText(options.answer);
  if (!answer) return answer.error();
  params["answer"] = *answer;
  if (!options.question.empty()) {
    const auto question = JoinWords({options.question}, "--question");
    if (!question) return question.error();
    params["question"] = *question;
  }
  return params;
}

Outcome<ExitCode> GroundOne(const GroundOptions& options) {
  const Outcome<json::object> params = ParamsOf(options);
  if (!params) return params.error();
  const auto result = CallOnce(options.common, calls::kGround.name, *params);
  if (!result) return result.error();
  const json::object& reply = AsObject(*result);
  PrintPage(options.common, *result,
            GroundingPage(reply, options.contexts, options.common.Output()));
  // Scripts tell by the exit code whether an answer may be passed on.
  return TextAt(reply, "verdict") == "grounded" ? ExitCode::kDone
                                                : ExitCode::kRefused;
}

Outcome<ExitCode> GroundMany(const GroundOptions& options) {
  std::ifstream file;
  if (options.lines != kStandardInput) {
    file.open(options.lines);
    if (!file) {
      return Rejected("can't read " + options.lines + ": " +
                      std::generic_category().message(errno));
    }
  }
  Outcome<Connection> connection = Connect(options.common);
  if (!connection) return connection.error();
  return GroundLines(options.lines == kStandardInput
                         ? std::cin
                         : static_cast<std::istream&>(file),
                     options.shared, *connection);
}

Outcome<ExitCode> Ground(const GroundOptions& options) {
  if (!options.lines.empty()) return GroundMany(options);
  if (options.contexts.empty() || options.answer.empty()) {
    return Failure{ExitCode::kUsage, "usage",
                   "ground needs --context and --answer, or --lines"};
  }
  return GroundOne(options);
}

}  // namespace

void AddGroundCommand(CLI::App& program, int& exit_code) {
  CLI::App* command = program.add_subcommand(
      "ground", "Check whether an answer comes from its context");
  const auto options = std::make_shared<GroundOptions>();
  CLI::Option* const lines =
      command
          ->add_option("--lines", options->lines,
                       "Check many answers: JSON lines with \"context\" (an "
                       "array of texts), \"answer\" and, if wanted, "
                       "\"question\" and \"id\"; - is standard input")
          ->type_name("FILE");
  command
      ->add_option("--context", options->contexts,
                   "What the answer was made from, each file a passage; a file "
                   "that add would take, or a text; - is standard input")
      ->type_name("FILE")
      ->excludes(lines);
  command
      ->add_option("--answer", options->answer,
                   "The answer, of any person or system")
      ->type_name("FILE")
      ->excludes(lines);
  command
      ->add_option("--question", options->question,
                   "What was asked; its words are not scored")
      ->type_name("TEXT")
      ->excludes(lines);
  AddCallOptions(*command, calls::kGround, options->shared);
  CompleteCommand(
      *command, options,
      "Examples:\n"
      "  answerbox ground --context guide.md --answer reply.txt\n"
      "  answerbox ground --context a.txt --context b.txt --answer - "
      "--question \"How are vaccines stored?\" < reply.txt\n"
      "  answerbox ground --lines answers.jsonl > checked.jsonl\n"
      "Exit code 0: grounded (--lines: every line was checked), 1: not.",
      Ground, exit_code);
}

}  // namespace answerbox::client
