// `answerbox summarize`: prints what documents say most, or say about
// something.
#include <boost/json/object.hpp>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "client/commands/answer_page.h"
#include "client/commands/cited_text.h"
#include "client/commands/command.h"
#include "client/commands/command_line.h"
#include "client/commands/document_option.h"
#include "client/commands/gathered_units.h"
#include "client/commands/question_words.h"
#include "client/commands/word_options.h"
#include "client/rpc/json_fields.h"

namespace answerbox::client {
namespace {

constexpr unsigned kMostWords = 100'000;

struct SummarizeOptions {
  CommonOptions common;
  std::string collection = "default";
  std::vector<std::string> documents;
  std::optional<std::string> about;
  std::optional<unsigned> words;
  WordOptions word_options;
};

Outcome<ExitCode> Summarize(const SummarizeOptions& options) {
  boost::json::object params{{"collection", options.collection}};
  if (options.about) {
    const Outcome<std::string> about = JoinWords({*options.about}, "--about");
    if (!about) return about.error();
    params["about"] = *about;
  }
  for (const std::string& document : options.documents) {
    const auto valid = JoinWords({document}, "the name of a document");
    if (!valid) return valid.error();
  }
  AddDocuments(options.documents, params);
  if (options.words) params["words"] = *options.words;
  options.word_options.AddTo(params);
  Outcome<Connection> connection = Connect(options.common);
  if (!connection) return connection.error();
  const auto result = connection->Call("summarize", params);
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
  command
      ->add_option("document", options->documents,
                   "Documents with this name, or of this pattern: * is any "
                   "characters, ? is one (default: the whole collection)")
      ->type_name("NAME");
  AddCollectionOption(*command, options->collection);
  command
      ->add_option("--about", options->about,
                   "Only what they say about this, in any words")
      ->type_name("TEXT");
  command
      ->add_option("--words", options->words,
                   "The most words, 1 to 100000 (default 200)")
      ->type_name("N")
      ->check(CLI::Range(1U, kMostWords).description(""));
  AddReadingOptions(*command, options->word_options);
  CompleteCommand(*command, options,
                  "Examples:\n"
                  "  answerbox summarize handbook.pdf\n"
                  "  answerbox summarize --words 80 'guides/*.md'\n"
                  "  answerbox summarize -c policies --about leave --json\n"
                  "Exit code 0: there is a summary, 1: nothing was found.",
                  Summarize, exit_code);
}

}  // namespace answerbox::client
