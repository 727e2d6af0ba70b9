// Compares Answerbox with the systems that a user would choose instead. Each
// run of this program measures one system once, so that its memory is that
// system's alone, and prints its figures as one JSON object. compare.py makes
// all runs.
#include <boost/json/serialize.hpp>
#include <chrono>
#include <cstdio>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lab/evaluate/corpus/squad_file.h"
#include "tests/benchmarks/peers/asking.h"
#include "tests/benchmarks/peers/corpus_file.h"
#include "tests/benchmarks/peers/generated_text.h"
#include "tests/benchmarks/peers/paragraphs.h"
#include "tests/benchmarks/peers/process_memory.h"
#include "tests/benchmarks/peers/search_system.h"

namespace answerbox::benchmarks {
namespace {

namespace fs = std::filesystem;
using Arguments = std::span<const std::string>;

constexpr std::uint64_t kSeed = 20260;

constexpr const char* kUsage =
    "\n"
    "  generate SQUAD_FILE CHUNKS CORPUS   the file's paragraphs, then more\n"
    "  paragraphs SQUAD_FILE PROFILE       index and ask each paragraph\n"
    "  build SYSTEM CORPUS FOLDER          index a corpus in an empty folder\n"
    "  figures SYSTEM FOLDER               sizes of that index\n"
    "  warm SYSTEM FOLDER QUESTIONS        ask; also warm-without-stop-words\n"
    "  cold SYSTEM FOLDER QUESTIONS        ask in new processes, from disk\n"
    "  count SYSTEM FOLDER QUESTIONS       ask once, to run under callgrind\n"
    "SYSTEM is answerbox, answerbox-retrieval, fts5 or xapian.";

const SearchSystem& SystemNamed(const std::string& name) {
  for (const SearchSystem* system :
       {&AnswerboxSystem(), &AnswerboxRetrievalSystem(), &Fts5System(),
        &XapianSystem()}) {
    if (name == system->name) return *system;
  }
  Fail("no system is called " + name);
}

boost::json::object Generate(Arguments arguments) {
  const auto articles = lab::ReadSquadFile(arguments[0]);
  if (!articles) Fail(articles.error().message);
  std::vector<std::string> paragraphs;
  for (const auto& article : *articles) {
    for (const auto& paragraph : article.paragraphs) {
      paragraphs.push_back(paragraph.text);
    }
  }
  const std::size_t chunks = std::stoul(arguments[1]);
  CorpusWriter writer(arguments[2]);
  TextGenerator generator(paragraphs, kSeed);
  std::uint64_t bytes = 0;
  std::string text;
  for (std::size_t i = 0; i < chunks; ++i) {
    if (i < paragraphs.size()) {
      text = paragraphs[i];
    } else {
      generator.Next(text);
    }
    writer.Add(text);
    bytes += text.size();
  }
  writer.Close();
  return {{"documents", chunks}, {"text_bytes", bytes}};
}

boost::json::object Paragraphs(Arguments arguments) {
  return TimeParagraphs(arguments[0], arguments[1] == "paper"
                                          ? engine::Profile::kPaper
                                          : engine::Profile::kDefault);
}

boost::json::object Build(Arguments arguments) {
  const SearchSystem& system = SystemNamed(arguments[0]);
  fs::create_directories(arguments[2]);
  const auto start = std::chrono::steady_clock::now();
  system.build(arguments[1], arguments[2]);
  const std::chrono::duration<double> spent =
      std::chrono::steady_clock::now() - start;
  // An outside observer may miss a short build, so its memory is taken at its
  // end.
  const ProcessMemory memory = MemoryNow();
  return {{"seconds", spent.count()},
          {"pss", memory.pss_bytes},
          {"anonymous", memory.anonymous_bytes}};
}

boost::json::object Figures(Arguments arguments) {
  const SearchSystem& system = SystemNamed(arguments[0]);
  const IndexFigures figures = system.measure(arguments[1]);
  return {{"version", system.version()},
          {"chunks", figures.chunks},
          {"postings", figures.postings},
          {"posting_bytes", figures.posting_bytes},
          {"index_bytes", figures.index_bytes},
          {"stored_text_bytes", figures.text_bytes}};
}

boost::json::object Warm(Arguments arguments) {
  return AskWarm(SystemNamed(arguments[0]), arguments[1],
                 ReadQuestions(arguments[2], true));
}

boost::json::object WarmWithoutStopWords(Arguments arguments) {
  return AskWarm(SystemNamed(arguments[0]), arguments[1],
                 ReadQuestions(arguments[2], false));
}

boost::json::object Cold(Arguments arguments) {
  return AskCold(SystemNamed(arguments[0]), arguments[1],
                 ReadQuestions(arguments[2], true));
}

boost::json::object Count(Arguments arguments) {
  AskForCounting(SystemNamed(arguments[0]), arguments[1],
                 ReadQuestions(arguments[2], true));
  return {};
}

struct Mode {
  std::string_view name;
  std::size_t arguments;
  boost::json::object (*run)(Arguments);
};

constexpr Mode kModes[] = {
    {"generate", 3, Generate},
    {"paragraphs", 2, Paragraphs},
    {"build", 3, Build},
    {"figures", 2, Figures},
    {"warm", 3, Warm},
    {"warm-without-stop-words", 3, WarmWithoutStopWords},
    {"cold", 3, Cold},
    {"count", 3, Count},
};

int Run(Arguments arguments) {
  for (const Mode& mode : kModes) {
    if (arguments.empty() || arguments[0] != mode.name ||
        arguments.size() != mode.arguments + 1) {
      continue;
    }
    std::puts(boost::json::serialize(mode.run(arguments.subspan(1))).c_str());
    return 0;
  }
  Fail(std::string("usage: peer_benchmark MODE ...") + kUsage);
}

}  // namespace
}  // namespace answerbox::benchmarks

int main(int argc, char** argv) {
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  return answerbox::benchmarks::Run(arguments);
}
