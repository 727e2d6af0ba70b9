// Weights written by hand, as docs/model-format.md says: what the tests of
// trees and of models stand on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/answer/answer_features.h"
#include "engine/answer/lexicon.h"
#include "engine/answer/operating_points.h"

namespace answerbox::engine {

struct WrittenTree {
  std::vector<std::uint8_t> features;  // Of inner nodes, level by level.
  std::vector<std::int16_t> thresholds;
  std::vector<std::int16_t> leaves;
};

struct WrittenTerm {
  std::uint32_t hash = 0;
  LexiconEntry entry;
};

[[nodiscard]] std::vector<std::byte> EncodeTrees(
    std::span<const WrittenTree> trees);

// Terms as they are, in order or not.
[[nodiscard]] std::vector<std::byte> EncodeLexicon(
    std::span<const WrittenTerm> terms);

// Points as they are, in order or not.
[[nodiscard]] std::vector<std::byte> EncodePoints(
    std::span<const OperatingPoint> points);

struct WrittenModel {
  std::uint8_t unknown_rarity = 0xFF;
  std::vector<WrittenTerm> lexicon;
  std::uint8_t ranker_depth = 1;
  std::uint8_t judge_depth = 1;
  std::vector<WrittenTree> ranker;
  std::vector<WrittenTree> judge;
  std::uint8_t ranker_features = kSentenceFeatures;
  std::uint8_t judge_features = kAnswerFeatures;
  std::int32_t slope = kOneLogOdds;
  std::int32_t intercept = 0;
  std::vector<OperatingPoint> points;

  [[nodiscard]] std::vector<std::byte> Encode() const;
};

// Makes the checksum of a model right. Changes nothing of what is too short.
void SealModel(std::span<std::byte> model);

}  // namespace answerbox::engine
