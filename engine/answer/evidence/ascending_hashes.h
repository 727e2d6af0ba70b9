// The hashes by which a section of a model is searched: 4 bytes each, strictly
// ascending. They stand together, so that a search reads nothing else.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "engine/index/format/little_endian.h"

namespace answerbox::engine {

class AscendingHashes {
 public:
  static constexpr std::size_t kHashBytes = 4;

  // No hashes.
  AscendingHashes() = default;
  //   from  count * kHashBytes bytes; they outlive the result
  AscendingHashes(const std::byte* from, std::size_t count) noexcept
      : from_(from), count_(count) {}

  [[nodiscard]] std::size_t size() const noexcept { return count_; }

  // The place of the first hash that is not greater than the one before it;
  // nothing if all ascend.
  [[nodiscard]] std::optional<std::size_t> FirstOutOfOrder() const noexcept {
    for (std::size_t i = 1; i < count_; ++i) {
      if (At(i - 1) >= At(i)) return i;
    }
    return std::nullopt;
  }

  // The place of `hash`; nothing if it is not there. Logarithmic in size().
  [[nodiscard]] std::optional<std::size_t> Find(
      std::uint32_t hash) const noexcept {
    std::size_t low = 0;
    std::size_t high = count_;
    while (low < high) {
      const std::size_t middle = low + (high - low) / 2;
      if (At(middle) < hash) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    if (low == count_ || At(low) != hash) return std::nullopt;
    return low;
  }

 private:
  [[nodiscard]] std::uint32_t At(std::size_t place) const noexcept {
    return LoadLittle32(from_ + kHashBytes * place);
  }

  const std::byte* from_ = nullptr;
  std::size_t count_ = 0;
};

}  // namespace answerbox::engine
