// Asks the questions of a file about the collection of a stopped daemon, as its
// `ask` does by default. question_costs.py runs it under callgrind, which
// counts nothing but the questions. With --replies it writes what each is
// answered, a line each, so that two builds can be compared.
#include <valgrind/callgrind.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <optional>
#include <string>
#include <vector>

#include "engine/answer/evidence/thesaurus.h"
#include "engine/ask/ask.h"
#include "engine/ask/workspace.h"
#include "lab/training/stored_collection.h"

namespace answerbox {
namespace {

struct Arguments {
  std::string state;
  std::string collection;
  std::string questions;
  bool in_sentences = false;
  bool without_thesaurus = false;
  bool writes_replies = false;
};

void Write(const engine::CitedPlace& place) {
  std::cout << place.document << ':' << place.offsets.begin << '-'
            << place.offsets.end << '/' << place.page.value_or(0) << ' ';
}

// Confidences are hexadecimal, so that no bit of them is lost.
void Write(const engine::Answer& answer) {
  std::cout << std::hexfloat << "refusal "
            << (answer.refusal ? ToString(*answer.refusal) : "none")
            << " confidence " << answer.confidence << " choice "
            << answer.is_choice;
  for (const engine::Citation& citation : answer.citations) {
    std::cout << " | citation ";
    Write(citation);
    std::cout << citation.score_bits << ' ' << citation.confidence << ' ';
    for (const engine::CitedPlace& other : citation.also_in) Write(other);
  }
  for (const engine::FormedAnswer& formed : answer.formed) {
    std::cout << " | answer " << ToString(formed.form) << ' ';
    Write(formed.decided);
    std::cout << formed.decided.confidence << ' ';
    for (const engine::CitedPlace& other : formed.decided.also_in) Write(other);
    for (const engine::AnswerPart& part : formed.parts) {
      std::cout << ToString(part.role) << ' ' << part.offsets.begin << '-'
                << part.offsets.end << ' ';
    }
    if (formed.cut) std::cout << "cut " << formed.cut->end;
  }
  for (const engine::DifferentValue& value : answer.differ) {
    std::cout << " | differs " << value.answer << ' ' << value.words.begin
              << ' ' << value.date;
  }
  for (const engine::RetrievedChunk& chunk : answer.retrieved) {
    std::cout << " | retrieved " << chunk.segment << '.' << chunk.document;
  }
}

bool AskAll(const Arguments& arguments) {
  lab::StoredCollection collection;
  if (!collection.Open(std::filesystem::path(arguments.state) / "collections" /
                       arguments.collection)) {
    std::cerr << "question_costs: cannot open the collection\n";
    return false;
  }
  static_cast<void>(engine::ShippedThesaurus());  // Unpacked once for all.
  engine::Workspace workspace;
  std::ifstream lines(arguments.questions);
  std::size_t count = 0;
  for (std::string line; std::getline(lines, line); ++count) {
    engine::Question question;
    question.text = line;
    if (!arguments.in_sentences) {
      question.form = std::nullopt;
      question.answers = std::nullopt;
    }
    question.with_spelling = true;
    question.with_abbreviations = true;
    question.with_thesaurus = !arguments.without_thesaurus;
    CALLGRIND_TOGGLE_COLLECT;
    const auto answer = engine::Ask(collection.live(), question, workspace);
    CALLGRIND_TOGGLE_COLLECT;
    if (!answer) {
      std::cerr << "question_costs: " << line << ": cannot be answered\n";
      return false;
    }
    if (!arguments.writes_replies) continue;
    std::cout << line << '\t';
    Write(*answer);
    std::cout << '\n';
  }
  if (!arguments.writes_replies) std::cout << count << '\n';
  return true;
}

int Run(int argc, char** argv) {
  CLI::App program("Asks questions about the collection of a stopped daemon");
  Arguments arguments;
  program.add_option("state", arguments.state, "State directory")->required();
  program.add_option("collection", arguments.collection)->required();
  program.add_option("questions", arguments.questions, "A question a line")
      ->required();
  program.add_flag("--sentences", arguments.in_sentences,
                   "Answer with a sentence each");
  program.add_flag("--no-thesaurus", arguments.without_thesaurus);
  program.add_flag("--replies", arguments.writes_replies,
                   "Write the replies, not how many questions there were");
  CLI11_PARSE(program, argc, argv);
  return AskAll(arguments) ? 0 : 1;
}

}  // namespace
}  // namespace answerbox

int main(int argc, char** argv) { return answerbox::Run(argc, argv); }
