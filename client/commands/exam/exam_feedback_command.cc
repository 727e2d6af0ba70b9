// `answerbox exam feedback`: lists what people said of answers, and takes it
// into the exam or throws it away.
#include <boost/json/array.hpp>
#include <iostream>
#include <memory>
#include <string>

#include "client/commands/call_options.h"
#include "client/commands/command.h"
#include "client/commands/exam/exam_command.h"
#include "client/rpc/message.h"
#include "client/terminal/line_wrap.h"
#include "protocol/calls/feedback.h"

namespace answerbox::client {
namespace {

namespace json = boost::json;

struct ExamFeedbackOptions {
  CommonOptions common;
  std::string accept;  // Ids.
  std::string drop;
  json::object params;  // The collection and the key, if they were given.
};

// "wrong: How often? (vaccines.md, page 3: Twice a day.)"
std::string Describe(const json::object& one) {
  std::string place = TextAt(one, "document");
  if (const auto page = NumberAt(one, "page"); page > 0) {
    place += ", page " + std::to_string(page);
  }
  const std::string text = TextAt(one, "text");
  if (!place.empty() && !text.empty()) place += ": ";
  place += text;
  return TextAt(one, "judgement") + ": " + TextAt(one, "question") +
         (place.empty() ? "" : " (" + place + ")");
}

Outcome<ExitCode> List(const ExamFeedbackOptions& options) {
  const auto result =
      CallOnce(options.common, calls::kFeedbackList.name, options.params);
  if (!result) return result.error();
  const json::array& all = ArrayAt(AsObject(*result), "proposals");
  if (options.common.json) {
    PrintJson(*result);
    return ExitCode::kDone;
  }
  if (all.empty()) {
    PrintSentence(options.common, "Nobody has said anything of an answer.");
  }
  for (const json::value& value : all) {
    const json::object& one = AsObject(value);
    std::cout << SentenceLines(options.common.Output(),
                               TextAt(one, "id") + "  " + Describe(one) +
                                   " By " + TextAt(one, "by") + '.');
  }
  return ExitCode::kDone;
}

Outcome<ExitCode> ExamFeedback(const ExamFeedbackOptions& options) {
  json::object params = options.params;
  if (params.contains(calls::feedback::kKey.name) && options.accept.empty()) {
    return ExamUsage("--key goes with --accept");
  }
  if (options.accept.empty() && options.drop.empty()) return List(options);
  const bool accepts = !options.accept.empty();
  params[calls::feedback::kId.name] = accepts ? options.accept : options.drop;
  const auto result = CallOnce(
      options.common,
      accepts ? calls::kFeedbackAccept.name : calls::kFeedbackDrop.name,
      params);
  if (!result) return result.error();
  PrintDone(options.common, *result,
            accepts ? "The exam asks it from now on." : "It is thrown away.");
  return ExitCode::kDone;
}

}  // namespace

void AddExamFeedbackCommand(CLI::App& exam, int& exit_code) {
  CLI::App* command = exam.add_subcommand(
      "feedback", "List what people said of answers, and decide about it");
  const auto options = std::make_shared<ExamFeedbackOptions>();
  AddCallOptions(*command, calls::kFeedbackAccept, options->params);
  auto* const accept =
      command
          ->add_option("--accept", options->accept,
                       "Make it a question of the collection's exam")
          ->type_name("ID");
  command->add_option("--drop", options->drop, "Throw it away; all: everything")
      ->type_name("ID")
      ->excludes(accept);
  CompleteCommand(
      *command, options,
      "Examples:\n"
      "  answerbox exam feedback\n"
      "  answerbox exam feedback --accept 5f1d0c2b7a9e4460 --key \"2 to 8 C\"",
      ExamFeedback, exit_code);
}

}  // namespace answerbox::client
