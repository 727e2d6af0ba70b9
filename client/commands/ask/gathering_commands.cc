// `answerbox context` and `summarize`: gather what documents say.
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <cstddef>
#include <cstdint>
#include <iostream>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "client/commands/ask/answer_page.h"
#include "client/commands/call_options.h"
#include "client/commands/command.h"
#include "client/commands/command_line.h"
#include "client/rpc/message.h"
#include "client/terminal/human_units.h"
#include "client/terminal/line_wrap.h"
#include "engine/text/whole_number.h"
#include "protocol/calls/gathering.h"

namespace answerbox::client {
// `answerbox context`: prints what the documents say about a question, within a
// budget of tokens, for a program such as a language model.

namespace {

enum class ContextFormat : std::uint8_t { kText, kJson, kMarkdown };

struct ContextOptions {
  CommonOptions common;
  boost::json::object params;  // Of the call, as far as they were given.
  ContextFormat format = ContextFormat::kText;
  std::vector<std::string> words;
};

// How much it is, below the units on a terminal. In a pipe the context is for a
// language model, which would take the sentence for a part of it.
std::string Amount(const boost::json::object& reply) {
  return Counted(NumberAt(reply, "tokens"), "token") + " in " +
         Counted(ArrayAt(reply, "units").size(), "passage") + ".";
}

void Print(const ContextOptions& options, const boost::json::object& reply) {
  const boost::json::array& units = ArrayAt(reply, "units");
  const Terminal terminal = options.common.Output();
  if (options.format == ContextFormat::kMarkdown) {
    const std::string text = UnitsMarkdown(units);
    std::cout << (terminal.is_terminal ? WrappedText(terminal, text) : text);
  } else if (terminal.is_terminal) {
    std::cout << UnitsPage(units, terminal) << "\n"
              << SentenceLines(terminal, Amount(reply));
  } else {
    std::cout << UnitsText(units);
  }
}

Outcome<ExitCode> GatherContext(const ContextOptions& options) {
  const Outcome<std::string> question =
      JoinWords(options.words, "the question");
  if (!question) return question.error();
  boost::json::object params = options.params;
  params["question"] = *question;
  const auto result = CallOnce(options.common, calls::kSelect.name, params);
  if (!result) return result.error();
  const boost::json::object& reply = AsObject(*result);
  const bool is_found = !ArrayAt(reply, "units").empty();
  if (options.common.json || options.format == ContextFormat::kJson) {
    PrintJson(reply);
  } else if (is_found) {
    // Standard output gets the context alone.
    std::cerr << ReadingLines(reply);
    Print(options, reply);
  } else {
    // To standard error, so that a pipe gets a context or nothing.
    std::cerr << NothingFoundLines(reply, options.common.Errors());
  }
  return is_found ? ExitCode::kDone : ExitCode::kRefused;
}

// Whether it is a number from `least` to kMostOrderStep, the bound of an order.
bool IsStep(std::string_view digits, unsigned least) {
  const auto step = engine::WholeNumber<unsigned>(digits);
  return step && *step >= least && *step <= calls::select::kMostOrderStep;
}

// Returns what is wrong with an order, as CLI11 asks for it.
std::string WrongOrder(const std::string& order) {
  if (order == "document" || order == "score") return {};
  const std::size_t colon = order.find(':');
  if (colon != std::string::npos &&
      IsStep(std::string_view(order).substr(0, colon), 1) &&
      IsStep(std::string_view(order).substr(colon + 1), 0)) {
    return {};
  }
  return "takes document, score or M:N, M from 1 and N from 0 to 1000, not \"" +
         order + "\"";
}

}  // namespace

void AddContextCommand(CLI::App& program, int& exit_code) {
  CLI::App* command = program.add_subcommand(
      "context", "Gather what documents say about a question");
  const auto options = std::make_shared<ContextOptions>();
  command->add_option("question", options->words, "The question, in any words")
      ->required()
      ->type_name("WORD");
  AddCallOptions(*command, calls::kSelect, options->params);
  command->get_option("--order")->check(CLI::Validator(WrongOrder, ""));
  command->get_option("--retrieval")->check(RetrievalStepsCheck());
  AddChoice(*command, "--format", options->format,
            Choices<ContextFormat>{{"text", ContextFormat::kText},
                                   {"json", ContextFormat::kJson},
                                   {"markdown", ContextFormat::kMarkdown}},
            "text (default), json or markdown");
  CompleteCommand(
      *command, options,
      "Examples:\n"
      "  answerbox context --tokens 1500 How are vaccines stored? > context\n"
      "  answerbox context --order 1:1 --format markdown needlestick injury\n"
      "  answerbox context --tokens-per-word 1.4 --json dose of aspirin\n"
      "  answerbox context --retrieval dense+likelihood storage of vaccines\n"
      "Exit code 0: something was found, 1: nothing.",
      GatherContext, exit_code);
}

// `answerbox summarize`: prints what documents say most, or say about
// something.

namespace {

struct SummarizeOptions {
  CommonOptions common;
  boost::json::object params;  // Of the call, as far as they were given.
};

Outcome<ExitCode> Summarize(const SummarizeOptions& options) {
  const boost::json::object& params = options.params;
  if (params.contains("about")) {
    const auto valid = JoinWords({TextAt(params, "about")}, "--about");
    if (!valid) return valid.error();
  }
  for (const boost::json::value& document : ArrayAt(params, "documents")) {
    const auto valid = JoinWords({std::string(document.as_string())},
                                 "the name of a document");
    if (!valid) return valid.error();
  }
  const auto result = CallOnce(options.common, calls::kSummarize.name, params);
  if (!result) return result.error();
  const boost::json::object& reply = AsObject(*result);
  const boost::json::array& sentences = ArrayAt(reply, "sentences");
  const Terminal terminal = options.common.Output();
  if (options.common.json) {
    PrintJson(reply);
  } else if (sentences.empty()) {
    // To standard error, so that a pipe gets a summary or nothing.
    std::cerr << NothingFoundLines(reply, options.common.Errors());
  } else {
    // Standard output gets the summary alone.
    std::cerr << ReadingLines(reply);
    std::cout << (terminal.is_terminal
                      ? "\n" + CitedPage(sentences, terminal) + "\n"
                      : CitedLines(sentences, terminal));
  }
  return sentences.empty() ? ExitCode::kRefused : ExitCode::kDone;
}

}  // namespace

void AddSummarizeCommand(CLI::App& program, int& exit_code) {
  CLI::App* command = program.add_subcommand(
      "summarize", "Say in some words what documents say");
  const auto options = std::make_shared<SummarizeOptions>();
  AddCallOptions(*command, calls::kSummarize, options->params);
  CompleteCommand(*command, options,
                  "Examples:\n"
                  "  answerbox summarize handbook.pdf\n"
                  "  answerbox summarize --words 80 'guides/*.md'\n"
                  "  answerbox summarize -c policies --about leave --json\n"
                  "Exit code 0: there is a summary, 1: nothing was found.",
                  Summarize, exit_code);
}

}  // namespace answerbox::client
