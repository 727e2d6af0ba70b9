#include <algorithm>
#include <memory_resource>
#include <vector>

#include "engine/answer/evidence/thesaurus.h"
#include "engine/numeric/arena_span.h"
#include "engine/text/phrase_terms.h"
#include "engine/text/stop_words.h"
#include "engine/text/word_marks.h"
#include "engine/text/word_table.h"

namespace answerbox::engine {
namespace {

static_assert(kMaxKeyWords <= kMaxPhraseTerms);
static_assert(kMaxQuestionTerms <= 64);

// Stop words that say nothing in a phrase.
constexpr std::string_view kNoKeyWords[] = {
    "a",    "an",   "d",     "he",   "her", "him",   "his",  "i",
    "it",   "its",  "ll",    "m",    "me",  "my",    "our",  "re",
    "s",    "she",  "t",     "that", "the", "their", "them", "these",
    "they", "this", "those", "us",   "ve",  "we",    "you",  "your",
};
constexpr WordTable kNoKeyWordTable(kNoKeyWords);

struct KeyWord {
  std::string_view text;
  std::uint64_t terms = 0;  // Bit t: it is QuestionTerms::distinct[t].
};

}  // namespace

std::string_view KeyWordOf(const QuestionTerms& terms,
                           const QuestionWord& word) noexcept {
  if (HasTerm(word.mark)) return terms.distinct[word.term].term;
  const std::string_view stop_word = StopWordOf(word.mark);
  return kNoKeyWordTable.Find(stop_word) ? std::string_view() : stop_word;
}

namespace {

// In the question's order. Words that are no key words are skipped, so "loss of
// the appetite" is the phrase "loss of appetite".
std::span<const KeyWord> FindKeyWords(const QuestionTerms& terms,
                                      Arena& arena) {
  const auto words = MakeSpan<KeyWord>(arena, terms.words.size());
  std::size_t count = 0;
  for (const QuestionWord& word : terms.words) {
    const std::string_view text = KeyWordOf(terms, word);
    if (text.empty()) continue;
    const bool has_term = HasTerm(word.mark);
    words[count++] = {text, has_term ? std::uint64_t{1} << word.term : 0};
  }
  return words.first(count);
}

}  // namespace

// Each word narrows the range of phrases that may follow
// (Thesaurus::Found::longer), so a phrase of four words takes four short
// searches.
std::span<const QuestionPhrase> FindPhrases(const QuestionTerms& terms,
                                            const Thesaurus& thesaurus,
                                            Arena& arena) {
  const auto words = FindKeyWords(terms, arena);
  std::pmr::vector<QuestionPhrase> phrases(&arena);
  for (std::size_t first = 0; first < words.size(); ++first) {
    const auto run =
        words.subspan(first, std::min(kMaxKeyWords, words.size() - first));
    PhraseTerms key;
    QuestionPhrase phrase;
    Thesaurus::Range among = thesaurus.all_terms();
    for (const KeyWord& word : run) {
      key.Append(word.text);
      phrase.terms |= word.terms;
      ++phrase.key_words;
      const auto known = thesaurus.Find(key.text(), among);
      if (!known.neighbours.empty() && phrase.terms != 0) {
        phrase.neighbours = known.neighbours;
        phrases.push_back(phrase);
      }
      among = known.longer;
      if (among.empty()) break;
    }
  }
  const auto found = MakeSpan<QuestionPhrase>(arena, phrases.size());
  std::ranges::copy(phrases, found.begin());
  return found;
}

}  // namespace answerbox::engine
