// A file of boosted trees in two parts, of one depth and over the same
// features. Layout: docs/lab/model-format.md, "Short answers" and "Units".
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/answer/model/boosted_trees.h"
#include "engine/result.h"

namespace answerbox::engine {

// What a file of a kind begins with.
struct TreesFileKind {
  std::uint64_t magic = 0;
  std::uint32_t version = 0;
  std::size_t features = 0;
};

struct TreesFile {
  BoostedTrees first;
  BoostedTrees second;
};

// Checks everything. `bytes` outlive the result.
// Errors: kTruncated, kCorrupt, kUnsupportedVersion.
[[nodiscard]] Result<TreesFile> OpenTreesFile(
    std::span<const std::byte> bytes, const TreesFileKind& kind) noexcept;

}  // namespace answerbox::engine
