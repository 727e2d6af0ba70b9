// `list_units STATE_DIR QUESTIONS OUT [--thesaurus FILE]`: asks questions of
// the collections of a daemon that was stopped, as its `ask` does by default,
// and writes what the choice among answers of all sizes saw. README.md,
// "Units".
//
// QUESTIONS has a line per question: id, collection and question, separated by
// tabs. Writes OUT.json, a line of JSON per question: its id, the confidence in
// its answer and in the best sentence, the leaves' documents, pages and texts;
// and OUT.bin, 16-bit integers: for each leaf can_answer, its stretch, its
// words, its PlaceKind and its features; for each unit its begin, end, words,
// UnitKind and features.
#include <CLI/CLI.hpp>
#include <boost/json.hpp>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "engine/ask/ask.h"
#include "lab/training/stored_collection.h"
#include "lab/training/thesaurus_file.h"

namespace answerbox::lab {
namespace {

constexpr std::size_t kArenaBytes = std::size_t{16} << 20;

class Listing final : public engine::UnitObserver {
 public:
  Listing(std::span<const engine::LiveSegment> segments, std::ostream& out)
      : segments_(segments), out_(out) {}

  void OnLeaves(const engine::CandidateEvidence& evidence,
                const engine::Leaves& leaves,
                std::span<const engine::LeafRow> rows) override {
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const engine::CandidateSentence& candidate = evidence.sentences()[i];
      const engine::Leaf& leaf = leaves.leaves[i];
      const engine::SegmentReader& reader =
          *segments_[candidate.segment].reader;
      const auto document = reader.Document(candidate.document);
      const auto text = reader.Text(*document, candidate.record.range);
      const auto page =
          reader.PageAt(candidate.document, candidate.record.range.begin);
      boost::json::array line;
      line.emplace_back(document->name);
      line.emplace_back(*page ? static_cast<int>(**page) : 0);
      line.emplace_back(*text);
      texts_.push_back(std::move(line));
      Put(leaf.can_answer ? 1 : 0);
      Put(leaf.is_heading ? -1 : static_cast<int>(leaf.stretch));
      Put(static_cast<int>(leaf.words));
      Put(static_cast<int>(leaf.place.kind));
      for (const std::int16_t feature : rows[i]) Put(feature);
    }
  }

  void OnUnit(const engine::UnitSpan& unit,
              const engine::UnitRow& row) override {
    ++units_;
    Put(static_cast<int>(unit.begin));
    Put(static_cast<int>(unit.end));
    Put(static_cast<int>(unit.words));
    Put(static_cast<int>(unit.kind));
    for (const std::int16_t feature : row) Put(feature);
  }

  boost::json::object Take() {
    return {{"units", units_}, {"leaves", std::move(texts_)}};
  }

 private:
  void Put(int value) {
    const auto number = static_cast<std::int16_t>(value);
    out_.write(reinterpret_cast<const char*>(&number), sizeof number);
  }

  std::span<const engine::LiveSegment> segments_;
  std::ostream& out_;
  boost::json::array texts_;
  std::size_t units_ = 0;
};

int ListAll(const std::string& state, const std::string& questions,
            const std::string& out, const engine::Thesaurus& thesaurus) {
  std::ifstream lines(questions);
  std::ofstream json(out + ".json");
  std::ofstream features(out + ".bin", std::ios::binary);
  engine::Workspace workspace(kArenaBytes);
  std::string name;
  std::unique_ptr<StoredCollection> collection;
  std::string line;
  while (std::getline(lines, line)) {
    const std::size_t first = line.find('\t');
    const std::size_t second = line.find('\t', first + 1);
    const std::string wanted = line.substr(first + 1, second - first - 1);
    if (collection == nullptr || wanted != name) {
      name = wanted;
      collection = std::make_unique<StoredCollection>();
      if (!collection->Open(std::filesystem::path(state) / "collections" /
                            name)) {
        std::cerr << "list_units: cannot open collection " << name << "\n";
        return 1;
      }
    }
    Listing listing(collection->live(), features);
    engine::Question question;
    const std::string text = line.substr(second + 1);
    question.text = text;
    question.form = std::nullopt;
    question.with_context = false;
    question.with_spelling = true;
    question.with_abbreviations = true;
    question.thesaurus = &thesaurus;
    question.unit_observer = &listing;
    const auto answer = engine::Ask(collection->live(), question, workspace);
    boost::json::object record = listing.Take();
    record["id"] = line.substr(0, first);
    record["confidence"] = answer ? answer->confidence : 0.0;
    if (answer && !answer->formed.empty()) {
      record["text"] = answer->formed.front().text;
      record["form"] = ToString(answer->formed.front().form);
    }
    question.form = engine::AnswerForm::kSentence;
    question.unit_observer = nullptr;
    const auto sentence = engine::Ask(collection->live(), question, workspace);
    record["sentence_confidence"] = sentence ? sentence->confidence : 0.0;
    json << boost::json::serialize(record) << "\n";
  }
  return 0;
}

int Run(int argc, char** argv) {
  CLI::App program("Lists what the choice among answers of all sizes saw");
  std::string state;
  std::string questions;
  std::string out;
  std::string thesaurus_file;
  program.add_option("state", state, "State directory")->required();
  program.add_option("questions", questions)->required();
  program.add_option("out", out, "File to write, without .json and .bin")
      ->required();
  program.add_option("--thesaurus", thesaurus_file,
                     "Thesaurus to use instead of the program's own");
  CLI11_PARSE(program, argc, argv);
  ThesaurusFile thesaurus;
  if (!thesaurus_file.empty() && !thesaurus.Open(thesaurus_file)) {
    std::cerr << "list_units: " << thesaurus_file << " is no thesaurus\n";
    return 1;
  }
  return ListAll(state, questions, out, thesaurus.get());
}

}  // namespace
}  // namespace answerbox::lab

int main(int argc, char** argv) { return answerbox::lab::Run(argc, argv); }
