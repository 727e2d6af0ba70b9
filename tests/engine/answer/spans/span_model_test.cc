#include <gtest/gtest.h>

#include "engine/answer/spans/short_answer.h"
#include "engine/answer/spans/span_features.h"
#include "tests/engine/answer/written_model.h"

namespace answerbox::engine {
namespace {

// docs/lab/model-format.md, "Short answers": a sieve of one tree, and two trees
// in all.
std::vector<std::byte> SpanExampleBytes() {
  return WrittenTreesFile{.magic = "BXSPANS\n",
                          .features = kSpanFeatures,
                          .first = {{{0}, {2}, {-4096, 4096}}},
                          .second = {{{13}, {1}, {0, 8192}}}}
      .Encode();
}

void ExpectSpanError(std::span<const std::byte> bytes, ErrorCode code,
                     std::string_view field) {
  const auto model = SpanModel::Open(bytes);
  ASSERT_FALSE(model) << field;
  EXPECT_EQ(model.error().code, code) << field;
  EXPECT_EQ(model.error().field, field);
}

// The example with one changed byte and the right checksum.
std::vector<std::byte> Changed(std::size_t at, unsigned value) {
  auto bytes = SpanExampleBytes();
  bytes[at] = static_cast<std::byte>(value);
  SealModel(bytes);
  return bytes;
}

TEST(SpanModel, ScoresByTheTreesOfTheFile) {
  const auto bytes = SpanExampleBytes();
  const auto model = SpanModel::Open(bytes);
  ASSERT_TRUE(model) << model.error().field;
  SpanFeatureRow row{};
  EXPECT_EQ(model->sieve().Score(row), -4096);
  EXPECT_EQ(model->judge().Score(row), 0);
  row[0] = 2;
  row[13] = 1;
  EXPECT_EQ(model->sieve().Score(row), 4096);
  EXPECT_EQ(model->judge().Score(row), 8192);
}

TEST(SpanModel, IsRefusedWhenCutShort) {
  const auto bytes = SpanExampleBytes();
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_FALSE(SpanModel::Open(std::span(bytes).first(size))) << size;
  }
}

TEST(SpanModel, IsRefusedWhenLonger) {
  auto bytes = SpanExampleBytes();
  bytes.push_back(std::byte{0});
  ExpectSpanError(bytes, ErrorCode::kTruncated, "trees.size");
}

TEST(SpanModel, NamesTheFieldThatIsWrong) {
  ExpectSpanError(Changed(0, 'b'), ErrorCode::kCorrupt, "trees.magic");
  ExpectSpanError(Changed(8, 2), ErrorCode::kUnsupportedVersion,
                  "trees.version");
  ExpectSpanError(Changed(20, 7), ErrorCode::kCorrupt, "trees.depth");
  ExpectSpanError(Changed(21, kSpanFeatures - 1),
                  ErrorCode::kUnsupportedVersion, "trees.features");
  ExpectSpanError(Changed(32, kSpanFeatures), ErrorCode::kCorrupt,
                  "model.feature");
  ExpectSpanError(Changed(16, 2), ErrorCode::kTruncated, "trees.size");
}

TEST(SpanModel, HasAChecksum) {
  auto bytes = SpanExampleBytes();
  bytes.back() ^= std::byte{1};
  ExpectSpanError(bytes, ErrorCode::kCorrupt, "trees.checksum");
}

TEST(ShippedSpanModel, IsReadable) {
  EXPECT_EQ(ShippedSpanModel().sieve().feature_count(), kSpanFeatures);
  EXPECT_EQ(ShippedSpanModel().judge().feature_count(), kSpanFeatures);
}

}  // namespace
}  // namespace answerbox::engine
