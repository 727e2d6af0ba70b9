#include "client/evaluate/feature_lines.h"

#include <span>

namespace answerbox::client {
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

std::vector<std::string_view> SentenceFeatureNames() {
  std::vector<std::string_view> names;
  for (std::size_t i = 0; i < engine::kSentenceFeatures; ++i) {
    names.push_back(Name(static_cast<engine::SentenceFeature>(i)));
  }
  return names;
}

std::vector<std::string_view> AnswerFeatureNames() {
  std::vector<std::string_view> names;
  for (std::size_t i = engine::kSentenceFeatures; i < engine::kAnswerFeatures;
       ++i) {
    names.push_back(Name(
        static_cast<engine::AnswerFeature>(i - engine::kSentenceFeatures)));
  }
  return names;
}

std::string FeatureHeader() {
  std::string header = "kind\tquestion\tarticle\tanswerable\tholds";
  for (const auto& names : {SentenceFeatureNames(), AnswerFeatureNames()}) {
    for (const std::string_view name : names) {
      header += '\t';
      header += name;
    }
  }
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

}  // namespace answerbox::client
