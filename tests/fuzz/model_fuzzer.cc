// Opens any bytes as a model of each kind, looks up terms and their related
// words, and scores features that are taken from the bytes. Makes the checksum
// right first, like an attacker.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string_view>
#include <vector>

#include "engine/answer/confidence/confidence.h"
#include "engine/answer/evidence/answer_features.h"
#include "engine/answer/model/answer_model.h"
#include "engine/answer/spans/short_answer.h"
#include "engine/answer/spans/span_features.h"
#include "engine/answer/units/unit_features.h"
#include "engine/answer/units/unit_weights.h"
#include "tests/engine/answer/written_model.h"

namespace {

using namespace answerbox::engine;

void Check(bool condition) {
  if (!condition) std::abort();
}

// Takes features from the bytes, from the end, over and over.
std::array<std::int16_t, kAnswerFeatures> FeaturesFrom(
    std::span<const std::byte> bytes) {
  std::array<std::int16_t, kAnswerFeatures> features{};
  std::uint16_t value = 0;
  for (std::size_t i = 0; i < features.size(); ++i) {
    const std::byte next = bytes[bytes.size() - 1 - i % bytes.size()];
    value = static_cast<std::uint16_t>(unsigned{value} << 8 |
                                       std::to_integer<unsigned>(next));
    features[i] = static_cast<std::int16_t>(value);
  }
  return features;
}

// Each target gives a threshold that meets it, or none.
void ReadPoints(const OperatingPoints& points, BasisPoints target) {
  const auto precise = points.ThresholdForPrecision(target);
  const auto frequent = points.ThresholdForAnswerRate(target);
  Check(precise.has_value() ==
        (points.size() != 0 && target <= points.highest_precision()));
  Check(frequent.has_value() ==
        (points.size() != 0 && target <= points.highest_answer_rate()));
  for (std::size_t i = 0; i < points.size(); ++i) {
    const OperatingPoint point = points.At(i);
    Check(!precise || point.threshold < *precise || point.right >= target);
    Check(!frequent || point.threshold > *frequent || point.answered >= target);
  }
}

// Every related word must lie within the bytes.
void ReadRelated(const RelatedWords& related, std::string_view asked,
                 std::span<const std::byte> bytes) {
  const auto range = related.Of(asked);
  Check(range.begin <= range.end);
  const auto* const begin = reinterpret_cast<const char*>(bytes.data());
  for (std::size_t pair = range.begin; pair < range.end; ++pair) {
    const std::string_view term = related.At(pair).term;
    Check(term.data() >= begin &&
          term.data() + term.size() <= begin + bytes.size());
  }
}

// Scores are within their bounds, and the same one by one and together.
template <std::size_t kFeatures>
void CheckScores(const BoostedTrees& trees,
                 std::span<const std::int16_t, kFeatures> features) {
  std::array<std::array<std::int16_t, kFeatures>, 19> rows;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    std::ranges::rotate_copy(features,
                             features.begin() + static_cast<std::ptrdiff_t>(i),
                             rows[i].begin());
  }
  std::array<LogOdds, rows.size()> scores;
  trees.ScoreEach(std::span<const std::array<std::int16_t, kFeatures>>(rows),
                  scores);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::int64_t odds = trees.Score(rows[i]);
    Check(odds == scores[i]);
    Check(odds >= -32768 * std::int64_t{kMaxTrees} &&
          odds <= 32767 * std::int64_t{kMaxTrees});
  }
}

// An accepted model must give a score within its bounds for all features.
void Read(std::span<const std::byte> bytes) {
  const auto model = AnswerModel::Open(bytes);
  if (!model) return;
  static_cast<void>(model->lexicon().Find("pump"));
  const std::string_view any(reinterpret_cast<const char*>(bytes.data()),
                             bytes.size() % 9);
  static_cast<void>(model->lexicon().Find(any));
  for (const std::string_view asked : {std::string_view("pump"), any}) {
    ReadRelated(model->related(), asked, bytes);
  }
  for (std::uint8_t id = 0; id < kStopWordIds; ++id) {
    static_cast<void>(model->lexicon().FindStopWord(id));
  }
  const auto features = FeaturesFrom(bytes);
  CheckScores(model->ranker(), std::span(features).first<kSentenceFeatures>());
  const Q16 confidence = SentenceConfidence(*model, features);
  Check(confidence > Q16() && confidence < Q16::FromInteger(1));
  ReadPoints(model->points(), static_cast<BasisPoints>(features[0] & 0x3FFF));
}

void ReadUnitTrees(std::span<const std::byte> bytes) {
  const auto trees = OpenUnitTrees(bytes);
  if (!trees) return;
  const auto features = FeaturesFrom(bytes);
  const auto row = std::span(features).first<kUnitFeatures>();
  CheckScores(trees->choosing, row);
  CheckScores(trees->judging, row);
}

void ReadSpans(std::span<const std::byte> bytes) {
  const auto model = SpanModel::Open(bytes);
  if (!model) return;
  const auto features = FeaturesFrom(bytes);
  const auto row = std::span(features).first<kSpanFeatures>();
  CheckScores(model->sieve(), row);
  CheckScores(model->judge(), row);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  const auto bytes = std::as_bytes(std::span(data, size));
  if (bytes.empty()) return 0;
  Read(bytes);
  ReadSpans(bytes);
  ReadUnitTrees(bytes);
  std::vector<std::byte> sealed(bytes.begin(), bytes.end());
  SealModel(sealed);
  Read(sealed);
  ReadSpans(sealed);
  ReadUnitTrees(sealed);
  return 0;
}
