#include "engine/index/postings/vector_codec.h"

#include "engine/index/postings/block_unpack.h"
#include "engine/index/postings/vector_lanes.h"

namespace answerbox::engine {

void UnpackOnVectors(const std::byte* packed, unsigned bits,
                     std::uint32_t* out) noexcept {
  Unpack<VectorLanes>(packed, bits, out);
}

void UnpackAscendingOnVectors(const std::byte* packed, unsigned bits,
                              std::uint32_t next, std::uint32_t* out) noexcept {
  UnpackAscending<VectorLanes>(packed, bits, next, out);
}

}  // namespace answerbox::engine
