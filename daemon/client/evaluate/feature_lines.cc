#include "daemon/client/evaluate/feature_lines.h"

#include "daemon/client/evaluate/answer_text.h"

namespace answerbox::client {
namespace {

constexpr char kCandidate = 'c';
constexpr char kBest = 'b';

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

void FeatureLines::OnCandidate(
    const engine::CandidateSentence& candidate,
    std::span<const std::int16_t, engine::kSentenceFeatures> features) {
  AddLine(kCandidate, candidate, features);
}

void FeatureLines::OnBest(
    const engine::CandidateSentence& candidate,
    std::span<const std::int16_t, engine::kAnswerFeatures> features) {
  AddLine(kBest, candidate, features);
}

void FeatureLines::AddLine(char kind,
                           const engine::CandidateSentence& candidate,
                           std::span<const std::int16_t> features) {
  lines_ += kind;
  lines_ += '\t';
  lines_ += prefix_;
  lines_ += HoldsAnswer(candidate) ? "\t1" : "\t0";
  for (const std::int16_t feature : features) {
    lines_ += '\t';
    lines_ += std::to_string(feature);
  }
  lines_ += '\n';
}

bool FeatureLines::HoldsAnswer(
    const engine::CandidateSentence& candidate) const {
  if (candidate.document != own_) return false;
  const auto document =
      segments_[candidate.segment].reader->Document(candidate.document);
  if (!document) return false;
  const engine::ByteRange range = candidate.record.range;
  return Contains(document->text.substr(range.begin, range.end - range.begin),
                  gold_);
}

}  // namespace answerbox::client
