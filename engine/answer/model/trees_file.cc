#include "engine/answer/model/trees_file.h"

#include "engine/index/format/checksum.h"
#include "engine/index/format/little_endian.h"

namespace answerbox::engine {
namespace {

constexpr std::size_t kHeaderBytes = 32;
constexpr std::size_t kChecksummedFrom = 16;

}  // namespace

Result<TreesFile> OpenTreesFile(std::span<const std::byte> bytes,
                                const TreesFileKind& kind) noexcept {
  const auto corrupt = [](const char* field, std::uint64_t at) {
    return Error{ErrorCode::kCorrupt, field, at};
  };
  if (bytes.size() < kHeaderBytes) {
    return Error{ErrorCode::kTruncated, "trees.header", bytes.size()};
  }
  if (LoadLittle64(bytes.data()) != kind.magic) {
    return corrupt("trees.magic", 0);
  }
  if (LoadLittle32(bytes.data() + 8) != kind.version) {
    return Error{ErrorCode::kUnsupportedVersion, "trees.version", 8};
  }
  const unsigned depth = std::to_integer<unsigned>(bytes[20]);
  const auto features = std::to_integer<std::size_t>(bytes[21]);
  const TreesShape first{LoadLittle16(bytes.data() + 16), depth, features};
  const TreesShape second{LoadLittle16(bytes.data() + 18), depth, features};
  if (features != kind.features) {
    return Error{ErrorCode::kUnsupportedVersion, "trees.features", 21};
  }
  if (depth > kMaxTreeDepth) return corrupt("trees.depth", 20);
  const std::size_t first_bytes = BoostedTrees::BytesOf(first);
  const std::size_t second_bytes = BoostedTrees::BytesOf(second);
  if (bytes.size() != kHeaderBytes + first_bytes + second_bytes) {
    return Error{ErrorCode::kTruncated, "trees.size", bytes.size()};
  }
  if (ComputeChecksum(bytes.subspan(kChecksummedFrom)) !=
      LoadLittle32(bytes.data() + 12)) {
    return corrupt("trees.checksum", 12);
  }
  const auto trees = bytes.subspan(kHeaderBytes);
  auto first_trees = BoostedTrees::Open(trees.first(first_bytes), first);
  if (!first_trees) return first_trees.error();
  auto second_trees = BoostedTrees::Open(trees.subspan(first_bytes), second);
  if (!second_trees) return second_trees.error();
  return TreesFile{*first_trees, *second_trees};
}

}  // namespace answerbox::engine
