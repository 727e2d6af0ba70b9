// `answerbox collections`: list, create, remove, set, compact, verify, repair.
#include <unistd.h>

#include <algorithm>
#include <boost/json/array.hpp>
#include <fstream>
#include <iostream>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "client/commands/call_options.h"
#include "client/commands/command.h"
#include "client/commands/command_line.h"
#include "client/exam/bank_file.h"
#include "client/rpc/message.h"
#include "client/terminal/human_units.h"
#include "client/terminal/line_wrap.h"
#include "client/terminal/printable.h"
#include "client/terminal/table.h"
#include "engine/words/synonym_file.h"
#include "protocol/calls/collections.h"

namespace answerbox::client {
namespace {

namespace json = boost::json;

struct CollectionsOptions {
  CommonOptions common;
  json::object params;  // The parameters of the call that were given.
  std::string synonyms_file;
  bool no_synonyms = false;
  std::string exam_file;  // "none" removes the exam.
  std::string must_pass;

  [[nodiscard]] bool HasThreshold() const {
    return params.contains("theta") || params.contains("precision") ||
           params.contains("answer_rate");
  }
};

bool IsGuarded(const json::value& collection) {
  return !ObjectAt(AsObject(collection), "exam").empty();
}

// Returns the number of questions that guard a collection, or "-".
std::string ExamCell(const json::object& exam) {
  return exam.empty() ? "-" : Counted(NumberAt(exam, "questions"), "question");
}

// Says of which pack a collection is, and whether there is a way back.
std::string PackNotes(const json::object& collection,
                      const Terminal& terminal) {
  const std::string name = '"' + TextAt(collection, "name") + '"';
  std::string notes;
  if (const auto& pack = ObjectAt(collection, "pack"); !pack.empty()) {
    notes += SentenceLines(terminal, name + " is pack " + TextAt(pack, "name") +
                                         ' ' + TextAt(pack, "version") +
                                         ", signed by key " +
                                         TextAt(pack, "key") + '.');
  }
  if (const auto& before = ObjectAt(collection, "before"); !before.empty()) {
    const std::string damage = TextAt(before, "damage");
    notes += SentenceLines(
        terminal, damage.empty() ? name + " can be rolled back: " +
                                       HumanBytes(NumberAt(before, "bytes")) +
                                       " of what a pack replaced are kept."
                                 : name + " can't be rolled back: " + damage);
  }
  return notes;
}

std::string RenderCollections(const json::array& collections,
                              const Terminal& terminal) {
  std::vector<Column> columns{{"Collection"},
                              {"Documents", Align::kRight},
                              {"Sentences", Align::kRight},
                              {"Text", Align::kRight},
                              {"On disk", Align::kRight},
                              {"Theta", Align::kRight},
                              {"Profile"},
                              {"Synonyms", Align::kRight}};
  // The column is left out where no collection is guarded, to keep the table
  // within 80 columns.
  const bool has_exams = std::ranges::any_of(collections, IsGuarded);
  if (has_exams) columns.push_back({"Exam"});
  Table table(std::move(columns));
  std::string notes;  // What has no place in the table.
  for (const json::value& value : collections) {
    const json::object& collection = AsObject(value);
    const std::string outage = TextAt(collection, "out_of_service");
    if (!outage.empty()) {
      notes += SentenceLines(terminal, outage);
      continue;
    }
    std::vector<std::string> cells{
        TextAt(collection, "name"),
        Grouped(NumberAt(collection, "documents")),
        Grouped(NumberAt(collection, "sentences")),
        HumanBytes(NumberAt(collection, "text_bytes")),
        HumanBytes(NumberAt(collection, "disk_bytes")),
        TwoDecimals(RealAt(collection, "theta")),
        TextAt(collection, "profile"),
        Grouped(NumberAt(collection, "synonyms"))};
    if (has_exams) cells.push_back(ExamCell(ObjectAt(collection, "exam")));
    table.AddRow(cells);
    notes += PackNotes(collection, terminal);
  }
  return table.Render(terminal) + notes;
}

// Sends one request. `tell` returns a sentence about the result.
template <typename Tell>
Outcome<ExitCode> Run(const CommonOptions& options, const calls::Call& call,
                      const json::object& params, Tell tell) {
  Outcome<Connection> connection = Connect(options);
  if (!connection) return connection.error();
  const auto result = CallWithProgress(options, *connection, call.name, params);
  if (!result) return result.error();
  PrintDone(options, *result, tell(AsObject(*result)));
  return ExitCode::kDone;
}

Outcome<ExitCode> List(const CommonOptions& options) {
  const auto result = CallOnce(options, calls::kCollectionsList.name, {});
  if (!result) return result.error();
  const json::array& collections = ArrayAt(AsObject(*result), "collections");
  if (options.json) {
    PrintJson(*result);
  } else if (collections.empty()) {
    PrintSentence(options, "No collections.");
  } else {
    std::cout << RenderCollections(collections, options.Output());
  }
  return ExitCode::kDone;
}

// Returns the collection's name in quotation marks.
std::string NameIn(const json::object& params) {
  return '"' + TextAt(params, "name") + '"';
}

Outcome<ExitCode> Create(const CollectionsOptions& options) {
  const json::object& params = options.params;
  return Run(options.common, calls::kCollectionsCreate, params,
             [&](const json::object&) {
               return "Created collection " + NameIn(params) + ".";
             });
}

Outcome<ExitCode> Remove(const CollectionsOptions& options) {
  const json::object& params = options.params;
  return Run(options.common, calls::kCollectionsRemove, params,
             [&](const json::object&) {
               return "Removed collection " + NameIn(params) +
                      " and its documents.";
             });
}

// Reads a synonym file, but no more than one byte past the bound: the daemon
// reports a longer file. Errors: kRejected.
Outcome<std::string> SynonymText(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string text(engine::kMaxSynonymBytes + 1, '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  if (!file.is_open() || file.bad()) {
    return Rejected("cannot read the synonym file " + BlankedOut(path));
  }
  text.resize(static_cast<std::size_t>(file.gcount()));
  // The daemon takes an empty text as the order to remove the synonyms, which
  // an empty file does not mean.
  if (text.empty()) text = "\n";
  if (const auto read = engine::ReadSynonymFile(text);
      const auto* wrong = std::get_if<engine::SynonymError>(&read)) {
    return Rejected(BlankedOut(path) + ":" + std::to_string(wrong->line) + ":" +
                    std::to_string(wrong->column) + ": " + wrong->message);
  }
  return text;
}

// Returns a text such as "has an exam of 12 questions, of which it must answer
// 90%".
std::string DescribeExam(const json::object& reply) {
  const json::object& exam = ObjectAt(reply, "exam");
  if (exam.empty()) return "has no exam";
  return "has an exam of " + Counted(NumberAt(exam, "questions"), "question") +
         ", and must answer those marked \"must\" and " +
         TextAt(exam, "must_pass") + " of all";
}

Outcome<ExitCode> Set(const CollectionsOptions& options) {
  json::object params = options.params;
  if (options.exam_file == "none") {
    params["exam"] = nullptr;
  } else if (!options.exam_file.empty()) {
    const Outcome<std::string> bank = ReadGuardBank(options.exam_file);
    if (!bank) return bank.error();
    json::object exam{{"bank", *bank}};
    if (!options.must_pass.empty()) exam["must_pass"] = options.must_pass;
    params["exam"] = std::move(exam);
  }
  if (!options.synonyms_file.empty()) {
    const Outcome<std::string> text = SynonymText(options.synonyms_file);
    if (!text) return text.error();
    params["synonyms"] = *text;
  } else if (options.no_synonyms) {
    params["synonyms"] = "";
  }
  return Run(
      options.common, calls::kCollectionsSet, params,
      [&](const json::object& reply) {
        std::string done = "Collection " + NameIn(params) + " now ";
        if (options.HasThreshold()) {
          done +=
              "refuses below confidence " + TwoDecimals(RealAt(reply, "theta"));
        }
        if (params.contains("synonyms")) {
          if (options.HasThreshold()) done += ", and ";
          done += "has " + Counted(NumberAt(reply, "synonyms"), "synonym rule");
        }
        if (params.contains("exam")) {
          if (options.HasThreshold() || params.contains("synonyms")) {
            done += ", and ";
          }
          done += DescribeExam(reply);
        }
        return done + ".";
      });
}

json::object WithProgress(const CollectionsOptions& options) {
  json::object params = options.params;
  params["progress"] = true;
  return params;
}

Outcome<ExitCode> Compact(const CollectionsOptions& options) {
  return Run(options.common, calls::kCollectionsCompact, WithProgress(options),
             [](const json::object& reply) {
               return "Merged " +
                      Counted(NumberAt(reply, "segments_before"), "segment") +
                      " into " + Grouped(NumberAt(reply, "segments_after")) +
                      ": " + HumanBytes(NumberAt(reply, "disk_bytes")) +
                      " on disk.";
             });
}

// Returns a line for each file that was given up.
std::string DescribeRepair(const json::object& reply) {
  std::string done = "Collection \"" + TextAt(reply, "name") +
                     "\" is in service, with " +
                     Counted(NumberAt(reply, "documents"), "document") + ".";
  for (const json::value& value : ArrayAt(reply, "given_up")) {
    const json::object& lost = AsObject(value);
    done += " " + TextAt(lost, "file") + " " + TextAt(lost, "why");
    const std::uint64_t documents = NumberAt(lost, "documents");
    if (documents > 0) {
      done += ": " + Counted(documents, "document") + " given up";
    }
    const std::string kept = TextAt(lost, "kept");
    if (!kept.empty()) done += "; it is kept as " + kept;
    done += ".";
  }
  return done;
}

Outcome<ExitCode> Repair(const CollectionsOptions& options) {
  return Run(options.common, calls::kCollectionsRepair, options.params,
             DescribeRepair);
}

Outcome<ExitCode> Verify(const CollectionsOptions& options) {
  return Run(options.common, calls::kCollectionsVerify, WithProgress(options),
             [](const json::object& reply) {
               return "Verified " + HumanBytes(NumberAt(reply, "bytes")) +
                      " in " + Counted(NumberAt(reply, "segments"), "segment") +
                      ": no damage.";
             });
}

using Action = Outcome<ExitCode> (*)(const CollectionsOptions&);

// Adds `collections VERB NAME`, with the options of its call.
//   example_options  what follows the name in the example of its help
CLI::App& AddVerb(CLI::App& command, const char* verb, const char* what,
                  const calls::Call& call,
                  const std::shared_ptr<CollectionsOptions>& options,
                  Action action, int& exit_code,
                  const char* example_options = "") {
  CLI::App* sub = command.add_subcommand(verb, what);
  AddCallOptions(*sub, call, options->params);
  // A call without a name means the default collection. But a person who types
  // none has probably forgotten it, so the name is required.
  sub->get_option("name")->required();
  const std::string example =
      std::string("Example:\n  answerbox collections ") + verb + " policies" +
      example_options;
  CompleteCommand(*sub, options, example.c_str(), action, exit_code);
  return *sub;
}

void AddSet(CLI::App& command,
            const std::shared_ptr<CollectionsOptions>& options,
            int& exit_code) {
  CLI::App& set = AddVerb(
      command, "set", "Change a collection's threshold, synonyms or exam",
      calls::kCollectionsSet, options, Set, exit_code, " --theta 0.4");
  CLI::Option* none =
      set.add_flag("--no-synonyms", options->no_synonyms, "Have no synonyms");
  set.add_option("--synonyms", options->synonyms_file,
                 "Take the synonyms from this file, in the format of Solr and "
                 "Elasticsearch")
      ->type_name("FILE")
      ->excludes(none);
  CLI::Option* exam = set.add_option(
      "--exam", options->exam_file,
      "Guard the collection with the questions of this bank, or none: changes "
      "of documents that lose answers are refused; - is standard input");
  exam->type_name("BANK");
  set.add_option("--must-pass", options->must_pass,
                 "How many questions must be answered, such as 12 or 90%")
      ->type_name("N")
      ->needs(exam);
  set.parse_complete_callback([options] {
    if (!options->exam_file.empty()) return;
    if (options->HasThreshold() || options->no_synonyms ||
        !options->synonyms_file.empty()) {
      return;
    }
    throw CLI::RequiredError(
        "--theta, --precision, --answer-rate, --synonyms, --no-synonyms or "
        "--exam");
  });
}

}  // namespace

void AddCollectionsCommand(CLI::App& program, int& exit_code) {
  CLI::App* command = program.add_subcommand(
      "collections",
      "List collections, or create, remove, set, compact, "
      "verify, repair one");
  const auto options = std::make_shared<CollectionsOptions>();
  AddCommonOptions(*command, options->common);
  command->require_subcommand(0, 1);
  AddVerb(*command, "create", "Create an empty collection",
          calls::kCollectionsCreate, options, Create, exit_code);
  AddVerb(*command, "remove", "Remove a collection and its documents",
          calls::kCollectionsRemove, options, Remove, exit_code);
  AddSet(*command, options, exit_code);
  AddVerb(*command, "compact", "Merge segments and reclaim room",
          calls::kCollectionsCompact, options, Compact, exit_code);
  AddVerb(*command, "verify", "Read every byte and compare checksums",
          calls::kCollectionsVerify, options, Verify, exit_code);
  AddVerb(*command, "repair", "Take up what is sound of a damaged one",
          calls::kCollectionsRepair, options, Repair, exit_code);
  command->footer(
      "Examples:\n"
      "  answerbox collections\n"
      "  answerbox collections create policies --theta 0.4\n"
      "  answerbox collections verify policies");
  command->callback([command, options, &exit_code] {
    // The parser calls this also when a verb is given.
    if (!command->get_subcommands().empty()) return;
    TakeOptionsBeforeCommand(*command);
    exit_code = Conclude(options->common, List(options->common));
  });
}

}  // namespace answerbox::client
