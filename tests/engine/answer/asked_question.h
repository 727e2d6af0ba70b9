// A question about segments in memory, up to the point where the choice of a
// sentence begins. The tests of this room use it.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "engine/answer/evidence/candidate_evidence.h"
#include "engine/answer/evidence/lexicon.h"
#include "engine/answer/evidence/question_words.h"
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

  // The evidence of the chunks for this question.
  [[nodiscard]] CandidateEvidence Gather(
      std::span<const AnsweringChunk> chunks,
      const RelatedWords& related = RelatedWords(),
      const Thesaurus* thesaurus = nullptr,
      const CandidateEvidence* known = nullptr) {
    return *CandidateEvidence::Gather(segments_, terms_, words_,
                                      {&related, thesaurus}, lookup_, chunks,
                                      *arena_, known);
  }

  // Precondition: the chunks' segments are damaged.
  [[nodiscard]] Error GatherError(std::span<const AnsweringChunk> chunks) {
    const RelatedWords related;
    return CandidateEvidence::Gather(segments_, terms_, words_,
                                     {&related, nullptr}, lookup_, chunks,
                                     *arena_)
        .error();
  }

  [[nodiscard]] std::span<const WantedWord> Wanted(
      const RelatedWords& related) {
    return FindWantedWords(terms_, {&related, nullptr}, *arena_);
  }

  // The number of a term of the question, given as it is stored, such as
  // "vaccin".
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
