// Identifies the trained weights that choose the answers: docs/audit-format.md,
// "Answers".
#pragma once

#include <string>

namespace answerbox::engine {

// The first half of the SHA-256 of the shipped answer model's file and then of
// the span model's, in hexadecimal. Reads both once, at the first call.
[[nodiscard]] const std::string& ModelId();

}  // namespace answerbox::engine
