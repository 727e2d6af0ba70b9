#include "tests/engine/answer/written_model.h"

#include "engine/index/checksum.h"
#include "engine/index/little_endian.h"

namespace answerbox::engine {
namespace {

void Append8(std::vector<std::byte>& bytes, unsigned value) {
  bytes.push_back(static_cast<std::byte>(value & 0xFFu));
}

void Append16(std::vector<std::byte>& bytes, unsigned value) {
  Append8(bytes, value);
  Append8(bytes, value >> 8);
}

void Append32(std::vector<std::byte>& bytes, std::uint32_t value) {
  Append16(bytes, value);
  Append16(bytes, value >> 16);
}

void AppendAll(std::vector<std::byte>& bytes,
               const std::vector<std::byte>& more) {
  bytes.insert(bytes.end(), more.begin(), more.end());
}

}  // namespace

std::vector<std::byte> EncodeTrees(std::span<const WrittenTree> trees) {
  std::vector<std::byte> bytes;
  for (const WrittenTree& tree : trees) {
    for (const std::uint8_t feature : tree.features) Append8(bytes, feature);
    for (const std::int16_t threshold : tree.thresholds) {
      Append16(bytes, static_cast<std::uint16_t>(threshold));
    }
    for (const std::int16_t leaf : tree.leaves) {
      Append16(bytes, static_cast<std::uint16_t>(leaf));
    }
  }
  return bytes;
}

std::vector<std::byte> EncodeLexicon(std::span<const WrittenTerm> terms) {
  std::vector<std::byte> bytes;
  for (const WrittenTerm& term : terms) Append32(bytes, term.hash);
  for (const WrittenTerm& term : terms) {
    Append8(bytes, term.entry.rarity);
    Append8(bytes, static_cast<std::uint8_t>(term.entry.doubt));
    Append8(bytes, static_cast<std::uint8_t>(term.entry.blame));
  }
  return bytes;
}

std::vector<std::byte> EncodePoints(std::span<const OperatingPoint> points) {
  std::vector<std::byte> bytes;
  for (const OperatingPoint& point : points) {
    Append16(bytes, point.threshold);
    Append16(bytes, point.answered);
    Append16(bytes, point.right);
  }
  return bytes;
}

std::vector<std::byte> WrittenModel::Encode() const {
  std::vector<std::byte> bytes;
  for (const char c : {'B', 'X', 'M', 'O', 'D', 'E', 'L', '\n'}) {
    bytes.push_back(static_cast<std::byte>(c));
  }
  Append32(bytes, 2);
  Append32(bytes, 0);  // The checksum, last.
  Append32(bytes, static_cast<std::uint32_t>(lexicon.size()));
  Append16(bytes, static_cast<std::uint16_t>(ranker.size()));
  Append8(bytes, ranker_depth);
  Append8(bytes, ranker_features);
  Append16(bytes, static_cast<std::uint16_t>(judge.size()));
  Append8(bytes, judge_depth);
  Append8(bytes, judge_features);
  Append32(bytes, static_cast<std::uint32_t>(slope));
  Append32(bytes, static_cast<std::uint32_t>(intercept));
  Append8(bytes, unknown_rarity);
  Append8(bytes, static_cast<std::uint8_t>(points.size()));
  bytes.resize(48);
  AppendAll(bytes, EncodeLexicon(lexicon));
  AppendAll(bytes, EncodeTrees(ranker));
  AppendAll(bytes, EncodeTrees(judge));
  AppendAll(bytes, EncodePoints(points));
  SealModel(bytes);
  return bytes;
}

void SealModel(std::span<std::byte> model) {
  if (model.size() < 16) return;
  StoreLittle32(model.data() + 12, ComputeChecksum(model.subspan(16)));
}

}  // namespace answerbox::engine
