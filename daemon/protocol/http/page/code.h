// A short text as a QR code (ISO/IEC 18004), which telephones read from paper.
#pragma once

#include <array>
#include <bitset>
#include <cstddef>
#include <string>
#include <string_view>

namespace answerbox::daemon::page {

// All codes are of version 11 and error correction level M: the smallest that
// hold a head of the audit log, and that bear a fold or a stain.
inline constexpr std::size_t kCodeModules = 61;  // On each side.
inline constexpr std::size_t kMaxCodeBytes = 251;

// By row, from the top; in a row by column. True: dark.
using CodeMatrix = std::array<std::bitset<kCodeModules>, kCodeModules>;

// Precondition: `text` has at most kMaxCodeBytes bytes.
[[nodiscard]] CodeMatrix MakeCode(std::string_view text);

// Returns the code as an SVG file, with the blank edge that it needs; some 15
// KB. Precondition: as above.
[[nodiscard]] std::string RenderCode(std::string_view text);

}  // namespace answerbox::daemon::page
