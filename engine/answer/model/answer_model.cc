#include "engine/answer/model/answer_model.h"

#include "engine/answer/evidence/answer_features.h"
#include "engine/answer/evidence/ranking_features.h"
#include "engine/index/format/checksum.h"
#include "engine/index/format/little_endian.h"

namespace answerbox::engine {
namespace {

constexpr std::uint64_t kMagic = 0x0A4C45444F4D5842u;  // "BXMODEL\n"
constexpr std::uint32_t kVersion = 2;
constexpr std::size_t kHeaderBytes = 48;
constexpr std::size_t kChecksummedFrom = 16;

constexpr int kSlopeLimit = 8 * kOneLogOdds;

// A feature's number, and the numbers of features, are stored in a byte each.
static_assert(kSentenceFeatures <= kMaxTreeFeatures &&
              kAnswerFeatures <= kMaxTreeFeatures);

// A count of trees (2 bytes), their depth (1) and their features (1).
TreesShape LoadShape(const std::byte* from) noexcept {
  return {LoadLittle16(from), std::to_integer<unsigned>(from[2]),
          std::to_integer<std::size_t>(from[3])};
}

Error Corrupt(const char* field, std::uint64_t at) {
  return {ErrorCode::kCorrupt, field, at};
}

}  // namespace

Result<AnswerModel> AnswerModel::Open(
    std::span<const std::byte> bytes) noexcept {
  if (bytes.size() < kHeaderBytes) {
    return Error{ErrorCode::kTruncated, "model.header", bytes.size()};
  }
  if (LoadLittle64(bytes.data()) != kMagic) return Corrupt("model.magic", 0);
  if (LoadLittle32(bytes.data() + 8) != kVersion) {
    return Error{ErrorCode::kUnsupportedVersion, "model.version", 8};
  }
  const std::uint64_t wanted_lexicon_bytes =
      std::uint64_t{LoadLittle32(bytes.data() + 16)} * Lexicon::kEntryBytes;
  const TreesShape ranker = LoadShape(bytes.data() + 20);
  const TreesShape judge = LoadShape(bytes.data() + 24);
  if (ranker.features != kSentenceFeatures ||
      judge.features != kAnswerFeatures) {
    return Error{ErrorCode::kUnsupportedVersion, "model.features", 20};
  }
  if (ranker.depth > kMaxTreeDepth || judge.depth > kMaxTreeDepth) {
    return Corrupt("model.depth", 20);
  }
  const RelatedWordsShape related{LoadLittle16(bytes.data() + 38),
                                  LoadLittle16(bytes.data() + 40),
                                  LoadLittle16(bytes.data() + 42)};
  const std::size_t related_bytes = RelatedWords::BytesOf(related);
  const std::size_t ranker_bytes = BoostedTrees::BytesOf(ranker);
  const std::size_t judge_bytes = BoostedTrees::BytesOf(judge);
  const std::size_t points_bytes =
      std::to_integer<std::size_t>(bytes[37]) * OperatingPoints::kPointBytes;
  if (bytes.size() != kHeaderBytes + wanted_lexicon_bytes + related_bytes +
                          ranker_bytes + judge_bytes + points_bytes) {
    return Error{ErrorCode::kTruncated, "model.size", bytes.size()};
  }
  const auto lexicon_bytes = static_cast<std::size_t>(wanted_lexicon_bytes);
  if (ComputeChecksum(bytes.subspan(kChecksummedFrom)) !=
      LoadLittle32(bytes.data() + 12)) {
    return Corrupt("model.checksum", 12);
  }
  AnswerModel model;
  model.slope_ = static_cast<LogOdds>(LoadLittle32(bytes.data() + 28));
  model.intercept_ = static_cast<LogOdds>(LoadLittle32(bytes.data() + 32));
  if (model.slope_ <= 0 || model.slope_ > kSlopeLimit ||
      model.intercept_ < -kSlopeLimit || model.intercept_ > kSlopeLimit) {
    return Corrupt("model.calibration", 28);
  }
  auto sections = bytes.subspan(kHeaderBytes);
  const auto take = [&sections](std::size_t count) {
    const auto section = sections.first(count);
    sections = sections.subspan(count);
    return section;
  };
  auto lexicon = Lexicon::Open(take(lexicon_bytes),
                               std::to_integer<std::uint8_t>(bytes[36]));
  if (!lexicon) return lexicon.error();
  auto related_words = RelatedWords::Open(take(related_bytes), related);
  if (!related_words) return related_words.error();
  auto ranker_trees = BoostedTrees::Open(take(ranker_bytes), ranker);
  if (!ranker_trees) return ranker_trees.error();
  auto judge_trees = BoostedTrees::Open(take(judge_bytes), judge);
  if (!judge_trees) return judge_trees.error();
  auto points = OperatingPoints::Open(take(points_bytes));
  if (!points) return points.error();
  model.lexicon_ = *lexicon;
  model.related_ = *related_words;
  model.ranker_ = *ranker_trees;
  model.judge_ = *judge_trees;
  model.points_ = *points;
  return model;
}

}  // namespace answerbox::engine
