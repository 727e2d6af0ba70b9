#include "engine/answer/evidence/question_words.h"

#include <algorithm>

#include "engine/answer/evidence/question_type.h"
#include "engine/numeric/arena_span.h"

namespace answerbox::engine {
namespace {

// Positions are bits of one machine word.
constexpr std::size_t kMaxPositions = 64;

TermMask BitOf(std::uint8_t term) { return TermMask{1} << term; }

// A capitalised word that ends like a verb is a name: "Reading".
void PlaceTerm(const QuestionWord& word, std::size_t position,
               QuestionWords& words) {
  words.word_positions[word.term] |= PositionMask{1} << position;
  words.term_positions[word.term] |= PositionMask{1} << words.terms;
  if (words.terms == 0) words.first_term = word.term;
  words.last_term = word.term;
  ++words.terms;
  // The first word of a question always has a capital.
  if (position > 0 && IsCapitalised(word.mark)) {
    words.names |= BitOf(word.term);
  }
  const WordKind kind = KindOf(word.mark);
  if (kind == WordKind::kNumber || kind == WordKind::kYear) {
    words.numbers |= BitOf(word.term);
  } else if (EndsLikeVerb(word.mark) && !IsCapitalised(word.mark)) {
    words.verbs |= BitOf(word.term);
  }
}

}  // namespace

QuestionWords ReadQuestionWords(const QuestionTerms& terms,
                                const Lexicon& lexicon, Arena& arena) {
  QuestionWords words;
  const std::size_t count = terms.distinct.size();
  words.word_positions = MakeSpan<PositionMask>(arena, count);
  words.term_positions = MakeSpan<PositionMask>(arena, count);
  words.lexicon = MakeSpan<LexiconEntry>(arena, count);
  words.words = std::min(terms.words.size(), kMaxPositions);
  bool after_name = false;
  for (std::size_t p = 0; p < words.words; ++p) {
    const QuestionWord& word = terms.words[p];
    if (HasTerm(word.mark)) {
      PlaceTerm(word, p, words);
    } else {
      words.stop_positions[word.mark] |= PositionMask{1} << p;
      words.negations += IsNegation(word.mark) ? 1 : 0;
      words.stop_doubt += lexicon.FindStopWord(word.mark).doubt;
    }
    const bool is_name =
        p > 0 && HasTerm(word.mark) && IsCapitalised(word.mark);
    if (is_name && after_name) words.name_pairs |= PositionMask{1} << p;
    after_name = is_name;
  }
  for (std::size_t t = 0; t < count; ++t) {
    words.lexicon[t] = lexicon.Find(terms.distinct[t].term);
  }
  const AskedFor asked = ReadQuestionType(terms);
  words.type = asked.type;
  words.focus = asked.focus;
  return words;
}

}  // namespace answerbox::engine
