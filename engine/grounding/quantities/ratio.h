// An exact fraction. Quantities that are written in other units or other words
// are the same only if their fractions are.
#pragma once

#include <cstdint>
#include <optional>

namespace answerbox::engine {

// In lowest terms; the denominator is at least 1.
struct Ratio {
  std::int64_t numerator = 0;
  std::int64_t denominator = 1;

  friend bool operator==(const Ratio&, const Ratio&) = default;
};

// Largest magnitude of both parts. Larger results are nothing.
inline constexpr std::int64_t kMaxRatioPart = 1'000'000'000'000'000;

// numerator / denominator; nothing if a part is too large or the denominator
// is 0.
[[nodiscard]] std::optional<Ratio> MakeRatio(std::int64_t numerator,
                                             std::int64_t denominator) noexcept;
[[nodiscard]] std::optional<Ratio> Sum(const Ratio& a, const Ratio& b) noexcept;
[[nodiscard]] std::optional<Ratio> Product(const Ratio& a,
                                           const Ratio& b) noexcept;
// Nothing if `b` is 0.
[[nodiscard]] std::optional<Ratio> Quotient(const Ratio& a,
                                            const Ratio& b) noexcept;

[[nodiscard]] bool IsLess(const Ratio& a, const Ratio& b) noexcept;

}  // namespace answerbox::engine
