// SplitMix64 (Steele, Lea, Flood 2014): the same numbers on every machine.
#pragma once

#include <cstdint>

namespace answerbox::benchmarks {

[[nodiscard]] constexpr std::uint64_t Mix(std::uint64_t value) noexcept {
  value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9;
  value = (value ^ (value >> 27)) * 0x94D049BB133111EB;
  return value ^ (value >> 31);
}

class RandomIntegers {
 public:
  explicit RandomIntegers(std::uint64_t seed) noexcept : state_(seed) {}

  [[nodiscard]] std::uint32_t Next() noexcept {
    state_ += 0x9E3779B97F4A7C15;
    return static_cast<std::uint32_t>(Mix(state_) >> 32);
  }

  // In [0, bound); `bound` is not 0.
  [[nodiscard]] std::uint32_t Below(std::uint32_t bound) noexcept {
    return static_cast<std::uint32_t>((std::uint64_t{Next()} * bound) >> 32);
  }

 private:
  std::uint64_t state_;
};

}  // namespace answerbox::benchmarks
