// Reads misspelt words of a question as the words that are meant: a word that
// no live document has is taken for its nearest neighbour in the dictionary.
// The rules are in docs/socket-protocol.md, "Misspelt words".
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "engine/index/reading/live_segment.h"
#include "engine/numeric/arena.h"
#include "engine/result.h"
#include "engine/retrieval/question_terms.h"
#include "engine/retrieval/term_lookup.h"
#include "engine/text/term_normalizer.h"

namespace answerbox::engine {

// The most words of one question that are looked up in the dictionary. Further
// words stay as they are.
inline constexpr std::size_t kMaxRespeltWords = 8;

struct RespeltWord {
  std::string_view word;  // As it stands in the question.
  std::string_view taken_for;
};

// A word that is not replaced: two words are about equally near, or it is an
// English word itself.
struct SpellingOffer {
  std::string_view word;                    // As it stands in the question.
  std::span<const std::string_view> words;  // One or two that may be meant.
};

// Views into the question and the arena; words in the order of the question.
struct Spelling {
  std::string_view text;  // The question with its words replaced.
  std::span<const RespeltWord> respelt;
  std::span<const SpellingOffer> offers;
};

// Looks up the words of the question that no live document has. Reads no
// dictionary if there are none. Errors: kTruncated, kCorrupt. Throws
// std::bad_alloc past the arena.
//   terms, lookup  of `question`
//   english        bit t: terms.distinct[t] is of an English word, which is
//                  never replaced. Names of medicines need no bit.
//   normalizer     of profile default
[[nodiscard]] Result<Spelling> ReadSpelling(
    std::string_view question, std::span<const LiveSegment> segments,
    const QuestionTerms& terms, const TermLookup& lookup, std::uint64_t english,
    TermNormalizer& normalizer, Arena& arena);

}  // namespace answerbox::engine
