#include "engine/text/content_id.h"

#include <nettle/sha2.h>

#include <algorithm>

namespace answerbox::engine {
namespace {

const std::uint8_t* Bytes(std::string_view content) {
  return reinterpret_cast<const std::uint8_t*>(content.data());
}

}  // namespace

ChunkId ComputeChunkId(std::string_view content,
                       std::uint32_t position) noexcept {
  // Equal chunks of one document have different ids by their position. Byte by
  // byte, so that every machine gives the same.
  const std::array<std::uint8_t, 4> position_bytes = {
      static_cast<std::uint8_t>(position & 0xffu),
      static_cast<std::uint8_t>(position >> 8 & 0xffu),
      static_cast<std::uint8_t>(position >> 16 & 0xffu),
      static_cast<std::uint8_t>(position >> 24)};
  Sha256 digest{};
  sha256_ctx context;
  sha256_init(&context);
  sha256_update(&context, content.size(), Bytes(content));
  sha256_update(&context, position_bytes.size(), position_bytes.data());
  sha256_digest(&context, digest.size(),
                reinterpret_cast<std::uint8_t*>(digest.data()));
  ChunkId id{};
  // 128 bits are enough: nobody can make two chunks of one id in less than 2^64
  // tries.
  std::copy_n(digest.begin(), id.size(), id.begin());
  return id;
}

Sha256 ComputeSha256(std::string_view content) noexcept {
  Sha256 digest{};
  sha256_ctx context;
  sha256_init(&context);
  sha256_update(&context, content.size(), Bytes(content));
  sha256_digest(&context, digest.size(),
                reinterpret_cast<std::uint8_t*>(digest.data()));
  return digest;
}

}  // namespace answerbox::engine
