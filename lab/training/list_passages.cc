// `list_passages FILE OUT [ARTICLES]`: asks every answered question of a SQuAD
// file of all its paragraphs, as an exam does, and writes the features of the
// first 20 passages that are found. README.md, "Grades of exams".
//
// OUT has a line of columns per passage, separated by tabs: article and
// question (numbers from 0), gold (1: the passage is the paragraph of which the
// question was asked), and the features. The first line names them.
#include <fstream>
#include <iostream>
#include <string>

#include "engine/exam/examine.h"
#include "lab/evaluate/corpus/squad_file.h"
#include "lab/evaluate/run/memory_index.h"

namespace answerbox::lab {
namespace {

std::string NameOf(std::size_t article, std::size_t paragraph) {
  return std::to_string(article) + '-' + std::to_string(paragraph);
}

bool WritePassages(const std::vector<CorpusArticle>& articles,
                   std::ostream& out) {
  MemoryIndex index(engine::Profile::kDefault, {});
  for (std::size_t a = 0; a < articles.size(); ++a) {
    for (std::size_t p = 0; p < articles[a].paragraphs.size(); ++p) {
      if (!index.Add(NameOf(a, p), articles[a].paragraphs[p].text)) {
        return false;
      }
    }
  }
  if (!index.Open()) return false;
  const engine::LiveSegment segments[] = {index.live()};
  engine::Workspace workspace;
  std::size_t number = 0;
  for (std::size_t a = 0; a < articles.size(); ++a) {
    for (std::size_t p = 0; p < articles[a].paragraphs.size(); ++p) {
      for (const auto& question : articles[a].paragraphs[p].questions) {
        if (question.answers.empty()) continue;
        const auto examined = engine::ExamineQuestion(
            segments, {.text = question.text}, workspace);
        if (!examined) return false;
        for (const engine::GradedPassage& passage : examined->passages) {
          out << a << '\t' << number << '\t'
              << (passage.document == NameOf(a, p) ? 1 : 0);
          for (const std::int32_t feature : passage.features) {
            out << '\t' << feature;
          }
          out << '\n';
        }
        ++number;
      }
    }
  }
  return true;
}

int Run(int argc, char** argv) {
  if (argc < 3 || argc > 4) {
    std::cerr << "usage: list_passages FILE OUT [ARTICLES]\n";
    return 2;
  }
  auto articles = ReadSquadFile(argv[1]);
  if (!articles) {
    std::cerr << articles.error().message << '\n';
    return 1;
  }
  if (const auto selected =
          SelectArticles(argc == 4 ? argv[3] : "", Selection::kKeep, *articles);
      !selected) {
    std::cerr << selected.error().message << '\n';
    return 1;
  }
  std::ofstream out(argv[2], std::ios::binary | std::ios::trunc);
  out << "article\tquestion\tgold";
  for (std::size_t i = 0; i < engine::kPassageFeatures; ++i) {
    out << '\t' << ToString(static_cast<engine::PassageFeature>(i));
  }
  out << '\n';
  if (!WritePassages(*articles, out) || !out.flush()) {
    std::cerr << "cannot ask " << argv[1] << ", or write " << argv[2] << '\n';
    return 1;
  }
  return 0;
}

}  // namespace
}  // namespace answerbox::lab

int main(int argc, char** argv) { return answerbox::lab::Run(argc, argv); }
