// How a boosted tree lies in a model: the features of the inner nodes (1 byte
// each), their thresholds (2 bytes each), then the leaves (2 bytes each). Nodes
// are stored level by level from the root, and all trees of a model follow each
// other. Layout: docs/lab/model-format.md, "Trees".
#pragma once

#include <cstddef>
#include <cstdint>

#include "engine/index/format/little_endian.h"

namespace answerbox::engine {

constexpr std::size_t InnerNodes(unsigned depth) {
  return (std::size_t{1} << depth) - 1;
}

constexpr std::size_t TreeBytes(unsigned depth) {
  return 3 * InnerNodes(depth) + 2 * (InnerNodes(depth) + 1);
}

// A threshold or a leaf.
inline std::int16_t LoadSigned16(const std::byte* from) noexcept {
  return static_cast<std::int16_t>(LoadLittle16(from));
}

}  // namespace answerbox::engine
