#include <cassert>

#include "engine/answer/model/boosted_trees.h"
#include "engine/answer/model/shipped_weights.h"
#include "engine/answer/units/unit_features.h"
#include "engine/answer/units/unit_weights.h"

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

const UnitTrees& ShippedUnitTrees() noexcept {
  static const UnitTrees trees = [] {
    const auto opened = OpenUnitTrees(ShippedUnitTreesBytes());
    assert(opened);  // A test opens them too.
    return *opened;
  }();
  return trees;
}

}  // namespace answerbox::engine
