// A question's terms and words, in the forms that the index stores.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
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

  // The index of a term in `distinct`; nothing if it is not there.
  [[nodiscard]] std::optional<std::size_t> Find(
      std::string_view term) const noexcept {
    const auto found = std::ranges::find(distinct, term, &QuestionTerm::term);
    if (found == distinct.end()) return std::nullopt;
    return static_cast<std::size_t>(found - distinct.begin());
  }
};

// The question's terms, in the arena. There are none if the question has
// neither a number nor a word of two letters (one letter in scripts without
// case). `question` is valid UTF-8. Throws std::bad_alloc past the arena.
[[nodiscard]] QuestionTerms AnalyzeQuestion(std::string_view question,
                                            TermNormalizer& normalizer,
                                            Arena& arena);

// Finds the synonyms of a question in a text that is read term by term.
class SynonymReader {
 public:
  // At most kMaxQuestionSynonyms; they outlive the reader.
  explicit SynonymReader(std::span<const QuestionSynonym> synonyms) noexcept
      : synonyms_(synonyms) {}

  // Takes the text's next term, and calls visit(synonym) for each synonym that
  // ends with it. Synonyms that count only as written are left out.
  template <typename Visit>
  void Add(std::string_view term, const Visit& visit) {
    for (std::size_t s = 0; s < synonyms_.size(); ++s) {
      if (!synonyms_[s].written.empty()) continue;
      const auto terms = synonyms_[s].terms;
      // Shift-And (Baeza-Yates and Gonnet 1992).
      unsigned equal = 0;
      for (std::size_t k = 0; k < terms.size(); ++k) {
        if (terms[k] == term) equal |= 1u << k;
      }
      const unsigned begun = (unsigned{begun_[s]} << 1 | 1u) & equal;
      begun_[s] = static_cast<std::uint8_t>(begun);
      if ((begun >> (terms.size() - 1) & 1u) != 0) visit(synonyms_[s]);
    }
  }

 private:
  static_assert(kMaxSynonymTerms <= 8);

  std::span<const QuestionSynonym> synonyms_;
  // By synonym: bit k is set if its first k + 1 terms end at the text's last.
  std::array<std::uint8_t, kMaxQuestionSynonyms> begun_{};
};

}  // namespace answerbox::engine
