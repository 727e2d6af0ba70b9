// Weights and words that are written by hand, in the form of
// docs/lab/model-format.md. Tests of trees and models use them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/answer/evidence/answer_features.h"
#include "engine/answer/evidence/lexicon.h"
#include "engine/answer/model/answer_model.h"

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

struct WrittenRelation {
  std::string_view asked;
  std::string_view term;
  std::uint8_t closeness = 0;
};

// Related words, field by field, so that a test can make each field wrong.
struct WrittenRelatedWords {
  struct Pair {
    std::uint16_t place = 0;
    std::uint8_t closeness = 0;
  };

  std::vector<std::uint32_t> hashes;
  std::vector<std::uint16_t> first_pairs;
  std::vector<Pair> pairs;
  std::string text;

  [[nodiscard]] RelatedWordsShape Shape() const;
  [[nodiscard]] std::vector<std::byte> Encode() const;
};

// The terms of questions in order, each with its words in the given order. The
// text has the words in order, each once.
[[nodiscard]] WrittenRelatedWords RelateWords(
    std::span<const WrittenRelation> relations);

[[nodiscard]] std::vector<std::byte> EncodeTrees(
    std::span<const WrittenTree> trees);

// Keeps the given order of terms, right or wrong.
[[nodiscard]] std::vector<std::byte> EncodeLexicon(
    std::span<const WrittenTerm> terms);

// Keeps the given order of points, right or wrong.
[[nodiscard]] std::vector<std::byte> EncodePoints(
    std::span<const OperatingPoint> points);

struct WrittenModel {
  std::uint8_t unknown_rarity = 0xFF;
  std::vector<WrittenTerm> lexicon;
  WrittenRelatedWords related;
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

// A file of trees (engine/answer/model/boosted_trees.h) with the right
// checksum.
struct WrittenTreesFile {
  std::string_view magic;  // 8 bytes.
  std::uint8_t features = 0;
  std::uint8_t depth = 1;
  std::vector<WrittenTree> first;
  std::vector<WrittenTree> second;

  [[nodiscard]] std::vector<std::byte> Encode() const;
};

// Writes the right checksum into a model. Does nothing if the bytes are too
// short.
void SealModel(std::span<std::byte> model);

}  // namespace answerbox::engine
