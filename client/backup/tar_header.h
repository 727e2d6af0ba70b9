// The 512 bytes before each file of a tar archive (POSIX.1-1988, ustar). A
// reader who knows what a file is called and how long it is makes the header
// that must be there and compares it: nothing of a foreign header is trusted.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace answerbox::client {

inline constexpr std::size_t kTarBlockBytes = 512;
using TarHeader = std::array<char, kTarBlockBytes>;

// Whether the path has at most 100 bytes, or a '/' that leaves at most 155
// before it and 100 after it.
[[nodiscard]] bool FitsTarHeader(std::string_view path) noexcept;

struct TarEntry {
  std::string_view path;    // FitsTarHeader.
  std::uint64_t bytes = 0;  // Below 8 GiB.
  unsigned mode = 0600;
  std::uint64_t time = 0;  // Seconds since 1970; below 2^33.
};

[[nodiscard]] TarHeader MakeTarHeader(const TarEntry& entry) noexcept;

// Returns size and time of a header whose path and mode are those given here.
// Nothing if MakeTarHeader would not write it.
[[nodiscard]] std::optional<TarEntry> ReadTarHeader(const TarHeader& header,
                                                    std::string_view path,
                                                    unsigned mode) noexcept;

}  // namespace answerbox::client
