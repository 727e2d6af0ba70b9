// The synonyms of a collection, as terms. Made once from a synonym file, and
// then only read, from any thread.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/numeric/arena.h"
#include "engine/retrieval/question_terms.h"
#include "engine/text/term_normalizer.h"
#include "engine/words/synonym_file.h"

namespace answerbox::engine {

// Gathers the synonyms of a question, each once.
class FoundSynonyms {
 public:
  // Throws std::bad_alloc past the arena.
  explicit FoundSynonyms(Arena& arena)
      : arena_(arena),
        room_(MakeSpan<QuestionSynonym>(arena, kMaxQuestionSynonyms)) {}

  // Returns false, and does nothing, if the synonym is known. Copies the views
  // in `terms`, but not their bytes, nor `run` and `written`. Precondition: not
  // full.
  bool Add(std::span<const std::string_view> terms,
           std::span<const std::uint8_t> run, bool is_capital = false,
           std::string_view written = {}) {
    const auto is_same = [&](const QuestionSynonym& other) {
      return other.written == written && std::ranges::equal(other.run, run) &&
             std::ranges::equal(other.terms, terms);
    };
    if (std::ranges::any_of(all(), is_same)) return false;
    const auto copy = MakeSpan<std::string_view>(arena_, terms.size());
    std::ranges::copy(terms, copy.begin());
    room_[count_++] = {copy, run, is_capital, written};
    return true;
  }

  [[nodiscard]] bool is_full() const noexcept { return count_ == room_.size(); }
  [[nodiscard]] std::span<const QuestionSynonym> all() const noexcept {
    return room_.first(count_);
  }

 private:
  Arena& arena_;
  std::span<QuestionSynonym> room_;
  std::size_t count_ = 0;
};

// Entries of more terms than kMaxSynonymTerms, stop words not counted, are left
// out.
class Synonyms {
 public:
  // Entries without a term, such as stop words, are left out.
  //   normalizer  of profile default
  Synonyms(std::span<const SynonymRule> rules, TermNormalizer& normalizer);

  // Rules of the file.
  [[nodiscard]] std::size_t rule_count() const noexcept { return rule_count_; }

  // Adds what meets the terms of the question besides themselves, in the order
  // of the question. Words of a phrase stand next to each other in the
  // question, but for stop words. Synonyms of synonyms are not followed, so
  // cycles do no harm. Views into this object. Logarithmic in the rules for
  // each term of the question, and linear in the entries of the rules that it
  // meets. Throws std::bad_alloc past the arena.
  void AddTo(FoundSynonyms& found, const QuestionTerms& terms) const;

  [[nodiscard]] std::size_t memory_bytes() const noexcept;

 private:
  // Terms with a blank between them, in text_.
  struct Entry {
    std::uint32_t begin = 0;
    std::uint32_t bytes = 0;
  };
  // Entries that meet a key.
  struct Meanings {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
  };
  struct Key {
    std::uint32_t entry = 0;
    std::uint32_t meanings = 0;
  };

  [[nodiscard]] std::string_view TextOf(std::uint32_t entry) const noexcept {
    return std::string_view(text_).substr(entries_[entry].begin,
                                          entries_[entry].bytes);
  }
  void AddEntries(std::span<const std::string> entries,
                  TermNormalizer& normalizer);

  std::size_t rule_count_;
  std::string text_;
  std::vector<Entry> entries_;
  std::vector<Meanings> meanings_;
  std::vector<Key> keys_;  // By their entries' texts, then by rule.
};

}  // namespace answerbox::engine
