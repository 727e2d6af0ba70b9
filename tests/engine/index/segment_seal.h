// What a hostile writer would do: a file with everything wrong but its
// checksums.
#pragma once

#include <cstddef>
#include <vector>

namespace answerbox::engine {

// `bytes` with the magic, the version and every checksum of it made right.
// Changes nothing of a file too short for a footer.
[[nodiscard]] std::vector<std::byte> Sealed(std::vector<std::byte> bytes);

}  // namespace answerbox::engine
