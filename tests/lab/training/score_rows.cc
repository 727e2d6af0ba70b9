// Scores rows of features by a model.
//
// usage: score_rows MODEL < ROWS
//
// A row has the judge's features as integers separated by spaces; the ranker's
// features are the first of them. Writes for each row the ranker's log-odds,
// and the confidence in 1/65536. Without a model, writes the number of features
// that the ranker reads, and the number that the judge reads.
#include <array>
#include <cstddef>
#include <fstream>
#include <iostream>
#include <iterator>
#include <span>
#include <string>

#include "engine/answer/confidence/confidence.h"
#include "engine/answer/evidence/answer_features.h"
#include "engine/answer/model/answer_model.h"

int main(int argc, char** argv) {
  using namespace answerbox::engine;
  if (argc < 2) {
    std::cout << kSentenceFeatures << ' ' << kAnswerFeatures << '\n';
    return 0;
  }
  std::ifstream file(argv[1], std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
  const auto model = AnswerModel::Open(std::as_bytes(std::span(bytes)));
  if (!model) {
    std::cerr << model.error().field << ": " << Describe(model.error().code)
              << '\n';
    return 1;
  }
  std::array<std::int16_t, kAnswerFeatures> row{};
  while (std::cin >> row[0]) {
    for (std::size_t i = 1; i < row.size(); ++i) std::cin >> row[i];
    std::cout << model->ranker().Score(
                     std::span(row).first<kSentenceFeatures>())
              << ' ' << SentenceConfidence(*model, row).raw() << '\n';
  }
  return std::cin.eof() ? 0 : 1;
}
