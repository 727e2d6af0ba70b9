// What the abbreviations of the documents add to a question: where a document
// says "village health team (VHT)", a question about either form is looked up
// with the other form too. Segments hold where abbreviations are defined
// (engine/index/writing/abbreviation_reader.h).
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "engine/index/reading/live_segment.h"
#include "engine/numeric/arena.h"
#include "engine/result.h"
#include "engine/retrieval/question_terms.h"
#include "engine/retrieval/term_lookup.h"
#include "engine/text/term_normalizer.h"

namespace answerbox::engine {

// The most other forms of a form; of more, those with the least hashes count.
inline constexpr std::size_t kMaxAbbreviationMeanings = 8;

// What a reply tells of it: words of the question, and the form that was looked
// up with them.
struct ExpandedAbbreviation {
  std::string_view words;
  std::string_view also;
};

struct AbbreviationMatch {
  // The other form, and the terms of the question that it stands for. If the
  // other form is short and begins with an upper-case letter, only a word that
  // does too counts.
  QuestionSynonym synonym;
  bool is_short = false;  // The question has the short form,
  bool is_exact = false;  // and has it, or its plural, as the document does.
  // The other form is as a document has it, with a blank between its words, and
  // valid UTF-8. Empty for the plural or singular of a short form.
  ExpandedAbbreviation shown;
};

// The other forms of words and phrases of the question that documents define,
// in the order of the question, at most kMaxQuestionSynonyms. A form of several
// definitions, in one document or in several, has all their other forms. Which
// they are, and their order, depends only on the documents that are asked, not
// on which segments hold them. For each run of up to kMaxPhraseTerms terms of
// the question and each segment: constant time, or if the run may be a form,
// logarithmic in the definitions and linear in those of the form.
//   question  its text
//   segments  hide what is not asked
//   terms, lookup  of the question; a segment without a run's terms is skipped
// Errors: kTruncated, kCorrupt. Throws std::bad_alloc past the arena.
[[nodiscard]] Result<std::span<const AbbreviationMatch>> FindAbbreviationsOf(
    std::string_view question, std::span<const LiveSegment> segments,
    const QuestionTerms& terms, const TermLookup& lookup,
    TermNormalizer& normalizer, Arena& arena);

}  // namespace answerbox::engine
