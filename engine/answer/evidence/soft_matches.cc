#include "engine/answer/evidence/soft_matches.h"

#include <algorithm>
#include <array>
#include <memory_resource>
#include <vector>

#include "engine/answer/evidence/opposites.h"
#include "engine/answer/evidence/question_phrases.h"
#include "engine/answer/evidence/wanted_words.h"
#include "engine/numeric/arena_span.h"

namespace answerbox::engine {
namespace {

constexpr std::size_t kMinPrefixBytes = 4;
// The most terms that are walked for one beginning. A dictionary of millions
// may hold more with the same beginning; they are read only if a sentence holds
// them.
constexpr std::size_t kMaxWalkedTerms = 4096;
constexpr std::size_t kFilterWords = 16;

std::size_t FilterWord(TermNumber number) { return number / 64 % kFilterWords; }
bool IsNumber(std::string_view term) {
  return !term.empty() && term.front() >= '0' && term.front() <= '9';
}

std::uint64_t FilterBit(TermNumber number) {
  return std::uint64_t{1} << (number % 64);
}

// The beginning that all terms similar to `term` share with it
// (PrefixSimilarity).
std::string_view SharedBeginning(std::string_view term) {
  return term.substr(0, std::max(kMinPrefixBytes, (term.size() * 6 + 9) / 10));
}

// The number of the first term after those that begin with `prefix`.
Result<TermNumber> EndOfPrefix(const TermDictionary& dictionary,
                               std::string_view prefix) {
  std::array<char, kMaxTermBytes> next;
  std::ranges::copy(prefix, next.begin());
  // No byte of UTF-8 is 0xFF, so this does not overflow.
  char& last = next[prefix.size() - 1];
  last = static_cast<char>(static_cast<unsigned char>(last) + 1);
  auto cursor = dictionary.LowerBound({next.data(), prefix.size()});
  if (!cursor) return cursor.error();
  const auto moved = cursor->Next();
  if (!moved) return moved.error();
  return *moved ? cursor->entry().number : dictionary.size();
}

void WantOpposites(std::string_view term, std::uint64_t itself,
                   WantedWords& wanted) {
  std::array<std::string_view, kMaxOpposites> opposites;
  const std::size_t count = FindOpposites(term, opposites);
  for (std::size_t i = 0; i < count; ++i) {
    wanted.Add(opposites[i], itself, MatchKind::kOpposite, 0);
  }
}

// Source: RelatedWords or Thesaurus.
template <typename Source>
void WantRelated(const Source& related, typename Source::Range range,
                 std::uint64_t question_terms, MatchKind kind,
                 WantedWords& wanted) {
  constexpr Similarity kSimilarityOfOne = kSame / 256;
  static_assert(0xFF * kSimilarityOfOne <
                kSame);  // Related words stay below kSame.
  for (std::size_t pair = range.begin; pair < range.end; ++pair) {
    const RelatedWord word = related.At(pair);
    wanted.Add(word.term, question_terms, kind,
               static_cast<Similarity>(word.closeness * kSimilarityOfOne));
  }
}

// Adds the matches of synonyms of one term; returns the other synonyms.
Result<std::span<const PhraseMatch>> CollectSynonyms(
    const TermDictionary& dictionary, std::span<const QuestionSynonym> synonyms,
    std::pmr::vector<SoftMatch>& matches, Arena& arena) {
  if (synonyms.empty()) return std::span<const PhraseMatch>();
  const auto phrases = MakeSpan<PhraseMatch>(arena, synonyms.size());
  std::size_t count = 0;
  for (const QuestionSynonym& synonym : synonyms) {
    const auto numbers = MakeSpan<TermNumber>(arena, synonym.terms.size());
    bool has_all = true;
    for (std::size_t k = 0; has_all && k < numbers.size(); ++k) {
      const auto entry = dictionary.Find(synonym.terms[k]);
      if (!entry) return entry.error();
      has_all = entry->has_value();
      if (has_all) numbers[k] = (*entry)->number;
    }
    if (!has_all) continue;
    if (numbers.size() > 1) {
      phrases[count++] = {numbers, &synonym};
      continue;
    }
    const auto kind =
        synonym.is_capital ? MatchKind::kCapital : MatchKind::kAlike;
    for (const std::uint8_t question_term : synonym.run) {
      matches.push_back({numbers.front(), question_term, kind, kSame});
    }
  }
  return std::span<const PhraseMatch>(phrases.first(count));
}

}  // namespace

Similarity PrefixSimilarity(std::string_view a, std::string_view b) noexcept {
  if (IsNumber(a) || IsNumber(b)) return a == b ? kSame : Similarity{0};
  const std::size_t shorter = std::min(a.size(), b.size());
  const std::size_t longer = std::max(a.size(), b.size());
  std::size_t common = 0;
  while (common < shorter && a[common] == b[common]) ++common;
  if (common < kMinPrefixBytes || common * 10 < longer * 6) {
    return a == b ? kSame : Similarity{0};
  }
  return static_cast<Similarity>(common * kSame / longer);
}

// Collects the terms that match those of the question.
class SoftMatches::Collector {
 public:
  Collector(const TermDictionary& dictionary, const QuestionTerms& terms,
            std::pmr::vector<SoftMatch>& matches, Arena& arena)
      : dictionary_(dictionary),
        terms_(terms),
        matches_(matches),
        arena_(arena) {}

  Result<void> CollectAlike(std::uint8_t question_term) {
    const std::string_view term = terms_.distinct[question_term].term;
    if (term.size() < kMinPrefixBytes || IsNumber(term)) return {};
    const std::string_view prefix = SharedBeginning(term);
    auto cursor = dictionary_.LowerBound(prefix);
    if (!cursor) return cursor.error();
    for (std::size_t walked = 0;; ++walked) {
      const auto moved = cursor->Next();
      if (!moved) return moved.error();
      if (!*moved || !cursor->term().starts_with(prefix)) return {};
      const TermNumber number = cursor->entry().number;
      if (walked == kMaxWalkedTerms) {
        return Leave(number, prefix, question_term);
      }
      const Similarity similarity = PrefixSimilarity(term, cursor->term());
      if (similarity == 0 || similarity == kSame) continue;
      matches_.push_back(
          {number, question_term, MatchKind::kAlike, similarity});
    }
  }

  // The ranges that Leave() added; null if there are none. Call once, last.
  Late* late() {
    if (late_ == nullptr) return nullptr;
    late_->found =
        MakeSpan<SoftMatch>(arena_, matches_.size() + late_->range_count);
    return late_;
  }

 private:
  // Leaves the terms with `prefix` from `begin` on to Of().
  Result<void> Leave(TermNumber begin, std::string_view prefix,
                     std::uint8_t question_term) {
    const auto end = EndOfPrefix(dictionary_, prefix);
    if (!end) return end.error();
    if (late_ == nullptr) {
      late_ = MakeSpan<Late>(arena_, 1).data();
      late_->dictionary = &dictionary_;
      late_->terms = terms_.distinct;
    }
    late_->ranges[late_->range_count++] = {begin, *end, question_term};
    return {};
  }

  const TermDictionary& dictionary_;
  const QuestionTerms& terms_;
  std::pmr::vector<SoftMatch>& matches_;
  Arena& arena_;
  Late* late_ = nullptr;
};

Result<SoftMatches> SoftMatches::Find(const LiveSegment& segment,
                                      std::size_t segment_index,
                                      const QuestionTerms& terms,
                                      const TermLookup& lookup,
                                      const RelatedSources& related,
                                      Arena& arena) {
  std::pmr::vector<SoftMatch> matches(&arena);
  Collector collector(segment.reader->terms(), terms, matches, arena);
  WantedWords wanted(arena);
  for (std::size_t t = 0; t < terms.distinct.size(); ++t) {
    const auto question_term = static_cast<std::uint8_t>(t);
    if (const auto& entry = lookup.entry(segment_index, t)) {
      matches.push_back(
          {entry->number, question_term, MatchKind::kAlike, kSame});
    }
    const auto collected = collector.CollectAlike(question_term);
    if (!collected) return collected.error();
    const std::string_view term = terms.distinct[t].term;
    const std::uint64_t itself = std::uint64_t{1} << t;
    WantOpposites(term, itself, wanted);
    if (related.pairs != nullptr) {
      WantRelated(*related.pairs, related.pairs->Of(term), itself,
                  MatchKind::kRelated, wanted);
    }
    if (related.thesaurus != nullptr) {
      WantRelated(*related.thesaurus, related.thesaurus->Of(term), itself,
                  MatchKind::kNeighbour, wanted);
    }
  }
  if (related.thesaurus != nullptr) {
    for (const QuestionPhrase& phrase :
         FindPhrases(terms, *related.thesaurus, arena)) {
      WantRelated(*related.thesaurus, phrase.neighbours, phrase.terms,
                  MatchKind::kNeighbour, wanted);
    }
  }
  if (auto found = wanted.FindIn(segment.reader->terms(), matches); !found) {
    return found.error();
  }
  SoftMatches result;
  const auto phrases =
      CollectSynonyms(segment.reader->terms(), terms.synonyms, matches, arena);
  if (!phrases) return phrases.error();
  result.phrases_ = *phrases;
  result.late_ = collector.late();
  const auto sorted = MakeSpan<SoftMatch>(arena, matches.size());
  std::ranges::copy(matches, sorted.begin());
  std::ranges::sort(sorted, [](const SoftMatch& a, const SoftMatch& b) {
    return a.number != b.number ? a.number < b.number
                                : a.question_term < b.question_term;
  });
  result.matches_ = sorted;
  result.filter_ = MakeSpan<std::uint64_t>(arena, kFilterWords);
  for (const SoftMatch& match : sorted) {
    result.filter_[FilterWord(match.number)] |= FilterBit(match.number);
  }
  return result;
}

Result<void> SoftMatches::status() const noexcept {
  if (late_ != nullptr && late_->error) return *late_->error;
  return {};
}

std::span<const SoftMatch> SoftMatches::LookUp(
    TermNumber number) const noexcept {
  const auto listed = Listed(number);
  const auto ranges = std::span(late_->ranges).first(late_->range_count);
  const auto holds = [number](const LateRange& range) {
    return number >= range.begin && number < range.end;
  };
  if (std::ranges::none_of(ranges, holds)) return listed;
  TermCursor cursor = late_->dictionary->Near(number);
  do {
    const auto moved = cursor.Next();
    if (moved && *moved) continue;
    late_->error =
        moved ? Error{ErrorCode::kCorrupt, "term", number} : moved.error();
    return listed;
  } while (cursor.entry().number != number);
  std::size_t count = listed.size();
  std::ranges::copy(listed, late_->found.begin());
  for (const LateRange& range : ranges) {
    const Similarity similarity =
        PrefixSimilarity(late_->terms[range.question_term].term, cursor.term());
    if (!holds(range) || similarity == 0 || similarity == kSame) continue;
    late_->found[count++] = {number, range.question_term, MatchKind::kAlike,
                             similarity};
  }
  return late_->found.first(count);
}

std::span<const SoftMatch> SoftMatches::Listed(
    TermNumber number) const noexcept {
  if ((filter_[FilterWord(number)] & FilterBit(number)) == 0) return {};
  const auto begin =
      std::ranges::lower_bound(matches_, number, {}, &SoftMatch::number);
  const auto end = std::find_if(
      begin, matches_.end(),
      [&](const SoftMatch& match) { return match.number != number; });
  return {begin, end};
}

}  // namespace answerbox::engine
