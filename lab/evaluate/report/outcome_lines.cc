#include "lab/evaluate/report/outcome_lines.h"

#include <cstdio>

namespace answerbox::lab {
namespace {

// Counts from 1; 0 when the rank is kNever.
std::string Place(std::size_t rank) {
  return std::to_string(rank == QuestionOutcome::kNever ? 0 : rank + 1);
}

std::string Decimals(double value) {
  char text[32];
  std::snprintf(text, sizeof(text), "%.6f", value);
  return text;
}

std::string OneLine(std::string text) {
  for (char& c : text) {
    if (c == '\t' || c == '\n' || c == '\r') c = ' ';
  }
  return text;
}

}  // namespace

std::string OutcomeLines(const std::vector<CorpusArticle>& articles,
                         std::span<const QuestionOutcome> outcomes,
                         double theta) {
  std::string lines =
      "id\tarticle\ttype\tanswerable\tanswered\tconfidence\tsentence\tchunk\n";
  for (const QuestionOutcome& outcome : outcomes) {
    lines += OneLine(outcome.id);
    lines += '\t';
    lines += OneLine(articles[outcome.article].title);
    lines += '\t';
    lines += outcome.type;
    lines += outcome.answerable ? "\t1" : "\t0";
    lines += outcome.IsAnswered(theta) ? "\t1\t" : "\t0\t";
    lines += Decimals(outcome.confidence);
    lines += '\t';
    lines += Place(outcome.sentence_rank);
    lines += '\t';
    lines += Place(outcome.chunk_rank);
    lines += '\n';
  }
  return lines;
}

}  // namespace answerbox::lab
