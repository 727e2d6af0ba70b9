// Finds the synonyms of a question in a text that is read term by term.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "engine/retrieval/question_terms.h"

namespace answerbox::engine {

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
