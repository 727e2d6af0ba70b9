#include "engine/answer/evidence/question_phrases.h"

#include <algorithm>
#include <memory_resource>
#include <vector>

#include "engine/numeric/arena_span.h"
#include "engine/text/phrase_terms.h"
#include "engine/text/stop_words.h"
#include "engine/text/word_marks.h"

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

static_assert(std::ranges::is_sorted(kNoKeyWords));

}  // namespace

std::string_view KeyWordOf(const QuestionTerms& terms,
                           const QuestionWord& word) noexcept {
  if (HasTerm(word.mark)) return terms.distinct[word.term].term;
  const std::string_view stop_word = StopWordOf(word.mark);
  const bool is_none = std::ranges::binary_search(kNoKeyWords, stop_word);
  return is_none ? std::string_view() : stop_word;
}

std::span<const QuestionPhrase> FindPhrases(const QuestionTerms& terms,
                                            const Thesaurus& thesaurus,
                                            Arena& arena) {
  std::pmr::vector<QuestionPhrase> phrases(&arena);
  // From each key word on.
  for (std::size_t first = 0; first < terms.words.size(); ++first) {
    if (KeyWordOf(terms, terms.words[first]).empty()) continue;
    PhraseTerms key;
    QuestionPhrase phrase;
    std::size_t count = 0;
    for (std::size_t w = first; w < terms.words.size() && count < kMaxKeyWords;
         ++w) {
      const QuestionWord& word = terms.words[w];
      const std::string_view text = KeyWordOf(terms, word);
      if (text.empty()) continue;
      key.Append(text);
      if (!thesaurus.HasBeginning(key.text())) break;
      ++count;
      if (HasTerm(word.mark)) phrase.terms |= std::uint64_t{1} << word.term;
      if (count < kMinKeyWords || phrase.terms == 0) continue;
      phrase.neighbours = thesaurus.Of(key.text());
      if (phrase.neighbours.begin < phrase.neighbours.end) {
        phrases.push_back(phrase);
      }
    }
  }
  const auto found = MakeSpan<QuestionPhrase>(arena, phrases.size());
  std::ranges::copy(phrases, found.begin());
  return found;
}

}  // namespace answerbox::engine
