// A question's terms and words, in the forms that the index stores.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "engine/numeric/arena.h"
#include "engine/text/contacts.h"
#include "engine/text/phrase_terms.h"
#include "engine/text/term_normalizer.h"
#include "engine/text/word_marks.h"

namespace answerbox::engine {

// The most distinct terms of a question; further ones are left out.
inline constexpr std::size_t kMaxQuestionTerms = 64;

struct QuestionTerm {
  std::string_view term;
  std::uint32_t frequency = 0;  // In `sequence`, from 1.
};

// A word of the question, in the form in which segments store words of
// sentences.
struct QuestionWord {
  std::uint8_t term = 0;  // Index into `distinct`, if the word has a term.
  WordMark mark = 0;
};

// The most terms of a synonym, and of what it stands for.
inline constexpr std::size_t kMaxSynonymTerms = kMaxPhraseTerms;
// The most synonyms of one question; further ones are left out.
inline constexpr std::size_t kMaxQuestionSynonyms = 32;

// A word or phrase that stands for a run of the question's terms. A phrase
// counts only where its terms follow each other in a sentence, with nothing
// but stop words between them.
struct QuestionSynonym {
  std::span<const std::string_view> terms;  // 1 to kMaxSynonymTerms.
  // The run: indices into QuestionTerms::distinct, 1 to kMaxSynonymTerms.
  std::span<const std::uint8_t> run;
  // One term alone: counts in a sentence only as a word that begins with an
  // upper-case letter. "AIDS" is not met by "hearing aids".
  bool is_capital = false;
  // If not empty, the synonym counts only in a sentence that has this form
  // (FindWrittenForm), and there meets the whole run. "5 %" is not met by
  // any 5.
  std::string_view written = {};

  // Returns what the k-th term meets: the k-th term of the run, or the run's
  // last one. The synonym's last term also meets all further terms of the run,
  // so that the whole synonym meets the whole run.
  [[nodiscard]] std::span<const std::uint8_t> MetBy(std::size_t k) const {
    const std::size_t first = std::min(k, run.size() - 1);
    return k + 1 == terms.size() ? run.subspan(first) : run.subspan(first, 1);
  }
};

// The kind of address or number that the question asks for, if any. A sentence
// that has one counts as having the words that ask for it.
struct AskedContact {
  Contacts kinds = 0;
  std::uint64_t terms = 0;  // Bit t: QuestionTerms::distinct[t] asks for it.
};

// Repeating a word must not change the answer. Words that repeat the words
// right before them ("vaccine vaccine", or the whole question twice) are left
// out of all fields. A term that comes again later is left out of `words`.
struct QuestionTerms {
  std::span<const QuestionTerm> distinct;  // By first occurrence.
  std::span<const std::uint8_t> sequence;  // Indices into `distinct`, in order.
  std::span<const QuestionWord> words;     // In order; profile default only.
  // From the collection's synonyms and AddWrittenForms; profile default only.
  // AnalyzeQuestion leaves it empty.
  std::span<const QuestionSynonym> synonyms;
  AskedContact contact = {};  // Profile default only.
};

// The question's terms, in the arena. There are none if the question has
// neither a number nor a word of two letters (one letter in scripts without
// case). `question` is valid UTF-8. Throws std::bad_alloc past the arena.
[[nodiscard]] QuestionTerms AnalyzeQuestion(std::string_view question,
                                            TermNormalizer& normalizer,
                                            Arena& arena);

}  // namespace answerbox::engine
