#include <array>
#include <cstddef>

#include "engine/answer/evidence/opposites.h"
#include "engine/answer/evidence/soft_matches.h"
#include "engine/answer/evidence/thesaurus.h"
#include "engine/index/format/term_prefix.h"
#include "engine/numeric/arena_span.h"

namespace answerbox::engine {
namespace {

// Words of a source that stand for terms of the question.
struct Relation {
  // Words of kRelated are in the pairs, words of kNeighbour in the thesaurus.
  MatchKind kind = MatchKind::kRelated;
  std::size_t begin = 0;  // In the source; half-open.
  std::size_t end = 0;
  std::uint64_t question_terms = 0;
};

// Each term and phrase for which a source has words. Found first, so that the
// words can be counted before room is taken for them.
std::span<const Relation> FindRelations(const QuestionTerms& terms,
                                        const RelatedSources& sources,
                                        Arena& arena) {
  const auto phrases = sources.thesaurus == nullptr
                           ? std::span<const QuestionPhrase>()
                           : FindPhrases(terms, *sources.thesaurus, arena);
  const auto relations =
      MakeBuffer<Relation>(arena, terms.distinct.size() + phrases.size());
  std::size_t count = 0;
  const auto add = [&](MatchKind kind, const auto& range,
                       std::uint64_t question_terms) {
    if (range.begin == range.end) return;
    relations[count++] = {kind, range.begin, range.end, question_terms};
  };
  if (sources.pairs != nullptr) {
    for (std::size_t t = 0; t < terms.distinct.size(); ++t) {
      add(MatchKind::kRelated, sources.pairs->Of(terms.distinct[t].term),
          std::uint64_t{1} << t);
    }
  }
  for (const QuestionPhrase& phrase : phrases) {
    add(MatchKind::kNeighbour, phrase.neighbours, phrase.terms);
  }
  return relations.first(count);
}

// Writes words into memory that the caller gives.
class WordWriter {
 public:
  explicit WordWriter(std::span<WantedWord> room) : room_(room) {}

  void AddOpposites(std::string_view term, std::uint64_t itself) {
    std::array<std::string_view, kMaxOpposites> opposites;
    const std::size_t count = FindOpposites(term, opposites);
    for (std::size_t i = 0; i < count; ++i) {
      Add(opposites[i], itself, MatchKind::kOpposite, 0);
    }
  }

  void AddRelated(const RelatedWords& pairs, const Relation& relation) {
    for (std::size_t i = relation.begin; i < relation.end; ++i) {
      AddRelatedWord(pairs.At(i), relation);
    }
  }

  // Phrases are left to retrieval. Other forms of a word are found without it.
  void AddRelated(const Thesaurus& thesaurus, const Relation& relation) {
    for (std::size_t i = relation.begin; i < relation.end; ++i) {
      const Neighbour word = thesaurus.At(i);
      if (word.is_other_word()) AddRelatedWord(word, relation);
    }
  }

  [[nodiscard]] std::span<const WantedWord> written() const {
    return room_.first(count_);
  }

 private:
  void AddRelatedWord(const RelatedWord& word, const Relation& relation) {
    constexpr Similarity kSimilarityOfOne = kSame / 256;
    static_assert(0xFF * kSimilarityOfOne <
                  kSame);  // Related words stay below kSame.
    Add(word.term, relation.question_terms, relation.kind,
        static_cast<Similarity>(word.closeness * kSimilarityOfOne));
  }

  void Add(std::string_view text, std::uint64_t question_terms, MatchKind kind,
           Similarity similarity) {
    if (text.empty()) return;  // No term is.
    room_[count_++] = {PrefixOf(text), text, question_terms, kind, similarity};
  }

  std::span<WantedWord> room_;
  std::size_t count_ = 0;
};

}  // namespace

std::span<const WantedWord> FindWantedWords(const QuestionTerms& terms,
                                            const RelatedSources& sources,
                                            Arena& arena) {
  const auto relations = FindRelations(terms, sources, arena);
  std::size_t most = kMaxOpposites * terms.distinct.size();
  for (const Relation& relation : relations) {
    most += relation.end - relation.begin;
  }
  WordWriter writer(MakeBuffer<WantedWord>(arena, most));
  for (std::size_t t = 0; t < terms.distinct.size(); ++t) {
    writer.AddOpposites(terms.distinct[t].term, std::uint64_t{1} << t);
  }
  for (const Relation& relation : relations) {
    if (relation.kind == MatchKind::kRelated) {
      writer.AddRelated(*sources.pairs, relation);
    } else {
      writer.AddRelated(*sources.thesaurus, relation);
    }
  }
  return writer.written();
}

}  // namespace answerbox::engine
