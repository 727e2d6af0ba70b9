#include "engine/answer/model/answer_model.h"

#include <gtest/gtest.h>

#include "engine/answer/confidence/confidence.h"
#include "engine/index/format/little_endian.h"
#include "engine/numeric/integer_logarithm.h"
#include "tests/engine/answer/written_model.h"

namespace answerbox::engine {
namespace {

// docs/lab/model-format.md, "Worked example".
constexpr unsigned char kExample[] = {
    0x42, 0x58, 0x4D, 0x4F, 0x44, 0x45, 0x4C, 0x0A, 0x02, 0x00, 0x00, 0x00,
    0x1B, 0x64, 0xF8, 0x52, 0x02, 0x00, 0x00, 0x00, 0x01, 0x00, 0x01, 0x5C,
    0x01, 0x00, 0x02, 0x97, 0x00, 0x0E, 0x00, 0x00, 0x00, 0xFF, 0xFF, 0xFF,
    0xF0, 0x02, 0x02, 0x00, 0x03, 0x00, 0x0A, 0x00, 0x00, 0x00, 0x00, 0x00,
    0x9E, 0xC4, 0x78, 0x1A, 0x6B, 0x6B, 0x2F, 0x93, 0x10, 0x05, 0xF9, 0x20,
    0x01, 0x0A, 0x9E, 0xC4, 0x78, 0x1A, 0x6B, 0x6B, 0x2F, 0x93, 0x00, 0x00,
    0x02, 0x00, 0x00, 0x00, 0x80, 0x04, 0x00, 0x40, 0x04, 0x00, 0xA0, 0x03,
    0x62, 0x69, 0x74, 0x05, 0x6D, 0x6F, 0x74, 0x6F, 0x72, 0x00, 0x00, 0x02,
    0x00, 0xF0, 0x00, 0x20, 0x5C, 0x00, 0x1E, 0x01, 0x00, 0x00, 0x02, 0xFF,
    0xFF, 0x00, 0xE0, 0x00, 0xF0, 0x00, 0x10, 0x00, 0x20, 0xD0, 0x07, 0x58,
    0x1B, 0x88, 0x13, 0x88, 0x13, 0x10, 0x0E, 0x64, 0x19};

WrittenModel Example() {
  WrittenModel model;
  model.unknown_rarity = 240;
  model.lexicon = {{LexiconHash("drill"), {16, 5, -7}},
                   {LexiconHash("pump"), {32, 1, 10}}};
  const WrittenRelation relations[] = {
      {"drill", "bit", 128}, {"drill", "motor", 64}, {"pump", "motor", 160}};
  model.related = RelateWords(relations);
  model.ranker = {{{0}, {512}, {-4096, 8192}}};
  model.judge_depth = 2;
  model.judge = {{{92, 0, 30}, {1, 512, -1}, {-8192, -4096, 4096, 8192}}};
  model.slope = 3584;
  model.intercept = -256;
  model.points = {{2000, 7000, 5000}, {5000, 3600, 6500}};
  return model;
}

std::vector<std::byte> ExampleBytes() {
  const auto bytes = std::as_bytes(std::span(kExample));
  return {bytes.begin(), bytes.end()};
}

void ExpectError(std::span<const std::byte> bytes, ErrorCode code,
                 std::string_view field) {
  const auto model = AnswerModel::Open(bytes);
  ASSERT_FALSE(model) << field;
  EXPECT_EQ(model.error().code, code) << field;
  EXPECT_EQ(model.error().field, field);
}

// The example with changed bytes and the right checksum.
template <typename Change>
std::vector<std::byte> Changed(const Change& change) {
  auto bytes = ExampleBytes();
  change(bytes);
  SealModel(bytes);
  return bytes;
}

TEST(AnswerModel, ReadsTheDocumentsExample) {
  const auto bytes = ExampleBytes();
  const auto model = AnswerModel::Open(bytes);
  ASSERT_TRUE(model) << model.error().field;
  EXPECT_EQ(model->lexicon().Find("pump").rarity, 32);
  EXPECT_EQ(model->lexicon().Find("drill").blame, -7);
  EXPECT_EQ(model->lexicon().Find("valv").rarity, 240);
  const auto of_drill = model->related().Of("drill");
  const auto of_pump = model->related().Of("pump");
  EXPECT_EQ(of_drill.end - of_drill.begin, 2u);
  EXPECT_EQ(of_pump.end - of_pump.begin, 1u);
  EXPECT_EQ(model->related().At(of_drill.begin).term, "bit");
  EXPECT_EQ(model->related().At(of_pump.begin).term, "motor");
  EXPECT_EQ(model->related().At(of_pump.begin).closeness, 160);
  std::array<std::int16_t, kSentenceFeatures> sentence{};
  EXPECT_EQ(model->ranker().Score(sentence), -4096);
  sentence[0] = 512;
  EXPECT_EQ(model->ranker().Score(sentence), 8192);
  // Feature 92 is below 1 and feature 0 below 512. So the log-odds are -2, and
  // -2 * 0.875 - 0.0625 = -1.8125.
  std::array<std::int16_t, kAnswerFeatures> answer{};
  EXPECT_EQ(SentenceConfidence(*model, answer), ProbabilityOf(-7424));
  answer[92] = 1;  // Feature 30 is not below -1: 2 * 0.875 - 0.0625.
  EXPECT_EQ(SentenceConfidence(*model, answer), ProbabilityOf(6912));
  EXPECT_EQ(model->points().ThresholdForPrecision(6000), 5000);
  EXPECT_EQ(model->points().ThresholdForAnswerRate(6000), 2000);
  EXPECT_EQ(model->points().ThresholdForPrecision(7000), std::nullopt);
}

TEST(AnswerModel, IsWrittenAsTheDocumentSays) {
  EXPECT_EQ(Example().Encode(), ExampleBytes());
}

TEST(AnswerModel, RefusesEveryProperPrefix) {
  const auto bytes = ExampleBytes();
  for (std::size_t n = 0; n < bytes.size(); ++n) {
    EXPECT_FALSE(AnswerModel::Open(std::span(bytes).first(n))) << n;
  }
  ExpectError(std::span(bytes).first(47), ErrorCode::kTruncated,
              "model.header");
  ExpectError(std::span(bytes).first(48), ErrorCode::kTruncated, "model.size");
}

TEST(AnswerModel, RefusesBytesBehindIt) {
  ExpectError(Changed([](auto& bytes) { bytes.push_back({}); }),
              ErrorCode::kTruncated, "model.size");
}

TEST(AnswerModel, RefusesEveryChangeOfAByte) {
  for (std::size_t i = 0; i < sizeof kExample; ++i) {
    auto bytes = ExampleBytes();
    for (int change = 1; change < 256; ++change) {
      bytes[i] = static_cast<std::byte>(kExample[i] ^ change);
      ASSERT_FALSE(AnswerModel::Open(bytes)) << i << " ^ " << change;
    }
  }
}

TEST(AnswerModel, RefusesOtherFilesAndVersions) {
  ExpectError(Changed([](auto& bytes) { bytes[0] = std::byte{'b'}; }),
              ErrorCode::kCorrupt, "model.magic");
  for (const std::byte version : {std::byte{1}, std::byte{3}}) {
    ExpectError(Changed([version](auto& bytes) { bytes[8] = version; }),
                ErrorCode::kUnsupportedVersion, "model.version");
  }
}

TEST(AnswerModel, RefusesWeightsOfOtherFeatures) {
  for (const int difference : {-1, 1}) {
    WrittenModel ranker = Example();
    ranker.ranker_features =
        static_cast<std::uint8_t>(ranker.ranker_features + difference);
    ExpectError(ranker.Encode(), ErrorCode::kUnsupportedVersion,
                "model.features");
    WrittenModel judge = Example();
    judge.judge_features =
        static_cast<std::uint8_t>(judge.judge_features + difference);
    ExpectError(judge.Encode(), ErrorCode::kUnsupportedVersion,
                "model.features");
  }
}

TEST(AnswerModel, RefusesTreesPastTheirLimits) {
  using Depths = std::initializer_list<std::uint8_t>;
  for (const auto depth : Depths{0, kMaxTreeDepth + 1, 64, 255}) {
    WrittenModel model;
    model.ranker_depth = depth;
    EXPECT_FALSE(AnswerModel::Open(model.Encode())) << int{depth};
    model.ranker_depth = 1;
    model.judge_depth = depth;
    EXPECT_FALSE(AnswerModel::Open(model.Encode())) << int{depth};
  }
  WrittenModel model;
  model.judge.assign(kMaxTrees, {{0}, {0}, {0, 0}});
  EXPECT_TRUE(AnswerModel::Open(model.Encode()));
  model.judge.resize(kMaxTrees + 1, model.judge.front());
  ExpectError(model.Encode(), ErrorCode::kCorrupt, "model.trees");
}

TEST(AnswerModel, RefusesAFeatureThatIsNotThere) {
  WrittenModel ranker = Example();
  ranker.ranker[0].features[0] = kSentenceFeatures;
  ExpectError(ranker.Encode(), ErrorCode::kCorrupt, "model.feature");
  WrittenModel judge = Example();
  judge.judge[0].features[2] = kAnswerFeatures;
  ExpectError(judge.Encode(), ErrorCode::kCorrupt, "model.feature");
  judge.judge[0].features[2] = kAnswerFeatures - 1;
  EXPECT_TRUE(AnswerModel::Open(judge.Encode()));
}

TEST(AnswerModel, RefusesTermsOutOfOrder) {
  WrittenModel model = Example();
  std::swap(model.lexicon[0], model.lexicon[1]);
  ExpectError(model.Encode(), ErrorCode::kCorrupt, "model.lexicon");
}

TEST(AnswerModel, RefusesRelatedWordsOutOfOrder) {
  WrittenModel model = Example();
  std::swap(model.related.hashes[0], model.related.hashes[1]);
  ExpectError(model.Encode(), ErrorCode::kCorrupt, "model.related");
}

TEST(AnswerModel, RefusesOtherCountsOfRelatedWords) {
  // The counts of terms of questions, of pairs, and of bytes of the text.
  using Counts = std::initializer_list<std::uint16_t>;
  for (const std::size_t field : {38u, 40u, 42u}) {
    for (const std::uint16_t count : Counts{0, 1, 4, 0xFFFF}) {
      ExpectError(Changed([&](auto& bytes) {
                    StoreLittle16(bytes.data() + field, count);
                  }),
                  ErrorCode::kTruncated, "model.size");
    }
  }
  // The sum of the bytes is right, but three bytes of text are counted as a
  // pair.
  ExpectError(Changed([&](auto& bytes) {
                StoreLittle16(bytes.data() + 40, 4);
                StoreLittle16(bytes.data() + 42, 7);
              }),
              ErrorCode::kCorrupt, "model.related");
}

TEST(AnswerModel, HoldsAsManyRelatedWordsAsItsHeaderCounts) {
  WrittenModel model;
  for (std::uint32_t i = 0; i < 0xFFFF; ++i) {
    model.related.hashes.push_back(i);
    model.related.first_pairs.push_back(static_cast<std::uint16_t>(i));
    model.related.pairs.push_back({static_cast<std::uint16_t>(i), 1});
  }
  model.related.text.resize(0xFFFF);  // Words of length 0.
  const auto bytes = model.Encode();
  EXPECT_TRUE(AnswerModel::Open(bytes));
}

TEST(AnswerModel, RefusesACalibrationPastItsLimits) {
  const auto opens = [](std::int32_t slope, std::int32_t intercept) {
    WrittenModel model = Example();
    model.slope = slope;
    model.intercept = intercept;
    return AnswerModel::Open(model.Encode()).has_value();
  };
  EXPECT_TRUE(opens(1, -8 * kOneLogOdds));
  EXPECT_TRUE(opens(8 * kOneLogOdds, 8 * kOneLogOdds));
  EXPECT_FALSE(opens(0, 0));
  EXPECT_FALSE(opens(-1, 0));
  EXPECT_FALSE(opens(8 * kOneLogOdds + 1, 0));
  EXPECT_FALSE(opens(kOneLogOdds, 8 * kOneLogOdds + 1));
  EXPECT_FALSE(opens(kOneLogOdds, -8 * kOneLogOdds - 1));
}

TEST(AnswerModel, RefusesPointsOutOfOrder) {
  WrittenModel model = Example();
  std::swap(model.points[0], model.points[1]);
  ExpectError(model.Encode(), ErrorCode::kCorrupt, "model.points");
}

TEST(AnswerModel, HoldsAsManyPointsAsAByteCounts) {
  WrittenModel model = Example();
  model.points.clear();
  EXPECT_EQ(AnswerModel::Open(model.Encode())->points().size(), 0u);
  for (BasisPoints theta = 0; theta < 255; ++theta) {
    model.points.push_back({theta, 5000, 5000});
  }
  const auto bytes = model.Encode();
  EXPECT_EQ(AnswerModel::Open(bytes)->points().size(), 255u);
}

TEST(AnswerModel, RefusesMoreTermsThanASizeCanHold) {
  // 7 times the count is 2^32 + 3, then 2^32 + 10 and so on. It never equals
  // the 14 bytes that are there, even if it wraps around.
  for (const std::uint32_t terms : {0x24924925u, 0x24924926u, 0xFFFFFFFFu}) {
    auto bytes = Changed(
        [&](auto& changed) { StoreLittle32(changed.data() + 16, terms); });
    ExpectError(bytes, ErrorCode::kTruncated, "model.size");
    bytes.resize(48 + static_cast<std::uint32_t>(terms * 7u) % 64 + 67);
    SealModel(bytes);
    ExpectError(bytes, ErrorCode::kTruncated, "model.size");
  }
}

TEST(ShippedModel, Opens) {
  const AnswerModel& model = ShippedModel();
  EXPECT_EQ(&model, &ShippedModel());
  EXPECT_EQ(model.ranker().feature_count(), kSentenceFeatures);
  // Targets that the shipped model meets: all questions are answered, or seven
  // in ten answers are right.
  EXPECT_EQ(model.points().ThresholdForAnswerRate(kWholeBasisPoints), 0);
  EXPECT_GE(model.points().highest_precision(), 7000);
  EXPECT_LT(model.points().highest_precision(), kWholeBasisPoints);
  // Rare words have more weight.
  EXPECT_LT(model.lexicon().Find("year").rarity,
            model.lexicon().Find("zzzzq").rarity);
  const auto related = model.related().Of("univers");
  EXPECT_LT(related.begin, related.end);
}

}  // namespace
}  // namespace answerbox::engine
