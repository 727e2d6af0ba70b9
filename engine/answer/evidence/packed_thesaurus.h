// The thesaurus as the program holds it until it is asked for: half as large,
// but not to be looked up in. Layout: docs/lab/thesaurus-format.md; this file
// is its only reader.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "engine/result.h"

namespace answerbox::engine {

// No thesaurus is larger, unpacked, after its header.
inline constexpr std::size_t kMaxThesaurusBytes = 2'500'000;

// Returns what Thesaurus::Open takes. Errors: kTruncated, kCorrupt,
// kUnsupportedVersion. Allocates the result, and while it runs at most as much
// again. Throws std::bad_alloc.
[[nodiscard]] Result<std::vector<std::byte>> UnpackThesaurus(
    std::span<const std::byte> packed);

}  // namespace answerbox::engine
