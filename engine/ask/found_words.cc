#include <algorithm>
#include <array>
#include <cstddef>

#include "engine/answer/evidence/soft_matches.h"
#include "engine/answer/evidence/term_beginnings.h"
#include "engine/ask/citation.h"
#include "engine/numeric/arena_span.h"
#include "engine/retrieval/synonym_reader.h"
#include "engine/text/tokenizer.h"
#include "engine/text/written_form.h"

namespace answerbox::engine {
namespace {

bool SharesTerm(std::string_view term, const QuestionTerms& terms,
                Profile profile) {
  const auto is_alike = [&](const QuestionTerm& question_term) {
    return profile == Profile::kPaper
               ? question_term.term == term
               : PrefixSimilarity(question_term.term, term) != 0;
  };
  return std::ranges::any_of(terms.distinct, is_alike);
}

// The last words of a text that have a term. A synonym is known as found when
// its last word is read; by then its first words are past.
class LastWords {
 public:
  void Add(const ByteRange& word) { words_[next_++ % words_.size()] = word; }
  //   back  0: the last word. Precondition: there are so many.
  [[nodiscard]] const ByteRange& At(std::size_t back) const {
    return words_[(next_ - 1 - back) % words_.size()];
  }

 private:
  std::array<ByteRange, kMaxSynonymTerms> words_;
  std::size_t next_ = 0;
};

// Ranges in their order, each once. A phrase of a synonym may end after a word
// that was found before its beginning, so ranges come nearly, not wholly, in
// order.
class Found {
 public:
  explicit Found(std::span<ByteRange> room) : room_(room) {}

  // The range begins after the others, or near the last ones.
  void Add(const ByteRange& range) {
    std::size_t at = count_;
    while (at > 0 && room_[at - 1].begin > range.begin) --at;
    if (at > 0 && room_[at - 1].begin == range.begin) return;
    if (is_full()) return;
    std::copy_backward(room_.begin() + static_cast<std::ptrdiff_t>(at),
                       room_.begin() + static_cast<std::ptrdiff_t>(count_),
                       room_.begin() + static_cast<std::ptrdiff_t>(count_ + 1));
    room_[at] = range;
    ++count_;
  }
  [[nodiscard]] bool is_full() const { return count_ == room_.size(); }
  [[nodiscard]] std::span<const ByteRange> all() const {
    return room_.first(count_);
  }

 private:
  std::span<ByteRange> room_;
  std::size_t count_ = 0;
};

}  // namespace

std::span<const ByteRange> FindWords(std::string_view text,
                                     const QuestionTerms& terms,
                                     TermNormalizer& normalizer, Arena& arena) {
  Found found(MakeSpan<ByteRange>(arena, kMaxFoundWords));
  LastWords last;
  SynonymReader synonyms(terms.synonyms);
  // Synonyms begin otherwise.
  const bool reads_all =
      !terms.synonyms.empty() || normalizer.profile() == Profile::kPaper;
  const TermBeginnings beginnings(terms.distinct);
  Tokenizer tokenizer(normalizer.profile(), text);
  while (const auto token = tokenizer.Next()) {
    const auto word =
        text.substr(token->range.begin, token->range.end - token->range.begin);
    if (!reads_all && !beginnings.MayMatch(word)) continue;
    const auto term = normalizer.Normalize(word, token->kind);
    if (term.empty()) continue;
    if (SharesTerm(term, terms, normalizer.profile())) found.Add(token->range);
    if (found.is_full()) break;
    if (terms.synonyms.empty()) continue;
    last.Add(token->range);
    synonyms.Add(term, [&](const QuestionSynonym& synonym) {
      for (std::size_t back = synonym.terms.size(); back-- > 0;) {
        found.Add(last.At(back));
      }
    });
    if (found.is_full()) break;
  }
  for (const QuestionSynonym& synonym : terms.synonyms) {
    if (synonym.written.empty()) continue;
    if (const auto place = FindWrittenForm(text, synonym.written)) {
      found.Add(*place);
    }
  }
  return found.all();
}

}  // namespace answerbox::engine
