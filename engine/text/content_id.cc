#include "engine/text/content_id.h"

#include <mbedtls/md5.h>
#include <mbedtls/sha256.h>

#include <cassert>

namespace answerbox::engine {
namespace {

const unsigned char* Bytes(std::string_view content) {
  return reinterpret_cast<const unsigned char*>(content.data());
}

// mbedTLS reports errors of hardware accelerators this way; its software
// digests have none.
void AssertSucceeded([[maybe_unused]] int error) { assert(error == 0); }

}  // namespace

ChunkId ComputeChunkId(std::string_view content,
                       std::uint32_t position) noexcept {
  const std::array<unsigned char, 4> position_bytes = {
      static_cast<unsigned char>(position & 0xffu),
      static_cast<unsigned char>(position >> 8 & 0xffu),
      static_cast<unsigned char>(position >> 16 & 0xffu),
      static_cast<unsigned char>(position >> 24)};
  ChunkId id{};
  mbedtls_md5_context context;
  mbedtls_md5_init(&context);
  AssertSucceeded(mbedtls_md5_starts_ret(&context));
  AssertSucceeded(
      mbedtls_md5_update_ret(&context, Bytes(content), content.size()));
  AssertSucceeded(mbedtls_md5_update_ret(&context, position_bytes.data(),
                                         position_bytes.size()));
  AssertSucceeded(mbedtls_md5_finish_ret(
      &context, reinterpret_cast<unsigned char*>(id.data())));
  mbedtls_md5_free(&context);
  return id;
}

Sha256 ComputeSha256(std::string_view content) noexcept {
  constexpr int kSha224 = 0;
  Sha256 digest{};
  AssertSucceeded(mbedtls_sha256_ret(
      Bytes(content), content.size(),
      reinterpret_cast<unsigned char*>(digest.data()), kSha224));
  return digest;
}

}  // namespace answerbox::engine
