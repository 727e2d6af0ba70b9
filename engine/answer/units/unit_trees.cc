#include "engine/answer/units/unit_trees.h"

#include <cassert>

#include "engine/answer/model/embedded_file.h"
#include "engine/answer/model/shipped_weights.h"
#include "engine/answer/model/trees_file.h"
#include "engine/answer/units/unit_features.h"

ANSWERBOX_EMBED_FILE(answerbox_unit_trees, ANSWERBOX_UNIT_TREES_FILE);

namespace answerbox::engine {
namespace {

constexpr TreesFileKind kUnitTreesFile = {
    .magic = 0x0A5354494E555842u,  // "BXUNITS\n"
    .version = 1,
    .features = kUnitFeatures};

static_assert(kUnitFeatures <= kMaxTreeFeatures);

}  // namespace

Result<UnitTrees> OpenUnitTrees(std::span<const std::byte> bytes) noexcept {
  const auto file = OpenTreesFile(bytes, kUnitTreesFile);
  if (!file) return file.error();
  return UnitTrees{file->first, file->second};
}

std::span<const std::byte> ShippedUnitTreesBytes() noexcept {
  return EmbeddedBytes(answerbox_unit_trees, answerbox_unit_trees_end);
}

const UnitTrees& ShippedUnitTrees() noexcept {
  static const UnitTrees trees = [] {
    const auto opened = OpenUnitTrees(ShippedUnitTreesBytes());
    assert(opened);  // A test opens them too.
    return *opened;
  }();
  return trees;
}

}  // namespace answerbox::engine
