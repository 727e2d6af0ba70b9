#include "daemon/ask/model_identity.h"

#include <cstddef>
#include <span>
#include <string_view>

#include "engine/answer/shipped_weights.h"
#include "engine/text/content_id.h"

namespace answerbox::daemon {
namespace {

constexpr std::size_t kIdBytes = 16;

std::string_view TextOf(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::string MakeModelId() {
  std::string weights(TextOf(engine::ShippedModelBytes()));
  weights += TextOf(engine::ShippedSpanModelBytes());
  const engine::Sha256 digest = engine::ComputeSha256(weights);
  std::string id;
  for (const std::byte byte : std::span(digest).first(kIdBytes)) {
    id += "0123456789abcdef"[std::to_integer<unsigned>(byte) >> 4];
    id += "0123456789abcdef"[std::to_integer<unsigned>(byte) & 15u];
  }
  return id;
}

}  // namespace

const std::string& ModelId() {
  static const std::string id = MakeModelId();
  return id;
}

}  // namespace answerbox::daemon
