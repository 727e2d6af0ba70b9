// Four lanes as an array: for machines without 128-bit registers, and as the
// reference for testing VectorLanes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "engine/index/format/little_endian.h"

namespace answerbox::engine {

struct ScalarLanes {
  std::array<std::uint32_t, 4> lane;

  static ScalarLanes Load(const std::byte* from) noexcept {
    return {{LoadLittle32(from), LoadLittle32(from + 4), LoadLittle32(from + 8),
             LoadLittle32(from + 12)}};
  }
  static ScalarLanes Splat(std::uint32_t value) noexcept {
    return {{value, value, value, value}};
  }
  static ScalarLanes FirstNumbers() noexcept { return {{0, 1, 2, 3}}; }

  void Store(std::uint32_t* to) const noexcept {
    for (std::size_t i = 0; i < 4; ++i) to[i] = lane[i];
  }

  // Applies one operation to each pair of lanes.
  template <typename Operation>
  friend ScalarLanes Combine(ScalarLanes a, const ScalarLanes& b,
                             const Operation& operation) noexcept {
    for (std::size_t i = 0; i < 4; ++i) {
      a.lane[i] = operation(a.lane[i], b.lane[i]);
    }
    return a;
  }
  friend ScalarLanes Or(const ScalarLanes& a, const ScalarLanes& b) noexcept {
    return Combine(a, b, [](auto x, auto y) { return x | y; });
  }
  friend ScalarLanes And(const ScalarLanes& a, const ScalarLanes& b) noexcept {
    return Combine(a, b, [](auto x, auto y) { return x & y; });
  }
  friend ScalarLanes Add(const ScalarLanes& a, const ScalarLanes& b) noexcept {
    return Combine(a, b, [](auto x, auto y) { return x + y; });
  }
  friend ScalarLanes ShiftLeft(const ScalarLanes& a, unsigned bits) noexcept {
    return Combine(a, Splat(bits), [](auto x, auto y) { return x << y; });
  }
  friend ScalarLanes ShiftRight(const ScalarLanes& a, unsigned bits) noexcept {
    return Combine(a, Splat(bits), [](auto x, auto y) { return x >> y; });
  }
  friend ScalarLanes PrefixSum(ScalarLanes a) noexcept {
    for (std::size_t i = 1; i < 4; ++i) a.lane[i] += a.lane[i - 1];
    return a;
  }
  friend ScalarLanes SplatLast(const ScalarLanes& a) noexcept {
    return Splat(a.lane[3]);
  }
};

}  // namespace answerbox::engine
