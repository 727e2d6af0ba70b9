#include "engine/ask/found_words.h"

#include <algorithm>

#include "engine/answer/evidence/soft_matches.h"
#include "engine/numeric/arena_span.h"
#include "engine/text/tokenizer.h"

namespace answerbox::engine {
namespace {

bool SharesTerm(std::string_view term, const QuestionTerms& terms,
                Profile profile) {
  const auto is_alike = [&](const QuestionTerm& question_term) {
    return profile == Profile::kPaper
               ? question_term.term == term
               : PrefixSimilarity(question_term.term, term) != 0;
  };
  return std::ranges::any_of(terms.distinct, is_alike) ||
         std::ranges::find(terms.synonyms, term, &QuestionSynonym::term) !=
             terms.synonyms.end();
}

}  // namespace

std::span<const ByteRange> FindWords(std::string_view text,
                                     const QuestionTerms& terms,
                                     TermNormalizer& normalizer, Arena& arena) {
  const auto found = MakeSpan<ByteRange>(arena, kMaxFoundWords);
  std::size_t count = 0;
  Tokenizer tokenizer(normalizer.profile(), text);
  while (const auto token = tokenizer.Next()) {
    const auto word =
        text.substr(token->range.begin, token->range.end - token->range.begin);
    const auto term = normalizer.Normalize(word, token->kind);
    if (term.empty() || !SharesTerm(term, terms, normalizer.profile())) {
      continue;
    }
    if (count == found.size()) break;
    found[count++] = token->range;
  }
  return found.first(count);
}

}  // namespace answerbox::engine
