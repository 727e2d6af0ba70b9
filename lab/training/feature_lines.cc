#include "lab/training/feature_lines.h"

#include <cstdint>
#include <span>

#include "lab/training/feature_names.h"

namespace answerbox::lab {
namespace {

constexpr char kCandidate = 'c';
constexpr char kBest = 'b';

void AddLine(char kind, std::string_view prefix, bool holds,
             std::span<const std::int16_t> features, std::string& lines) {
  lines += kind;
  lines += '\t';
  lines += prefix;
  lines += holds ? "\t1" : "\t0";
  for (const std::int16_t feature : features) {
    lines += '\t';
    lines += std::to_string(feature);
  }
  lines += '\n';
}

}  // namespace

std::string FeatureHeader() {
  std::string header = "kind\tquestion\tarticle\tanswerable\tholds";
  AddColumns(SentenceFeatureNames(), header);
  AddColumns(AnswerFeatureNames(), header);
  return header + '\n';
}

std::string FeatureLines(const ObservedSentences& observed,
                         std::string_view prefix) {
  std::string lines;
  for (const ObservedSentence& candidate : observed.candidates()) {
    AddLine(kCandidate, prefix, candidate.holds, candidate.features, lines);
  }
  if (const auto& best = observed.best()) {
    AddLine(kBest, prefix, best->holds, best->features, lines);
  }
  return lines;
}

}  // namespace answerbox::lab
