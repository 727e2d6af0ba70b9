#include "engine/answer/spans/span_model.h"

#include "engine/answer/spans/span_features.h"
#include "engine/index/format/checksum.h"
#include "engine/index/format/little_endian.h"

namespace answerbox::engine {
namespace {

constexpr std::uint64_t kMagic = 0x0A534E4150535842u;  // "BXSPANS\n"
constexpr std::uint32_t kVersion = 1;
constexpr std::size_t kHeaderBytes = 32;
constexpr std::size_t kChecksummedFrom = 16;

// A feature's number and the count of features are a byte each.
static_assert(kSpanFeatures <= 0xFF);

}  // namespace

Result<SpanModel> SpanModel::Open(std::span<const std::byte> bytes) noexcept {
  const auto corrupt = [](const char* field, std::uint64_t at) {
    return Error{ErrorCode::kCorrupt, field, at};
  };
  if (bytes.size() < kHeaderBytes) {
    return Error{ErrorCode::kTruncated, "spans.header", bytes.size()};
  }
  if (LoadLittle64(bytes.data()) != kMagic) return corrupt("spans.magic", 0);
  if (LoadLittle32(bytes.data() + 8) != kVersion) {
    return Error{ErrorCode::kUnsupportedVersion, "spans.version", 8};
  }
  const unsigned depth = std::to_integer<unsigned>(bytes[20]);
  const auto features = std::to_integer<std::size_t>(bytes[21]);
  const TreesShape sieve{LoadLittle16(bytes.data() + 16), depth, features};
  const TreesShape judge{LoadLittle16(bytes.data() + 18), depth, features};
  if (features != kSpanFeatures) {
    return Error{ErrorCode::kUnsupportedVersion, "spans.features", 21};
  }
  if (depth > kMaxTreeDepth) return corrupt("spans.depth", 20);
  const std::size_t sieve_bytes = BoostedTrees::BytesOf(sieve);
  const std::size_t judge_bytes = BoostedTrees::BytesOf(judge);
  if (bytes.size() != kHeaderBytes + sieve_bytes + judge_bytes) {
    return Error{ErrorCode::kTruncated, "spans.size", bytes.size()};
  }
  if (ComputeChecksum(bytes.subspan(kChecksummedFrom)) !=
      LoadLittle32(bytes.data() + 12)) {
    return corrupt("spans.checksum", 12);
  }
  const auto trees = bytes.subspan(kHeaderBytes);
  auto sieve_trees = BoostedTrees::Open(trees.first(sieve_bytes), sieve);
  if (!sieve_trees) return sieve_trees.error();
  auto judge_trees = BoostedTrees::Open(trees.subspan(sieve_bytes), judge);
  if (!judge_trees) return judge_trees.error();
  SpanModel model;
  model.sieve_ = *sieve_trees;
  model.judge_ = *judge_trees;
  return model;
}

}  // namespace answerbox::engine
