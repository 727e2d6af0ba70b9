// Which words of a text are the question's, to set them off.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "engine/index/format/segment_records.h"
#include "engine/numeric/arena.h"
#include "engine/retrieval/question_terms.h"
#include "engine/text/term_normalizer.h"

namespace answerbox::engine {

inline constexpr std::size_t kMaxFoundWords = 64;

// The first kMaxFoundWords words of `text` that have a term of the question; in
// profile default also those of a synonym that stands whole, and those with a
// term that begins alike. Bytes in `text`, which is valid UTF-8. Throws
// std::bad_alloc past the arena.
[[nodiscard]] std::span<const ByteRange> FindWords(std::string_view text,
                                                   const QuestionTerms& terms,
                                                   TermNormalizer& normalizer,
                                                   Arena& arena);

}  // namespace answerbox::engine
