// What is shown of a chosen sentence: its document, page and section, where a
// person can look it up; the paragraph around it; and which words of a text are
// the question's, to set them off.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "engine/answer/ranking/scored_sentence.h"
#include "engine/ask/answer.h"
#include "engine/ask/question.h"
#include "engine/index/format/segment_records.h"
#include "engine/index/reading/live_segment.h"
#include "engine/numeric/arena.h"
#include "engine/result.h"
#include "engine/retrieval/question_terms.h"
#include "engine/text/term_normalizer.h"

namespace answerbox::engine {

// Errors: kTruncated, kCorrupt. Throws std::bad_alloc past the arena.
[[nodiscard]] Result<CitedPlace> Cite(std::span<const LiveSegment> segments,
                                      const SentencePlace& chosen,
                                      Arena& arena);

inline constexpr std::size_t kMaxAlsoIn = 16;

// `also_in`, and the same places in the copies of the asked documents, at most
// kMaxAlsoIn. Errors, throws: as above.
//   place    that `also_in` belongs to
[[nodiscard]] Result<std::span<const CitedPlace>> WithCopies(
    std::span<const LiveSegment> segments, const Question& question,
    const CitedPlace& place, std::span<const CitedPlace> also_in, Arena& arena);

// A paragraph longer than this is cut around the sentence, at white space.
inline constexpr std::uint32_t kMaxContextBytes = 1500;

// The paragraph around a sentence, and the words that it shares with the
// question. Errors: kTruncated, kCorrupt. Throws std::bad_alloc past the arena.
[[nodiscard]] Result<Context> FindContext(std::span<const LiveSegment> segments,
                                          const Citation& citation,
                                          const QuestionTerms& terms,
                                          TermNormalizer& normalizer,
                                          Arena& arena);

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
