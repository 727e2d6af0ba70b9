#include <algorithm>
#include <bit>
#include <string_view>

#include "engine/ask/inquiry.h"
#include "engine/ask/look_alikes.h"
#include "engine/numeric/arena.h"
#include "engine/text/stop_words.h"

namespace answerbox::engine {
namespace {

static_assert(kMaxRetrievedTerms >=
              kMaxQuestionTerms + kMaxQuestionTerms / 2 + kMaxRelatedTerms);

// How much a neighbour counts beside the word of the question: as in a first
// trial on other documents. lab/README.md has figures of other values.
constexpr std::int64_t kSamePercent = 70;
constexpr std::int64_t kRelatedPercent = 35;
constexpr std::int64_t kBackwardSamePercent = 40;
constexpr std::int64_t kBackwardRelatedPercent = 20;

Q16 ShareOf(const Neighbour& neighbour) {
  const bool is_same = neighbour.closeness >= kSameCloseness;
  const std::int64_t percent =
      neighbour.is_backward
          ? (is_same ? kBackwardSamePercent : kBackwardRelatedPercent)
          : (is_same ? kSamePercent : kRelatedPercent);
  return Q16::FromRatio(percent, 100);
}

// The words and phrases of the question that the thesaurus knows, the longest
// first; no two share a term.
std::span<const QuestionPhrase> ChooseConcepts(const QuestionTerms& terms,
                                               const Thesaurus& thesaurus,
                                               Arena& arena) {
  const auto found = FindPhrases(terms, thesaurus, arena);
  const auto chosen = MakeSpan<QuestionPhrase>(arena, found.size());
  std::uint64_t taken = 0;
  std::size_t count = 0;
  for (std::size_t key_words = kMaxKeyWords; key_words > 0; --key_words) {
    for (const QuestionPhrase& phrase : found) {
      if (phrase.key_words != key_words || (phrase.terms & taken) != 0) {
        continue;
      }
      taken |= phrase.terms;
      chosen[count++] = phrase;
    }
  }
  return chosen.first(count);
}

// The terms of a neighbour: stop words stand in no index.
std::span<const std::string_view> TermsOf(std::string_view phrase,
                                          Arena& arena) {
  const auto terms = MakeSpan<std::string_view>(arena, kMaxKeyWords);
  std::size_t count = 0;
  while (!phrase.empty() && count < terms.size()) {
    const std::size_t end = std::min(phrase.find(' '), phrase.size());
    const std::string_view word = phrase.substr(0, end);
    if (!word.empty() && !IsStopWord(word)) terms[count++] = word;
    phrase.remove_prefix(std::min(end + 1, phrase.size()));
  }
  return terms.first(count);
}

// A neighbour of a concept.
struct Related {
  std::span<const std::string_view> terms;
  Q16 share;
  std::uint32_t concept_index = 0;
  std::size_t place = 0;  // In the lookup of all.
};

// Collects the neighbours of all concepts, each term once, and looks them up.
class RelatedLookup {
 public:
  RelatedLookup(const QuestionTerms& terms, Arena& arena)
      : terms_(terms),
        words_(MakeSpan<QuestionTerm>(arena, kMaxRelatedTerms)),
        related_(MakeSpan<Related>(arena, kMaxRelatedTerms)),
        arena_(arena) {}

  void Add(const Neighbour& neighbour, std::uint32_t concept_index) {
    if (count_ == related_.size()) return;
    const auto terms = TermsOf(neighbour.term, arena_);
    if (terms.empty() || IsSynonym(terms)) return;
    if (terms.size() > 1 && phrases_++ == kMaxRelatedPhrases) {
      --phrases_;
      return;
    }
    related_[count_++] = {terms, ShareOf(neighbour), concept_index, 0};
  }

  // The terms that are not of the question itself, to be appended to its
  // lookup, which has `first` terms.
  Result<TermLookup> Find(std::span<const LiveSegment> segments,
                          std::size_t first) {
    for (Related& related : related_.first(count_)) {
      if (related.terms.size() == 1) related.place = PlaceOf(related, first);
    }
    QuestionTerms words;
    words.distinct = words_.first(word_count_);
    auto lookup = TermLookup::Find(segments, words, arena_);
    if (!lookup) return lookup;
    for (Related& related : related_.first(count_)) {
      if (related.terms.size() == 1) continue;
      const auto added = lookup->AddPhrase(segments, related.terms, arena_);
      if (!added) return added.error();
      related.place = first + lookup->term_count() - 1;
    }
    return lookup;
  }

  [[nodiscard]] std::span<const Related> all() const {
    return related_.first(count_);
  }

 private:
  // What a person wrote down about a word counts more.
  [[nodiscard]] bool IsSynonym(std::span<const std::string_view> terms) const {
    return std::ranges::any_of(
        terms_.synonyms, [&](const QuestionSynonym& synonym) {
          return std::ranges::equal(synonym.terms, terms);
        });
  }

  std::size_t PlaceOf(const Related& related, std::size_t first) {
    const std::string_view term = related.terms.front();
    if (const auto own = terms_.Find(term)) return *own;
    const auto words = words_.first(word_count_);
    const auto known = std::ranges::find(words, term, &QuestionTerm::term);
    if (known == words.end()) words_[word_count_++] = {term, 1};
    return first + static_cast<std::size_t>(known - words.begin());
  }

  const QuestionTerms& terms_;
  std::span<QuestionTerm> words_;
  std::size_t word_count_ = 0;
  std::span<Related> related_;
  std::size_t count_ = 0;
  std::size_t phrases_ = 0;
  Arena& arena_;
};

// The terms of a mask.
std::span<const std::uint8_t> TermsIn(std::uint64_t mask, Arena& arena) {
  const auto terms = MakeSpan<std::uint8_t>(
      arena, static_cast<std::size_t>(std::popcount(mask)));
  for (std::uint8_t& term : terms) {
    term = static_cast<std::uint8_t>(std::countr_zero(mask));
    mask &= mask - 1;
  }
  return terms;
}

// The neighbours of one concept that documents have. `postings` are those that
// may still be read.
std::span<const OtherTerm> OthersOf(std::uint32_t concept_index,
                                    std::span<const Related> all,
                                    const TermLookup& lookup,
                                    std::uint64_t& postings, Arena& arena) {
  const auto belongs = [&](const Related& related) {
    return related.concept_index == concept_index;
  };
  const auto others = MakeSpan<OtherTerm>(
      arena, static_cast<std::size_t>(std::ranges::count_if(all, belongs)));
  std::size_t count = 0;
  for (const Related& related : all) {
    if (!belongs(related)) continue;
    const std::uint64_t chunks = lookup.chunk_frequency(related.place);
    if (chunks == 0 || chunks > postings) continue;
    postings -= chunks;
    others[count++] = {static_cast<std::uint8_t>(related.place), related.share};
  }
  return others.first(count);
}

// The first neighbours of all concepts, then the second ones, ...: no concept
// goes without where there are too many.
void Collect(const Thesaurus& thesaurus,
             std::span<const QuestionPhrase> concepts, RelatedLookup& related) {
  for (std::size_t n = 0; n < Thesaurus::kMaxNeighbours; ++n) {
    for (std::uint32_t i = 0; i < concepts.size(); ++i) {
      const Thesaurus::Range range = concepts[i].neighbours;
      if (n < range.end - range.begin) {
        related.Add(thesaurus.At(range.begin + n), i);
      }
    }
  }
}

// The concepts, then each of the `own_terms` first terms that is of none: words
// without neighbours, and synonyms.
std::span<const TermConcept> Group(std::span<const QuestionPhrase> concepts,
                                   std::span<const Related> related,
                                   std::size_t own_terms,
                                   const TermLookup& lookup, Arena& arena) {
  const auto groups = MakeSpan<TermConcept>(arena, concepts.size() + own_terms);
  std::size_t count = 0;
  std::uint64_t postings = kMaxRelatedPostings;
  const auto is_taken = MakeSpan<bool>(arena, own_terms);
  for (std::uint32_t i = 0; i < concepts.size(); ++i) {
    const auto own = TermsIn(concepts[i].terms, arena);
    for (const std::uint8_t term : own) is_taken[term] = true;
    groups[count++] = {own, OthersOf(i, related, lookup, postings, arena)};
  }
  const auto alone = MakeSpan<std::uint8_t>(arena, own_terms);
  for (std::size_t t = 0; t < own_terms; ++t) {
    if (is_taken[t]) continue;
    alone[t] = static_cast<std::uint8_t>(t);
    groups[count++] = {alone.subspan(t, 1), {}};
  }
  return groups.first(count);
}

}  // namespace

Result<void> AddRelatedTerms(const Thesaurus& thesaurus, Inquiry& inquiry) {
  Arena& arena = inquiry.arena;
  const auto concepts = ChooseConcepts(inquiry.terms, thesaurus, arena);
  RelatedLookup related(inquiry.terms, arena);
  Collect(thesaurus, concepts, related);
  TermLookup& retrieval = inquiry.retrieval;
  const std::size_t own_terms = retrieval.term_count();
  const auto lookup = related.Find(inquiry.segments, own_terms);
  if (!lookup) return lookup.error();
  TermLookup& more = MakeSpan<TermLookup>(arena, 1).front();
  more = *lookup;
  retrieval.Append(more);
  retrieval.GroupBy(
      Group(concepts, related.all(), own_terms, retrieval, arena));
  return {};
}

}  // namespace answerbox::engine
