// `answerbox context`: prints what the documents say about a question, within a
// budget of tokens, for a program such as a language model.
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "client/commands/answer_page.h"
#include "client/commands/choice.h"
#include "client/commands/command.h"
#include "client/commands/command_line.h"
#include "client/commands/document_option.h"
#include "client/commands/gathered_units.h"
#include "client/commands/question_words.h"
#include "client/commands/retrieval_steps_check.h"
#include "client/commands/word_options.h"
#include "client/rpc/json_fields.h"
#include "client/terminal/human_units.h"
#include "client/terminal/line_wrap.h"

namespace answerbox::client {
namespace {

constexpr unsigned kMostTokens = 100'000;
constexpr unsigned kMostWindow = 8192;
constexpr unsigned kMostOrderStep = 1000;

enum class ContextFormat : std::uint8_t { kText, kJson, kMarkdown };

struct ContextOptions {
  CommonOptions common;
  std::string collection = "default";
  std::vector<std::string> documents;
  std::optional<unsigned> tokens;
  std::optional<double> tokens_per_word;
  std::optional<std::string> retrieval;
  std::optional<std::string> order;
  std::optional<std::string> strategy;
  std::optional<double> alpha;
  std::optional<unsigned> window;
  std::optional<std::string> vectors;
  ContextFormat format = ContextFormat::kText;
  WordOptions word_options;
  std::vector<std::string> words;
};

boost::json::object Params(const ContextOptions& options,
                           const std::string& question) {
  boost::json::object params{{"collection", options.collection},
                             {"question", question}};
  AddDocuments(options.documents, params);
  if (options.tokens) params["tokens"] = *options.tokens;
  if (options.tokens_per_word) {
    params["tokens_per_word"] = *options.tokens_per_word;
  }
  if (options.retrieval) params["retrieval"] = *options.retrieval;
  if (options.order) params["order"] = *options.order;
  if (options.strategy) params["strategy"] = *options.strategy;
  if (options.alpha) params["alpha"] = *options.alpha;
  if (options.window) params["window"] = *options.window;
  if (options.vectors) params["vectors"] = *options.vectors;
  options.word_options.AddTo(params);
  return params;
}

// How much it is, below the units on a terminal.
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
  Outcome<Connection> connection = Connect(options.common);
  if (!connection) return connection.error();
  const auto result = connection->Call("select", Params(options, *question));
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

// Whether it is a number from `least` to kMostOrderStep.
bool IsStep(std::string_view digits, unsigned least) {
  unsigned step = 0;
  const char* const end = digits.data() + digits.size();
  const auto [stopped, error] = std::from_chars(digits.data(), end, step);
  return error == std::errc() && stopped == end && step >= least &&
         step <= kMostOrderStep;
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

Choices<std::string> ByName(std::initializer_list<const char*> names) {
  Choices<std::string> choices;
  for (const char* name : names) choices.emplace_back(name, name);
  return choices;
}

void AddBudgetOptions(CLI::App& command, ContextOptions& options) {
  command
      .add_option("--tokens", options.tokens,
                  "The most tokens, 1 to 100000 (default 2000)")
      ->type_name("N")
      ->check(CLI::Range(1U, kMostTokens).description(""));
  command
      .add_option("--tokens-per-word", options.tokens_per_word,
                  "Count a word as so many tokens, 0.1 to 100: for a language "
                  "model and English 1.3 to 1.5 (default: words, numbers and "
                  "punctuation marks are counted)")
      ->type_name("R")
      ->check(NumberWithin(0.1, 100, "0.1 to 100"));
}

void AddStrategyOptions(CLI::App& command, ContextOptions& options) {
  AddChoice(command, "--strategy", options.strategy,
            ByName({"relevance", "mmr", "fps", "gated"}),
            "Choose by a published method: relevance, mmr, fps or gated");
  command
      .add_option("--alpha", options.alpha,
                  "Of mmr and fps: the share of relevance, 0 to 1 (default "
                  "0.6)")
      ->type_name("X")
      ->check(Fraction());
  command
      .add_option("--window", options.window,
                  "Of a strategy: compare with so many chosen sentences, 0 to "
                  "8192 (default 0: all)")
      ->type_name("N")
      ->check(CLI::Range(0U, kMostWindow).description(""));
  AddChoice(command, "--vectors", options.vectors, ByName({"terms", "latent"}),
            "Of a strategy: compare by terms (default) or latent meaning");
}

}  // namespace

void AddContextCommand(CLI::App& program, int& exit_code) {
  CLI::App* command = program.add_subcommand(
      "context", "Gather what documents say about a question");
  const auto options = std::make_shared<ContextOptions>();
  command->add_option("question", options->words, "The question, in any words")
      ->required()
      ->type_name("WORD");
  AddCollectionOption(*command, options->collection);
  AddDocumentOption(*command, options->documents);
  AddBudgetOptions(*command, *options);
  command
      ->add_option("--order", options->order,
                   "document (default), score, or M:N: the best M first, the "
                   "next N last, and so on inwards")
      ->type_name("ORDER")
      ->check(CLI::Validator(WrongOrder, ""));
  AddChoice(*command, "--format", options->format,
            Choices<ContextFormat>{{"text", ContextFormat::kText},
                                   {"json", ContextFormat::kJson},
                                   {"markdown", ContextFormat::kMarkdown}},
            "text (default), json or markdown");
  command
      ->add_option("--retrieval", options->retrieval,
                   "How passages to choose from are found: bm25 (default) or "
                   "dense (vectors), feedback (again, with the words of the "
                   "first), likelihood or jelinek-mercer (the first by how "
                   "likely they make the question); several with + between")
      ->type_name("STEPS")
      ->check(RetrievalStepsCheck());
  AddStrategyOptions(*command, *options);
  AddReadingOptions(*command, options->word_options);
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

}  // namespace answerbox::client
