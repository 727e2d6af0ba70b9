#include "engine/answer/model/answer_model.h"

#include <algorithm>
#include <cassert>

#include "engine/answer/evidence/answer_features.h"
#include "engine/answer/evidence/ranking_features.h"
#include "engine/index/format/checksum.h"
#include "engine/index/format/little_endian.h"

namespace answerbox::engine {

OperatingPoint OperatingPoints::At(std::size_t point) const noexcept {
  assert(point < count_);
  const std::byte* const from = bytes_.data() + kPointBytes * point;
  return {LoadLittle16(from), LoadLittle16(from + 2), LoadLittle16(from + 4)};
}

Result<OperatingPoints> OperatingPoints::Open(
    std::span<const std::byte> bytes) noexcept {
  OperatingPoints points;
  points.bytes_ = bytes;
  points.count_ = bytes.size() / kPointBytes;
  for (std::size_t i = 0; i < points.count_; ++i) {
    const OperatingPoint point = points.At(i);
    const bool is_whole_at_most = std::max({point.threshold, point.answered,
                                            point.right}) <= kWholeBasisPoints;
    const bool follows =
        i == 0 || (points.At(i - 1).threshold < point.threshold &&
                   points.At(i - 1).answered >= point.answered);
    if (!is_whole_at_most || !follows) {
      return Error{ErrorCode::kCorrupt, "model.points", kPointBytes * i};
    }
  }
  return points;
}

// From the highest down: measured precision is not monotone, and a threshold
// must hold at every higher one too.
std::optional<BasisPoints> OperatingPoints::ThresholdForPrecision(
    BasisPoints precision) const noexcept {
  std::optional<BasisPoints> threshold;
  for (std::size_t i = count_; i != 0; --i) {
    const OperatingPoint point = At(i - 1);
    if (point.right < precision) break;
    threshold = point.threshold;
  }
  return threshold;
}

std::optional<BasisPoints> OperatingPoints::ThresholdForAnswerRate(
    BasisPoints rate) const noexcept {
  std::optional<BasisPoints> threshold;
  for (std::size_t i = 0; i < count_; ++i) {
    const OperatingPoint point = At(i);
    if (point.answered < rate) break;
    threshold = point.threshold;
  }
  return threshold;
}

namespace {

constexpr std::uint64_t kMagic = 0x0A4C45444F4D5842u;  // "BXMODEL\n"
constexpr std::uint32_t kVersion = 2;
constexpr std::size_t kHeaderBytes = 48;
constexpr std::size_t kChecksummedFrom = 16;

constexpr int kSlopeLimit = 8 * kOneLogOdds;

// A feature's number, and the numbers of features, are stored in a byte each.
static_assert(kSentenceFeatures <= kMaxTreeFeatures &&
              kAnswerFeatures <= kMaxTreeFeatures);

// A count of trees (2 bytes), their depth (1) and their features (1). Depth is
// not yet checked, so nothing may be computed from it before.
TreesShape LoadShape(const std::byte* from) noexcept {
  return {LoadLittle16(from), std::to_integer<unsigned>(from[2]),
          std::to_integer<std::size_t>(from[3])};
}

Error Corrupt(const char* field, std::uint64_t at) {
  return {ErrorCode::kCorrupt, field, at};
}

// The header's fields. No section is larger than the file: ReadHeader() checks
// that their sizes add up to its size.
struct Header {
  std::size_t lexicon_bytes = 0;
  std::uint8_t unknown_rarity = 0;
  RelatedWordsShape related;
  TreesShape ranker;
  TreesShape judge;
  std::size_t points_bytes = 0;
  Calibration calibration;
};

// Sizes first: the checksum is over bytes that must be there.
Result<Header> ReadHeader(std::span<const std::byte> bytes) noexcept {
  if (bytes.size() < kHeaderBytes) {
    return Error{ErrorCode::kTruncated, "model.header", bytes.size()};
  }
  if (LoadLittle64(bytes.data()) != kMagic) return Corrupt("model.magic", 0);
  if (LoadLittle32(bytes.data() + 8) != kVersion) {
    return Error{ErrorCode::kUnsupportedVersion, "model.version", 8};
  }
  Header header;
  header.ranker = LoadShape(bytes.data() + 20);
  header.judge = LoadShape(bytes.data() + 24);
  // Trees over other features would score nonsense, so that is another version.
  if (header.ranker.features != kSentenceFeatures ||
      header.judge.features != kAnswerFeatures) {
    return Error{ErrorCode::kUnsupportedVersion, "model.features", 20};
  }
  if (header.ranker.depth > kMaxTreeDepth ||
      header.judge.depth > kMaxTreeDepth) {
    return Corrupt("model.depth", 20);
  }
  header.unknown_rarity = std::to_integer<std::uint8_t>(bytes[36]);
  header.points_bytes =
      std::to_integer<std::size_t>(bytes[37]) * OperatingPoints::kPointBytes;
  header.related = {LoadLittle16(bytes.data() + 38),
                    LoadLittle16(bytes.data() + 40),
                    LoadLittle16(bytes.data() + 42)};
  // In 64 bits: a hostile count must not wrap where addresses have 32.
  const std::uint64_t lexicon_bytes =
      std::uint64_t{LoadLittle32(bytes.data() + 16)} * Lexicon::kEntryBytes;
  if (bytes.size() !=
      kHeaderBytes + lexicon_bytes + RelatedWords::BytesOf(header.related) +
          BoostedTrees::BytesOf(header.ranker) +
          BoostedTrees::BytesOf(header.judge) + header.points_bytes) {
    return Error{ErrorCode::kTruncated, "model.size", bytes.size()};
  }
  header.lexicon_bytes = static_cast<std::size_t>(lexicon_bytes);
  if (ComputeChecksum(bytes.subspan(kChecksummedFrom)) !=
      LoadLittle32(bytes.data() + 12)) {
    return Corrupt("model.checksum", 12);
  }
  const auto slope = static_cast<LogOdds>(LoadLittle32(bytes.data() + 28));
  const auto intercept = static_cast<LogOdds>(LoadLittle32(bytes.data() + 32));
  if (slope <= 0 || slope > kSlopeLimit || intercept < -kSlopeLimit ||
      intercept > kSlopeLimit) {
    return Corrupt("model.calibration", 28);
  }
  header.calibration = {slope, intercept};
  return header;
}

}  // namespace

Result<AnswerModel> AnswerModel::Open(
    std::span<const std::byte> bytes) noexcept {
  const auto header = ReadHeader(bytes);
  if (!header) return header.error();
  auto sections = bytes.subspan(kHeaderBytes);
  const auto take = [&sections](std::size_t count) {
    const auto section = sections.first(count);
    sections = sections.subspan(count);
    return section;
  };
  const auto lexicon =
      Lexicon::Open(take(header->lexicon_bytes), header->unknown_rarity);
  if (!lexicon) return lexicon.error();
  const auto related = RelatedWords::Open(
      take(RelatedWords::BytesOf(header->related)), header->related);
  if (!related) return related.error();
  const auto ranker = BoostedTrees::Open(
      take(BoostedTrees::BytesOf(header->ranker)), header->ranker);
  if (!ranker) return ranker.error();
  const auto judge = BoostedTrees::Open(
      take(BoostedTrees::BytesOf(header->judge)), header->judge);
  if (!judge) return judge.error();
  const auto points = OperatingPoints::Open(take(header->points_bytes));
  if (!points) return points.error();
  AnswerModel model;
  model.lexicon_ = *lexicon;
  model.related_ = *related;
  model.ranker_ = *ranker;
  model.judge_ = *judge;
  model.calibration_ = header->calibration;
  model.points_ = *points;
  return model;
}

}  // namespace answerbox::engine
