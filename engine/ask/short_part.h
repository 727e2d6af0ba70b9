// The short answer of an answer: the part of the sentence that decided which
// answers by itself, or none.
#pragma once

#include <optional>

#include "engine/answer/spans/short_answer.h"
#include "engine/ask/answer.h"
#include "engine/ask/inquiry.h"

namespace answerbox::engine {

// Precondition: profile default. Throws std::bad_alloc past the arena.
[[nodiscard]] std::optional<ShortAnswer> FindShort(const Inquiry& inquiry,
                                                   const FormedAnswer& formed);

}  // namespace answerbox::engine
