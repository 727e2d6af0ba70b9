// In which form the documents have a term: "hospital" for "hospit".
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "engine/index/reading/live_segment.h"
#include "engine/numeric/arena.h"
#include "engine/result.h"
#include "engine/text/term_normalizer.h"
#include "engine/words/edit_rows.h"

namespace answerbox::engine {

// How many chunks are read for the forms of a term: the first ones by their
// documents' names that hold it.
inline constexpr std::size_t kFormChunks = 16;

struct DocumentWord {
  std::string_view text;  // In lower case, in the arena. Empty: there is none.
  EditCost cost = 0;
};

// Of the words with this term in live documents, the one nearest to `word`; of
// words as near, the shortest, and then the first. Linear in the chunks that
// hold the term, of which only kFormChunks are read. Errors: kTruncated,
// kCorrupt. Throws std::bad_alloc past the arena.
//   word        1 to kMaxEditedLetters letters
//   least       a word of this cost or less is near enough to read no more
//   normalizer  of profile default
[[nodiscard]] Result<DocumentWord> FindDocumentWord(
    std::span<const LiveSegment> segments, std::string_view term,
    std::span<const char32_t> word, EditCost least, TermNormalizer& normalizer,
    Arena& arena);

}  // namespace answerbox::engine
