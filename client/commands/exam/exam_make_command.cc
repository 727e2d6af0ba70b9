// `answerbox exam make`: makes a bank from documents, or from a query.
#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "client/commands/command.h"
#include "client/commands/exam/exam_command.h"
#include "client/exam/make/bank_maker.h"
#include "client/exam/make/made_bank.h"
#include "client/exam/make/model_questions.h"
#include "client/terminal/json_text.h"
#include "client/terminal/progress_bar.h"
#include "protocol/exam/bank.h"

namespace answerbox::client {
namespace {

constexpr std::size_t kMaxPerDocument = 1000;

struct ExamMakeOptions {
  CommonOptions common;
  std::string collection = "default";
  std::string output = std::string(kStandardStream);
  std::size_t per_document = kMaxPerDocument;
  std::optional<std::uint64_t> seed;
  bool by_model = false;
  std::string query;
  std::vector<std::string> subtopics;
  bool unchecked = false;
};

using Clock = std::chrono::steady_clock;

// Refuses options of the other way of making a bank: if they were ignored
// silently, the user would believe that they had an effect.
Outcome<void> CheckMaking(const ExamMakeOptions& options) {
  const auto usage = [](const char* message) {
    return Failure{ExitCode::kUsage, "usage", message};
  };
  if (!options.by_model) {
    if (options.query.empty() && options.subtopics.empty() &&
        !options.unchecked) {
      return {};
    }
    return usage("--query, --subtopic and --unchecked go with --model");
  }
  if (options.query.empty()) return usage("--model needs a --query");
  const auto is_name = [](const std::string& text) {
    return !text.empty() && text.size() <= protocol::kMaxBankNameBytes;
  };
  if (!is_name(options.query) ||
      !std::ranges::all_of(options.subtopics, is_name)) {
    return usage("--query and --subtopic have 1 to 256 bytes each");
  }
  if (options.seed || options.per_document != kMaxPerDocument) {
    return usage("--per-document and --seed are for questions by templates");
  }
  return {};
}

// If the bank goes to standard output, the report goes to standard error: a
// pipe gets the bank alone.
void ShowReport(const ExamMakeOptions& options, boost::json::object report,
                const std::function<std::string(const Terminal&)>& page,
                Clock::time_point begun) {
  const std::chrono::duration<double> elapsed = Clock::now() - begun;
  const bool is_beside = options.output != kStandardStream;
  if (options.common.json) {
    report["seconds"] = elapsed.count();
    if (is_beside) {
      PrintJson(report);
    } else {
      std::cerr << JsonText(report) << "\n";
    }
    return;
  }
  (is_beside ? std::cout : std::cerr)
      << page(is_beside ? options.common.Output() : options.common.Errors());
}

// Suggests what to try next, depending on why no question was made.
Failure NothingMade(const ExamMakeOptions& options,
                    const ModelMakingCounts& counts) {
  std::string advice = "; try another model";
  if (counts.no_answer > 0) {
    advice = "; --unchecked keeps what collection \"" + options.collection +
             "\" does not answer";
  } else if (counts.cut_replies > 0) {
    advice =
        "; the model was cut: set the daemon's model_max_tokens higher (at "
        "most 1024 are used)";
  }
  return Rejected("no question could be made of \"" + options.query +
                  "\" by the language model: " + LeftOutText(counts) + advice);
}

Outcome<ExitCode> MakeByModel(const ExamMakeOptions& options,
                              Connection& connection) {
  const auto begun = Clock::now();
  // Cleared when it is destroyed.
  ProgressBar bar(options.common.json ? Terminal{} : options.common.Errors());
  ModelBankMaker maker(
      connection,
      {.collection = options.collection,
       .query = options.query,
       .subtopics = options.subtopics,
       .is_checked = !options.unchecked},
      // Ctrl-C ends the command at once: nothing is written before the bank is
      // complete.
      PatienceWithModel(
          bar, [] { return false; },
          options.common.json ? BusyNotice::kQuiet : BusyNotice::kTold));
  // The bank is collected in memory and written at the end, so that a failure
  // leaves no part of a bank behind.
  std::string bank;
  const std::size_t all = std::max<std::size_t>(options.subtopics.size(), 1);
  const auto counts =
      maker.Run([&bank](const std::string& line) { bank += line; },
                [&](std::size_t done) {
                  bar.Update({.done_items = done, .total_items = all});
                });
  bar.Clear();
  if (!counts) return counts.error();
  // Readers refuse a bank without questions, so none is written.
  if (counts->questions == 0) return NothingMade(options, *counts);
  const auto written = WriteOutput(options.output, bank, {});
  if (!written) return written.error();
  ShowReport(
      options, ModelMakingJson(*counts),
      [&](const Terminal& terminal) {
        return ModelMakingPage(*counts, terminal);
      },
      begun);
  return ExitCode::kDone;
}

Outcome<ExitCode> ExamMake(const ExamMakeOptions& options) {
  const auto begun = Clock::now();
  const auto checked = CheckMaking(options);
  if (!checked) return checked.error();
  // An unwritable output must be reported before minutes of work, not after.
  const auto writable = CheckOutput(options.output);
  if (!writable) return writable.error();
  auto connection = Connect(options.common);
  if (!connection) return connection.error();
  if (options.by_model) return MakeByModel(options, *connection);
  BankMaker maker(*connection, {.collection = options.collection,
                                .per_document = options.per_document,
                                .seed = options.seed});
  std::string bank;
  // Cleared when it is destroyed.
  ProgressBar bar(options.common.json ? Terminal{} : options.common.Errors());
  const auto counts = maker.Run(
      [&bank](const MadeQuestion& question) { bank += BankLineOf(question); },
      [&bar](std::size_t done) { bar.Update({.done_items = done}); });
  bar.Clear();
  if (!counts) return counts.error();
  if (counts->questions == 0) {
    const std::string documents = std::to_string(counts->documents);
    return Rejected("no question could be made of the " + documents +
                    " documents of collection \"" + options.collection +
                    "\": add documents in English with headings, lists, "
                    "tables or statements, or write the bank by hand");
  }
  const auto written = WriteOutput(options.output, bank, {});
  if (!written) return written.error();
  ShowReport(
      options, MakingJson(*counts),
      [&](const Terminal& terminal) { return MakingPage(*counts, terminal); },
      begun);
  return ExitCode::kDone;
}

void AddModelOptions(CLI::App& command, ExamMakeOptions& options) {
  command.add_flag("--model", options.by_model,
                   "Have the daemon's language model write questions about "
                   "--query instead");
  command
      .add_option("--query", options.query,
                  "What the questions are about; their topic")
      ->type_name("TEXT");
  command
      .add_option("--subtopic", options.subtopics,
                  "A part of it that questions are about; may be given "
                  "several times")
      ->type_name("TEXT")
      ->allow_extra_args(false);
}

}  // namespace

void AddExamMakeCommand(CLI::App& exam, int& exit_code) {
  CLI::App* command = exam.add_subcommand(
      "make",
      "Make a bank of the documents of a collection by templates, or of a "
      "query by a language model");
  const auto options = std::make_shared<ExamMakeOptions>();
  AddCollectionOption(*command, options->collection);
  command
      ->add_option("-o,--output", options->output,
                   "Write the bank, a JSON object a line; - (default) is "
                   "standard output")
      ->type_name("FILE");
  command
      ->add_option("--per-document", options->per_document,
                   "The most questions of a document, 1 to 1000 (default "
                   "1000)")
      ->type_name("N")
      ->check(CLI::Range(std::size_t{1}, kMaxPerDocument));
  command
      ->add_option("--seed", options->seed,
                   "Draw by chance which questions of a document with more "
                   "are kept; the same number gives the same bank")
      ->type_name("N");
  AddModelOptions(*command, *options);
  command->add_flag("--unchecked", options->unchecked,
                    "Also keep what the collection does not answer");
  CompleteCommand(*command, options,
                  "Examples:\n"
                  "  answerbox exam make -o bank.jsonl\n"
                  "  answerbox exam make -c ward --per-document 5 -o "
                  "ward.jsonl\n"
                  "  answerbox exam make --model --query \"vaccine storage\" "
                  "--subtopic \"power cuts\" --subtopic transport -o v.jsonl",
                  ExamMake, exit_code);
}

}  // namespace answerbox::client
