// A question put to segments in memory, up to where the choice of a sentence
// begins: what the tests of this room stand on.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "engine/answer/evidence/candidate_evidence.h"
#include "engine/answer/evidence/question_words.h"
#include "engine/answer/evidence/related_words.h"
#include "tests/engine/index_in_memory.h"

namespace answerbox::engine {

class AskedQuestion {
 public:
  explicit AskedQuestion(std::string_view question,
                         const Lexicon& lexicon = Lexicon()) {
    TermNormalizer normalizer(Profile::kDefault);
    terms_ = AnalyzeQuestion(question, normalizer, *arena_);
    words_ = ReadQuestionWords(terms_, lexicon, *arena_);
  }
  AskedQuestion(std::string_view question, std::vector<LiveSegment> segments,
                const Lexicon& lexicon = Lexicon())
      : AskedQuestion(question, lexicon) {
    segments_ = std::move(segments);
    lookup_ = *TermLookup::Find(segments_, terms_, *arena_);
  }

  // What the chunks have in common with the question.
  [[nodiscard]] CandidateEvidence Gather(
      std::span<const AnsweringChunk> chunks,
      const RelatedWords& related = RelatedWords()) {
    return *CandidateEvidence::Gather(segments_, terms_, words_, related,
                                      lookup_, chunks, *arena_);
  }

  // Number of a term among the question's; as it is stored, e.g. "vaccin".
  [[nodiscard]] std::uint8_t Term(std::string_view term) const {
    for (std::uint8_t t = 0; t < terms_.distinct.size(); ++t) {
      if (terms_.distinct[t].term == term) return t;
    }
    ADD_FAILURE() << term << " is no term of the question";
    return 0;
  }

  [[nodiscard]] const QuestionTerms& terms() const { return terms_; }
  [[nodiscard]] const QuestionWords& words() const { return words_; }
  [[nodiscard]] const TermLookup& lookup() const { return lookup_; }
  [[nodiscard]] std::span<const LiveSegment> segments() const {
    return segments_;
  }
  [[nodiscard]] Arena& arena() { return *arena_; }

 private:
  TestArena arena_;
  std::vector<LiveSegment> segments_;
  QuestionTerms terms_;
  QuestionWords words_;
  TermLookup lookup_;
};

}  // namespace answerbox::engine
