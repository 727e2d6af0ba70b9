// `answerbox ask`: prints what answers a question, or a refusal.
#include <cstdint>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "client/commands/answer_page.h"
#include "client/commands/choice.h"
#include "client/commands/command.h"
#include "client/commands/command_line.h"
#include "client/commands/document_option.h"
#include "client/commands/generated_page.h"
#include "client/commands/question_words.h"
#include "client/commands/threshold_options.h"
#include "client/commands/word_options.h"
#include "client/energy/energy.h"
#include "client/rpc/json_fields.h"

namespace answerbox::client {
namespace {

// How many answers a terminal shows unless it is told otherwise.
constexpr unsigned kAnswersOnTerminal = 3;

// The greatest bound of work.
constexpr std::uint64_t kMostWork = 1'000'000'000'000;

struct AskOptions {
  CommonOptions common;
  std::string collection = "default";
  std::vector<std::string> documents;
  ThresholdOptions threshold;
  std::optional<unsigned> runners_up;
  std::optional<std::string> form;
  bool is_long = false;
  std::optional<unsigned> answer_words;
  std::optional<unsigned> answers;
  std::optional<std::uint64_t> max_work;
  std::optional<std::string> generate;
  WordOptions word_options;
  bool awaits_energy = false;
  std::vector<std::string> words;
};

boost::json::object Params(const AskOptions& options,
                           const std::string& question) {
  boost::json::object params{{"collection", options.collection},
                             {"question", question},
                             {"short", !options.is_long}};
  AddDocuments(options.documents, params);
  options.threshold.AddTo(params);
  if (options.runners_up) params["runners_up"] = *options.runners_up;
  options.word_options.AddTo(params);
  if (options.form) params["form"] = *options.form;
  if (options.is_long) params["form"] = "long";
  if (options.answer_words) params["words"] = *options.answer_words;
  if (options.max_work) params["max_work"] = *options.max_work;
  if (options.generate) params["generate"] = *options.generate;
  if (options.answers) {
    params["answers"] = *options.answers;
  } else if (!options.runners_up && !options.is_long && !options.common.json &&
             options.common.Output().is_terminal) {
    params["answers"] = kAnswersOnTerminal;
  }
  return params;
}

// What the documents say, and behind it what a language model made of them.
void PrintReply(const AskOptions& options, const boost::json::object& reply) {
  const Terminal terminal = options.common.Output();
  if (terminal.is_terminal) {
    std::cout << AnswerPage(reply, terminal,
                            options.runners_up ? RunnersUpChoice::kShown
                                               : RunnersUpChoice::kHidden)
              << GeneratedText(reply, terminal)
              << GeneratedNote(reply, terminal);
    return;
  }
  // Standard output gets an answer or nothing; the rest goes to standard error.
  std::cerr << ReadingLines(reply);
  if (FlagAt(reply, "answered")) {
    std::cout << AnswerLines(reply, terminal);
    if (HasGenerated(reply)) std::cout << "\n";
  } else {
    std::cerr << RefusalAdvice(reply) << "\n";
  }
  std::cout << GeneratedText(reply, terminal);
  std::cerr << GeneratedNote(reply, options.common.Errors());
}

Outcome<ExitCode> Ask(const AskOptions& options) {
  const Outcome<std::string> question =
      JoinWords(options.words, "the question");
  if (!question) return question.error();

  Outcome<Connection> connection = Connect(options.common);
  if (!connection) return connection.error();
  const auto result = connection->Call("ask", Params(options, *question));
  if (!result) return result.error();
  boost::json::object reply = AsObject(*result);
  if (options.awaits_energy && options.common.json) {
    const auto energy = AwaitEnergy(*connection, ObjectAt(reply, "energy"));
    if (!energy) return energy.error();
    reply["energy"] = *energy;
  }
  if (options.common.json) {
    PrintJson(reply);
  } else {
    PrintReply(options, reply);
  }
  if (options.awaits_energy && !options.common.json) {
    std::cout.flush();  // Shows the answer before the wait.
    const auto energy = AwaitEnergy(*connection, ObjectAt(reply, "energy"));
    if (!energy) return energy.error();
    PrintSentence(options.common, EnergyLine(*energy));
  }
  return FlagAt(reply, "answered") || HasGenerated(reply) ? ExitCode::kDone
                                                          : ExitCode::kRefused;
}

void AddFormOptions(CLI::App& command, AskOptions& options) {
  Choices<std::string> forms;
  for (const char* name :
       {"auto", "sentence", "list", "row", "passage", "section"}) {
    forms.emplace_back(name, name);
  }
  CLI::Option* const form = AddChoice(
      command, "--form", options.form, std::move(forms),
      "How much answers: auto (default), sentence, list, row, passage "
      "or section");
  CLI::Option* const is_long =
      command
          .add_flag("--long", options.is_long,
                    "Answer with sentences from several places, each cited")
          ->excludes(form);
  command
      .add_option("--words", options.answer_words,
                  "How many words answers have on average, 10 to 1000 "
                  "(default 60); with --long, the most (default 120)")
      ->type_name("N")
      ->check(CLI::Range(10, 1000).description(""));
  command
      .add_option("--answers", options.answers,
                  "How many answers that share nothing, 1 to 3 (default 3 on "
                  "a terminal, else 1)")
      ->type_name("N")
      ->excludes(is_long)
      ->check(CLI::Range(1, 3).description(""));
  command
      .add_option("--max-work", options.max_work,
                  "Show passages instead of an answer if that takes more work "
                  "than this, 1 to 1000000000000 (default: no bound)")
      ->type_name("N")
      ->check(CLI::Range(std::uint64_t{1}, kMostWork).description(""));
}

}  // namespace

void AddAskCommand(CLI::App& program, int& exit_code) {
  CLI::App* command =
      program.add_subcommand("ask", "Ask a question of the documents");
  const auto options = std::make_shared<AskOptions>();
  command->add_option("question", options->words, "The question, in any words")
      ->required()
      ->type_name("WORD");
  AddCollectionOption(*command, options->collection);
  AddDocumentOption(*command, options->documents);
  AddThresholdOptions(*command, options->threshold,
                      "Refuse below this confidence, 0 to 1 (default: the "
                      "collection's)");
  command
      ->add_option("--runners-up", options->runners_up,
                   "How many other sentences to show, 0 to 20 (default 3)")
      ->type_name("N")
      ->check(CLI::Range(0, 20).description(""));
  AddFormOptions(*command, *options);
  AddWordOptions(*command, options->word_options);
  AddChoice(*command, "--generate", options->generate,
            Choices<std::string>{
                {"auto", "auto"}, {"never", "never"}, {"always", "always"}},
            "Ask the daemon's language model, if it has one: auto (default: "
            "when the documents' own sentences may not suffice), never or "
            "always");
  command->add_flag("--energy", options->awaits_energy,
                    "Wait a second, and tell what the answer cost");
  CompleteCommand(
      *command, options,
      "Examples:\n"
      "  answerbox ask At what temperature are vaccines kept?\n"
      "  answerbox ask --theta 0.5 --json \"Who is the duty physician?\"\n"
      "  answerbox ask --precision 0.7 Who is the duty physician?\n"
      "  answerbox ask --document 'guides/*.pdf' Who is the duty physician?\n"
      "  answerbox ask --form list --words 120 What do I need for a dressing?\n"
      "  answerbox ask --long --words 150 What do I do after an injury?\n"
      "Exit code 0: answered, 1: refused.",
      Ask, exit_code);
}

}  // namespace answerbox::client
