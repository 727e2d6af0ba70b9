// `answerbox ground`: checks whether an answer, whoever wrote it, is supported
// or contradicted by its context.
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <cerrno>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "client/commands/call_options.h"
#include "client/commands/command.h"
#include "client/commands/command_line.h"
#include "client/commands/ground/ground_output.h"
#include "client/convert/format.h"
#include "client/ingest/input_file.h"
#include "client/rpc/message.h"
#include "protocol/calls/gathering.h"

namespace answerbox::client {
namespace {

namespace json = boost::json;

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
