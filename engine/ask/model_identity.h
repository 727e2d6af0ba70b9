// Identifies the trained weights that choose the answers: docs/audit-format.md,
// "Answers".
#pragma once

#include <string>

namespace answerbox::engine {

// The first half, in hexadecimal, of the SHA-256 of the shipped answer model's
// file, the span model's, and the weights of units. Computed once, at the first
// call.
[[nodiscard]] const std::string& ModelId();

}  // namespace answerbox::engine
