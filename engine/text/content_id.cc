#include "engine/text/content_id.h"

#include <nettle/md5.h>
#include <nettle/sha2.h>

namespace answerbox::engine {
namespace {

const std::uint8_t* Bytes(std::string_view content) {
  return reinterpret_cast<const std::uint8_t*>(content.data());
}

}  // namespace

ChunkId ComputeChunkId(std::string_view content,
                       std::uint32_t position) noexcept {
  const std::array<std::uint8_t, 4> position_bytes = {
      static_cast<std::uint8_t>(position & 0xffu),
      static_cast<std::uint8_t>(position >> 8 & 0xffu),
      static_cast<std::uint8_t>(position >> 16 & 0xffu),
      static_cast<std::uint8_t>(position >> 24)};
  ChunkId id{};
  md5_ctx context;
  md5_init(&context);
  md5_update(&context, content.size(), Bytes(content));
  md5_update(&context, position_bytes.size(), position_bytes.data());
  md5_digest(&context, id.size(), reinterpret_cast<std::uint8_t*>(id.data()));
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
