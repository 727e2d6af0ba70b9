#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "engine/answer/evidence/thesaurus.h"
#include "engine/answer/model/shipped_weights.h"
#include "engine/answer/units/unit_weights.h"
#include "engine/ask/ask.h"
#include "engine/text/content_id.h"

namespace answerbox::engine {
namespace {

constexpr std::size_t kIdBytes = 16;

std::string_view TextOf(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

void AddNumbers(std::span<const std::int32_t> numbers, std::string& text) {
  for (const std::int32_t number : numbers) {
    text += std::to_string(number);
    text += ',';
  }
}

// The weights of units, in the order of unit_weights.h.
void AddUnitWeights(std::string& text) {
  AddNumbers(kLeafWeights, text);
  AddNumbers(kLeafWeightsOfMany, text);
  const std::array prices = {kWordPrices.each, kWordPrices.past_wish,
                             kWordPrices.past_wish_in_list};
  AddNumbers(prices, text);
}

// Whatever changes an answer's choice must change the identity: the audit log
// proves which weights answered.
std::string MakeModelId() {
  std::string weights(TextOf(ShippedModelBytes()));
  weights += TextOf(ShippedSpanModelBytes());
  weights += TextOf(ShippedUnitTreesBytes());
  AddUnitWeights(weights);
  // Its checksum stands for the thesaurus, which is large and seldom needed.
  weights += std::to_string(ShippedThesaurus().checksum());
  const Sha256 digest = ComputeSha256(weights);
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

}  // namespace answerbox::engine
