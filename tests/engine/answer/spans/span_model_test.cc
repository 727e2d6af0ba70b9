#include "engine/answer/spans/span_model.h"

#include <gtest/gtest.h>

#include "engine/answer/spans/span_features.h"
#include "engine/index/format/little_endian.h"
#include "tests/engine/answer/written_model.h"

namespace answerbox::engine {
namespace {

// docs/model-format.md, "Short answers": a sieve of one tree, and two trees in
// all.
std::vector<std::byte> SpanExampleBytes() {
  std::vector<std::byte> bytes;
  const auto append = [&bytes](std::initializer_list<unsigned> values) {
    for (const unsigned value : values) {
      bytes.push_back(static_cast<std::byte>(value));
    }
  };
  append({0x42, 0x58, 0x53, 0x50, 0x41, 0x4E, 0x53, 0x0A, 1, 0, 0, 0});
  append({0, 0, 0, 0, 1, 0, 1, 0, 1, kSpanFeatures});
  append({0, 0, 0, 0, 0, 0, 0, 0, 0, 0});
  for (const auto& tree : {WrittenTree{{0}, {2}, {-4096, 4096}},
                           WrittenTree{{13}, {1}, {0, 8192}}}) {
    const auto encoded = EncodeTrees(std::span(&tree, 1));
    bytes.insert(bytes.end(), encoded.begin(), encoded.end());
  }
  SealModel(bytes);
  return bytes;
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
  ExpectSpanError(bytes, ErrorCode::kTruncated, "spans.size");
}

TEST(SpanModel, NamesTheFieldThatIsWrong) {
  ExpectSpanError(Changed(0, 'b'), ErrorCode::kCorrupt, "spans.magic");
  ExpectSpanError(Changed(8, 2), ErrorCode::kUnsupportedVersion,
                  "spans.version");
  ExpectSpanError(Changed(20, 7), ErrorCode::kCorrupt, "spans.depth");
  ExpectSpanError(Changed(21, kSpanFeatures - 1),
                  ErrorCode::kUnsupportedVersion, "spans.features");
  ExpectSpanError(Changed(32, kSpanFeatures), ErrorCode::kCorrupt,
                  "model.feature");
  ExpectSpanError(Changed(16, 2), ErrorCode::kTruncated, "spans.size");
}

TEST(SpanModel, HasAChecksum) {
  auto bytes = SpanExampleBytes();
  bytes.back() ^= std::byte{1};
  ExpectSpanError(bytes, ErrorCode::kCorrupt, "spans.checksum");
}

TEST(ShippedSpanModel, IsReadable) {
  EXPECT_EQ(ShippedSpanModel().sieve().feature_count(), kSpanFeatures);
  EXPECT_EQ(ShippedSpanModel().judge().feature_count(), kSpanFeatures);
}

}  // namespace
}  // namespace answerbox::engine
