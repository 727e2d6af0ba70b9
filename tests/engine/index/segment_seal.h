// Makes the checksums of a file right, like an attacker who changed the file.
#pragma once

#include <cstddef>
#include <vector>

namespace answerbox::engine {

// `bytes` with the right magic and checksums, and with the version 1 or
// kFormatVersion. A file too short for a footer stays as it is.
[[nodiscard]] std::vector<std::byte> Sealed(std::vector<std::byte> bytes);

// A segment as a program of version 1 wrote it. Precondition: `bytes` is one of
// kFormatVersion without attachments.
[[nodiscard]] std::vector<std::byte> AsVersion1(std::vector<std::byte> bytes);

}  // namespace answerbox::engine
