// Asks questions of the collection of a stopped daemon and writes what a person
// would be shown, a line of JSON for each: the first passages, up to three
// answers, and every unit that could have been an answer. documents.py judges
// them.
#include <CLI/CLI.hpp>
#include <boost/json.hpp>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/answer/evidence/candidate_evidence.h"
#include "engine/ask/ask.h"
#include "engine/ask/search.h"
#include "lab/training/stored_collection.h"
#include "lab/training/thesaurus_file.h"

namespace answerbox::lab {
namespace {

constexpr std::size_t kPassages = 20;
// Listing all units takes more than answering does.
constexpr std::size_t kArenaBytes = std::size_t{16} << 20;

struct Arguments {
  std::string state;
  std::string collection;
  std::string questions;
  std::string thesaurus_file;
  bool without_thesaurus = false;
};

boost::json::array Shown(std::string_view document,
                         std::optional<std::uint32_t> page,
                         std::string_view text) {
  return {boost::json::string(document), page.value_or(0),
          boost::json::string(text)};
}

// Collects the leaves with their places, and the units as runs of leaves.
class UnitLister final : public engine::UnitObserver {
 public:
  explicit UnitLister(std::span<const engine::LiveSegment> segments)
      : segments_(segments) {}

  void OnLeaves(const engine::CandidateEvidence& evidence,
                const engine::Leaves&,
                std::span<const engine::LeafRow> rows) override {
    for (const auto& candidate : evidence.sentences().first(rows.size())) {
      const auto& reader = *segments_[candidate.segment].reader;
      const auto document = reader.Document(candidate.document);
      const auto text = reader.Text(*document, candidate.record.range);
      const auto page =
          reader.PageAt(candidate.document, candidate.record.range.begin);
      leaves_.emplace_back(Shown(document->name, *page, *text));
    }
  }

  void OnUnit(const engine::UnitSpan& unit, const engine::UnitRow&) override {
    units_.emplace_back(boost::json::array{unit.begin, unit.end});
  }

  void MoveTo(boost::json::object& line) {
    line["leaves"] = std::move(leaves_);
    line["units"] = std::move(units_);
  }

 private:
  std::span<const engine::LiveSegment> segments_;
  boost::json::array leaves_;
  boost::json::array units_;
};

boost::json::array ListPassages(std::span<const engine::LiveSegment> segments,
                                std::string_view words,
                                const engine::Thesaurus* thesaurus,
                                engine::Workspace& workspace) {
  engine::PassageQuery query;
  query.words = words;
  query.with_abbreviations = true;
  query.with_thesaurus = thesaurus != nullptr;
  query.thesaurus = thesaurus;
  query.count = kPassages;
  boost::json::array passages;
  const auto found = engine::Search(segments, query, workspace);
  if (!found) return passages;
  for (const engine::Passage& passage : found->passages) {
    passages.emplace_back(
        Shown(passage.best.document, passage.best.page, passage.text));
  }
  return passages;
}

// The question as the daemon's `ask` puts it by default, but for its threshold.
engine::Question QuestionOf(std::string_view text,
                            const engine::Thesaurus* thesaurus) {
  engine::Question question;
  question.text = text;
  question.form = std::nullopt;
  question.with_spelling = true;
  question.with_abbreviations = true;
  question.with_context = false;
  question.answers = engine::kMaxAnswers;
  question.with_thesaurus = thesaurus != nullptr;
  question.thesaurus = thesaurus;
  return question;
}

bool ListAll(const Arguments& arguments, const engine::Thesaurus* thesaurus) {
  StoredCollection collection;
  if (!collection.Open(std::filesystem::path(arguments.state) / "collections" /
                       arguments.collection)) {
    std::cerr << "list_answers: cannot open the collection\n";
    return false;
  }
  engine::Workspace workspace(kArenaBytes);
  std::ifstream lines(arguments.questions);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t tab = line.find('\t');
    if (tab == std::string::npos) continue;
    const std::string text = line.substr(tab + 1);
    boost::json::object record;
    record["id"] = line.substr(0, tab);
    record["passages"] =
        ListPassages(collection.live(), text, thesaurus, workspace);
    UnitLister units(collection.live());
    engine::Question question = QuestionOf(text, thesaurus);
    question.unit_observer = &units;
    const auto answer = engine::Ask(collection.live(), question, workspace);
    if (!answer) {
      std::cerr << "list_answers: " << line << ": cannot be answered\n";
      return false;
    }
    boost::json::array answers;
    for (const engine::FormedAnswer& formed : answer->formed) {
      answers.emplace_back(
          Shown(formed.decided.document, formed.decided.page, formed.text));
    }
    record["answers"] = std::move(answers);
    units.MoveTo(record);
    std::cout << boost::json::serialize(record) << '\n';
  }
  return true;
}

int Run(int argc, char** argv) {
  CLI::App program("Lists what a stopped daemon would show for questions");
  Arguments arguments;
  program.add_option("state", arguments.state, "State directory")->required();
  program.add_option("collection", arguments.collection)->required();
  program
      .add_option("questions", arguments.questions,
                  "A question a line: id, tab, text")
      ->required();
  program.add_option("--thesaurus", arguments.thesaurus_file,
                     "Thesaurus to use instead of the program's own");
  program.add_flag("--no-thesaurus", arguments.without_thesaurus);
  CLI11_PARSE(program, argc, argv);
  ThesaurusFile thesaurus;
  if (!arguments.thesaurus_file.empty() &&
      !thesaurus.Open(arguments.thesaurus_file)) {
    std::cerr << "list_answers: " << arguments.thesaurus_file
              << " is no thesaurus\n";
    return 1;
  }
  const engine::Thesaurus* used =
      arguments.without_thesaurus ? nullptr : &thesaurus.get();
  return ListAll(arguments, used) ? 0 : 1;
}

}  // namespace
}  // namespace answerbox::lab

int main(int argc, char** argv) { return answerbox::lab::Run(argc, argv); }
