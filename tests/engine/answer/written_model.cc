#include "tests/engine/answer/written_model.h"

#include <map>

#include "engine/index/format/checksum.h"
#include "engine/index/format/little_endian.h"

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

RelatedWordsShape WrittenRelatedWords::Shape() const {
  return {hashes.size(), pairs.size(), text.size()};
}

std::vector<std::byte> WrittenRelatedWords::Encode() const {
  std::vector<std::byte> bytes;
  for (const std::uint32_t hash : hashes) Append32(bytes, hash);
  for (const std::uint16_t first : first_pairs) Append16(bytes, first);
  for (const Pair& pair : pairs) {
    Append16(bytes, pair.place);
    Append8(bytes, pair.closeness);
  }
  for (const char c : text) bytes.push_back(static_cast<std::byte>(c));
  return bytes;
}

WrittenRelatedWords RelateWords(std::span<const WrittenRelation> relations) {
  std::map<std::string_view, std::uint16_t> places;
  std::map<std::uint32_t, std::vector<const WrittenRelation*>> by_hash;
  for (const WrittenRelation& relation : relations) {
    places[relation.term] = 0;
    by_hash[LexiconHash(relation.asked)].push_back(&relation);
  }
  WrittenRelatedWords words;
  for (auto& [term, place] : places) {
    place = static_cast<std::uint16_t>(words.text.size());
    words.text += static_cast<char>(term.size());
    words.text += term;
  }
  for (const auto& [hash, of_hash] : by_hash) {
    words.hashes.push_back(hash);
    words.first_pairs.push_back(static_cast<std::uint16_t>(words.pairs.size()));
    for (const WrittenRelation* relation : of_hash) {
      words.pairs.push_back({places[relation->term], relation->closeness});
    }
  }
  return words;
}

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
  Append32(bytes, 0);  // The checksum comes last.
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
  Append16(bytes, static_cast<std::uint16_t>(related.hashes.size()));
  Append16(bytes, static_cast<std::uint16_t>(related.pairs.size()));
  Append16(bytes, static_cast<std::uint16_t>(related.text.size()));
  bytes.resize(48);
  AppendAll(bytes, EncodeLexicon(lexicon));
  AppendAll(bytes, related.Encode());
  AppendAll(bytes, EncodeTrees(ranker));
  AppendAll(bytes, EncodeTrees(judge));
  AppendAll(bytes, EncodePoints(points));
  SealModel(bytes);
  return bytes;
}

std::vector<std::byte> WrittenTreesFile::Encode() const {
  std::vector<std::byte> bytes;
  for (const char c : magic) bytes.push_back(static_cast<std::byte>(c));
  Append32(bytes, 1);  // Version.
  Append32(bytes, 0);  // Checksum.
  Append16(bytes, static_cast<unsigned>(first.size()));
  Append16(bytes, static_cast<unsigned>(second.size()));
  Append8(bytes, depth);
  Append8(bytes, features);
  bytes.resize(32);
  AppendAll(bytes, EncodeTrees(first));
  AppendAll(bytes, EncodeTrees(second));
  SealModel(bytes);
  return bytes;
}

void SealModel(std::span<std::byte> model) {
  if (model.size() < 16) return;
  StoreLittle32(model.data() + 12, ComputeChecksum(model.subspan(16)));
}

}  // namespace answerbox::engine
