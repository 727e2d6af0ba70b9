// Counts the pages of a TIFF file.
#pragma once

#include <cstdint>

namespace answerbox::client {

inline constexpr std::uint32_t kMaxTiffPages = 65'535;

// At least 1: a file that can't be followed is left to the program that reads
// it. At most kMaxTiffPages, also where pages are chained in a circle.
[[nodiscard]] std::uint32_t CountTiffPages(int fd);

}  // namespace answerbox::client
