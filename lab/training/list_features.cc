// `list_features FILE`: asks every question of a SQuAD file and writes what the
// ranker and the search for short answers saw of it. README.md, "Features" and
// "Spans".
#include <CLI/CLI.hpp>
#include <fstream>
#include <iostream>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "lab/evaluate/corpus/squad_file.h"
#include "lab/evaluate/run/evaluation.h"
#include "lab/training/feature_lines.h"
#include "lab/training/feature_names.h"
#include "lab/training/span_lines.h"

namespace answerbox::lab {
namespace {

struct Arguments {
  std::string file;
  bool open = false;
  std::string articles_file;
  std::string model_file;  // Empty: the program's own weights.
  std::string features_file;
  std::string spans_file;
  std::size_t threads = 1;
  bool names = false;
};

// Trained weights, which are views into the bytes of their file.
class ModelFile {
 public:
  Outcome<void> Open(const std::string& path) {
    if (path.empty()) return {};
    std::ifstream file(path, std::ios::binary);
    bytes_.assign(std::istreambuf_iterator<char>(file), {});
    if (!file || file.bad()) return Rejected("cannot read " + path);
    auto model = engine::AnswerModel::Open(std::as_bytes(std::span(bytes_)));
    if (!model) {
      return Rejected(path + ": not weights of this version: " +
                      engine::Describe(model.error().code) + " (" +
                      model.error().field + ")");
    }
    model_ = *model;
    return {};
  }
  [[nodiscard]] const engine::AnswerModel& model() const {
    return model_ ? *model_ : engine::ShippedModel();
  }

 private:
  std::vector<char> bytes_;
  std::optional<engine::AnswerModel> model_;
};

// Keeps the lines of every question, which come in any order.
class LineCollector final : public QuestionVisitor {
 public:
  LineCollector(std::size_t questions, const Arguments& arguments,
                const engine::AnswerModel& model)
      : model_(model) {
    if (!arguments.features_file.empty()) features_.resize(questions);
    if (!arguments.spans_file.empty()) spans_.resize(questions);
  }

  void OnAsked(const AskedQuestion& asked) override {
    const std::string prefix = std::to_string(asked.number) + '\t' +
                               std::to_string(asked.outcome.article);
    const auto& question = asked.question;
    if (!features_.empty()) {
      features_[asked.number] = FeatureLines(
          asked.observed, prefix + (question.answers.empty() ? "\t0" : "\t1"));
    }
    if (!spans_.empty()) {
      spans_[asked.number] =
          SpanLines(question.text, AnsweringSentence(asked.observed), prefix,
                    question.answers, model_.lexicon(), asked.workspace);
    }
  }

  [[nodiscard]] const std::vector<std::string>& features() const {
    return features_;
  }
  [[nodiscard]] const std::vector<std::string>& spans() const { return spans_; }

 private:
  const engine::AnswerModel& model_;
  std::vector<std::string> features_;
  std::vector<std::string> spans_;
};

// Writes nothing when no file is asked for.
Outcome<void> WriteLines(const std::string& path, const std::string& header,
                         const std::vector<std::string>& lines) {
  if (path.empty()) return {};
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file << header;
  for (const std::string& line : lines) file << line;
  file.close();
  if (file) return {};
  return Rejected("cannot write " + path);
}

Outcome<void> ListFeatures(const Arguments& arguments) {
  ModelFile weights;
  if (auto opened = weights.Open(arguments.model_file); !opened) return opened;
  auto articles = ReadSquadFile(arguments.file);
  if (!articles) return articles.error();
  if (auto selected =
          SelectArticles(arguments.articles_file, Selection::kKeep, *articles);
      !selected) {
    return selected;
  }
  LineCollector lines(CountQuestions(*articles), arguments, weights.model());
  // Sentences are ranked by their own words alone; which of them are seen here
  // shall not change with the lexicon, or its growth would ask for new weights.
  const auto asked =
      Evaluate(*articles,
               {.scope = arguments.open ? EvaluationScope::kAllParagraphs
                                        : EvaluationScope::kOwnParagraph,
                .with_thesaurus = false,
                .threads = arguments.threads,
                .model = &weights.model(),
                .visitor = &lines},
               {});
  if (!asked) return asked.error();
  auto written =
      WriteLines(arguments.features_file, FeatureHeader(), lines.features());
  if (!written) return written;
  return WriteLines(arguments.spans_file, SpanHeader(), lines.spans());
}

void PrintNames(const char* group, const FeatureNames& names) {
  std::cout << '"' << group << "\":[";
  for (std::size_t i = 0; i < names.size(); ++i) {
    std::cout << (i == 0 ? "\"" : ",\"") << names[i] << '"';
  }
  std::cout << ']';
}

// Prints one JSON object.
void PrintAllNames() {
  std::cout << '{';
  PrintNames("sentence", SentenceFeatureNames());
  std::cout << ',';
  PrintNames("answer", AnswerFeatureNames());
  std::cout << ',';
  PrintNames("span", SpanFeatureNames());
  std::cout << "}\n";
}

int Run(int argc, char** argv) {
  CLI::App program("Writes what the ranker saw of the questions of a file");
  Arguments arguments;
  CLI::Option* file = program.add_option("file", arguments.file,
                                         "Questions in SQuAD's JSON format");
  program.add_flag("--open", arguments.open,
                   "Make all paragraphs one collection, instead of asking each "
                   "question of its own paragraph");
  program.add_option("--articles", arguments.articles_file,
                     "Ask only the articles with these titles, one a line");
  program.add_option("--model", arguments.model_file,
                     "Weights to use instead of the program's own");
  program.add_option("--features", arguments.features_file,
                     "Write a line for every sentence to this file");
  program.add_option("--spans", arguments.spans_file,
                     "Write a line for every candidate for a short answer to "
                     "this file");
  program.add_option("--threads", arguments.threads, "1 to 64 (default 1)")
      ->check(CLI::Range(1, 64));
  program
      .add_flag("--names", arguments.names,
                "Print the features' names as JSON instead")
      ->excludes(file);
  CLI11_PARSE(program, argc, argv);
  if (arguments.names) {
    PrintAllNames();
    return 0;
  }
  if (file->empty()) {
    std::cerr << "list_features: FILE or --names is required\n";
    return 2;
  }
  const auto listed = ListFeatures(arguments);
  if (listed) return 0;
  std::cerr << "list_features: " << listed.error().message << '\n';
  return 1;
}

}  // namespace
}  // namespace answerbox::lab

int main(int argc, char** argv) { return answerbox::lab::Run(argc, argv); }
