// Makes the checksums of a file right, like an attacker who changed the file.
#pragma once

#include <cstddef>
#include <vector>

namespace answerbox::engine {

// `bytes` with the right magic, version and checksums. A file too short for a
// footer stays as it is.
[[nodiscard]] std::vector<std::byte> Sealed(std::vector<std::byte> bytes);

}  // namespace answerbox::engine
