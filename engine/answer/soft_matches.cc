#include "engine/answer/soft_matches.h"

#include <algorithm>
#include <array>
#include <memory_resource>
#include <vector>

#include "engine/answer/opposites.h"
#include "engine/numeric/arena_span.h"

namespace answerbox::engine {
namespace {

constexpr std::size_t kMinPrefixBytes = 4;
// A dictionary of millions may hold a great many terms with one beginning
// ("1000..."): past this many, further ones of that beginning are not looked
// at.
constexpr std::size_t kMaxTermsPerPrefix = 4096;
constexpr std::size_t kFilterWords = 16;

std::size_t FilterWord(TermNumber number) { return number / 64 % kFilterWords; }
bool IsNumber(std::string_view term) {
  return !term.empty() && term.front() >= '0' && term.front() <= '9';
}

std::uint64_t FilterBit(TermNumber number) {
  return std::uint64_t{1} << (number % 64);
}

// Collects the terms that begin like `term` into `matches`.
Result<void> CollectAlike(const TermDictionary& dictionary,
                          std::string_view term, std::uint8_t question_term,
                          std::pmr::vector<SoftMatch>& matches) {
  if (term.size() < kMinPrefixBytes || IsNumber(term)) return {};
  const std::string_view prefix = term.substr(0, kMinPrefixBytes);
  auto cursor = dictionary.LowerBound(prefix);
  if (!cursor) return cursor.error();
  for (std::size_t walked = 0; walked < kMaxTermsPerPrefix; ++walked) {
    const auto moved = cursor->Next();
    if (!moved) return moved.error();
    if (!*moved || !cursor->term().starts_with(prefix)) return {};
    const Similarity similarity = PrefixSimilarity(term, cursor->term());
    if (similarity == 0 || similarity == kSame) continue;
    matches.push_back(
        {cursor->entry().number, question_term, MatchKind::kAlike, similarity});
  }
  return {};
}

Result<void> CollectOpposites(const TermDictionary& dictionary,
                              std::string_view term, std::uint8_t question_term,
                              std::pmr::vector<SoftMatch>& matches) {
  std::array<std::string_view, kMaxOpposites> opposites;
  const std::size_t count = FindOpposites(term, opposites);
  for (std::size_t i = 0; i < count; ++i) {
    const auto entry = dictionary.Find(opposites[i]);
    if (!entry) return entry.error();
    if (!*entry) continue;
    matches.push_back(
        {(*entry)->number, question_term, MatchKind::kOpposite, 0});
  }
  return {};
}

Result<void> CollectRelated(const TermDictionary& dictionary,
                            std::string_view term, std::uint8_t question_term,
                            const RelatedWords& related,
                            std::pmr::vector<SoftMatch>& matches) {
  constexpr Similarity kSimilarityOfOne = kSame / 256;
  static_assert(0xFF * kSimilarityOfOne < kSame);  // Never the term itself.
  const auto range = related.Of(term);
  for (std::size_t pair = range.begin; pair < range.end; ++pair) {
    const RelatedWord word = related.At(pair);
    const auto entry = dictionary.Find(word.term);
    if (!entry) return entry.error();
    if (!*entry) continue;
    matches.push_back(
        {(*entry)->number, question_term, MatchKind::kRelated,
         static_cast<Similarity>(word.closeness * kSimilarityOfOne)});
  }
  return {};
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

Result<SoftMatches> SoftMatches::Find(const LiveSegment& segment,
                                      std::size_t segment_index,
                                      const QuestionTerms& terms,
                                      const TermLookup& lookup,
                                      const RelatedWords& related,
                                      Arena& arena) {
  std::pmr::vector<SoftMatch> matches(&arena);
  for (std::size_t t = 0; t < terms.distinct.size(); ++t) {
    const auto question_term = static_cast<std::uint8_t>(t);
    if (const auto& entry = lookup.entry(segment_index, t)) {
      matches.push_back(
          {entry->number, question_term, MatchKind::kAlike, kSame});
    }
    const auto collected =
        CollectAlike(segment.reader->terms(), terms.distinct[t].term,
                     question_term, matches);
    if (!collected) return collected.error();
    const auto opposed =
        CollectOpposites(segment.reader->terms(), terms.distinct[t].term,
                         question_term, matches);
    if (!opposed) return opposed.error();
    const auto gone_with =
        CollectRelated(segment.reader->terms(), terms.distinct[t].term,
                       question_term, related, matches);
    if (!gone_with) return gone_with.error();
  }
  SoftMatches result;
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

std::span<const SoftMatch> SoftMatches::Of(TermNumber number) const noexcept {
  if ((filter_[FilterWord(number)] & FilterBit(number)) == 0) return {};
  const auto begin =
      std::ranges::lower_bound(matches_, number, {}, &SoftMatch::number);
  const auto end = std::find_if(
      begin, matches_.end(),
      [&](const SoftMatch& match) { return match.number != number; });
  return {begin, end};
}

}  // namespace answerbox::engine
