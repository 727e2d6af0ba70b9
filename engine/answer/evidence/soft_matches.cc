#include "engine/answer/evidence/soft_matches.h"

#include <algorithm>
#include <memory_resource>
#include <tuple>
#include <vector>

#include "engine/answer/evidence/opposites.h"
#include "engine/index/format/short_bytes.h"

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

namespace {

constexpr std::size_t kMinPrefixBytes = 4;
// Looking up a word takes as many instructions as reading so many terms.
constexpr std::size_t kTermsPerLookup = 8;
// The most terms that are walked, of a dictionary or for one beginning. A
// dictionary of millions may hold more with the same beginning; they are read
// only if a sentence holds them.
constexpr std::size_t kMaxWalkedTerms = 4096;
bool IsNumber(std::string_view term) {
  return !term.empty() && term.front() >= '0' && term.front() <= '9';
}

// The beginning that all terms similar to `term` share with it
// (PrefixSimilarity).
std::string_view SharedBeginning(std::string_view term) {
  return term.substr(0, std::max(kMinPrefixBytes, (term.size() * 6 + 9) / 10));
}

// The number of the first term after those that begin with `prefix`. The first
// term that is not less than the prefix with its last byte one higher.
Result<TermNumber> EndOfPrefix(const TermDictionary& dictionary,
                               std::string_view prefix) {
  std::array<char, kMaxTermBytes> next;
  std::ranges::copy(prefix, next.begin());
  // No byte of UTF-8 is 0xFF, so this does not overflow.
  char& last = next[prefix.size() - 1];
  last = static_cast<char>(static_cast<unsigned char>(last) + 1);
  auto cursor = dictionary.LowerBound({next.data(), prefix.size()});
  if (!cursor) return cursor.error();
  const auto moved = cursor->NextTerm();
  if (!moved) return moved.error();
  return *moved ? cursor->entry().number : dictionary.size();
}

// Adds the matches of synonyms of one term; returns the other synonyms. A
// phrase of which the segment lacks a term can stand nowhere in it.
Result<std::span<const PhraseMatch>> CollectSynonyms(
    const TermDictionary& dictionary, std::span<const QuestionSynonym> synonyms,
    std::pmr::vector<SoftMatch>& matches, Arena& arena) {
  if (synonyms.empty()) return std::span<const PhraseMatch>();
  const auto phrases = MakeSpan<PhraseMatch>(arena, synonyms.size());
  std::size_t count = 0;
  for (const QuestionSynonym& synonym : synonyms) {
    // Written forms are found in the text (CandidateEvidence).
    if (!synonym.written.empty()) continue;
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

// "vaccin" and "vaccinat" are one word in two forms; "cat" and "category" are
// not, hence the least share and length. Years differ by their last digit.
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

// Collects the terms that match those of the question. Matches are gathered by
// term of the question, and sorted by number at the end, as sentences ask by
// number.
class SoftMatches::Collector {
 public:
  Collector(const TermDictionary& dictionary, const QuestionTerms& terms,
            std::pmr::vector<SoftMatch>& matches, Arena& arena)
      : dictionary_(dictionary),
        terms_(terms),
        matches_(matches),
        arena_(arena) {}

  // Collects the terms that begin alike, and the wanted words. Takes the
  // cheaper of two ways to the same matches: small dictionaries are read whole.
  Result<void> Collect(std::span<const WantedWord> wanted) {
    const std::size_t lookups = wanted.size() + terms_.distinct.size();
    if (dictionary_.size() <= kMaxWalkedTerms &&
        dictionary_.size() / kTermsPerLookup < lookups) {
      return CollectByWalking(wanted);
    }
    for (std::size_t t = 0; t < terms_.distinct.size(); ++t) {
      const auto found = CollectAlike(static_cast<std::uint8_t>(t));
      if (!found) return found.error();
    }
    for (const WantedWord& word : wanted) {
      if (const auto found = LookUp(word); !found) return found;
    }
    return {};
  }

  // The ranges that Leave() added; null if there are none. Call once, last.
  Late* late() {
    if (late_ == nullptr) return nullptr;
    late_->found =
        MakeSpan<SoftMatch>(arena_, matches_.size() + late_->range_count);
    return late_;
  }

 private:
  // Reads the whole dictionary once. Each term is compared by its first bytes
  // alone, unless a filter says that they may be those of a wanted word.
  Result<void> CollectByWalking(std::span<const WantedWord> wanted) {
    PrefixFilter beginnings(terms_.distinct.size(), arena_);
    for (const QuestionTerm& term : terms_.distinct) {
      beginnings.Add(BeginningOf(PrefixOf(term.term)));
    }
    PrefixFilter prefixes(wanted.size(), arena_);
    for (const WantedWord& word : wanted) prefixes.Add(word.prefix);
    TermCursor cursor = dictionary_.Begin();
    while (true) {
      const auto moved = cursor.NextTerm();
      if (!moved) return moved.error();
      if (!*moved) return {};
      const std::uint64_t prefix = PrefixOf(cursor.term());
      if (beginnings.MayHave(BeginningOf(prefix))) {
        for (std::size_t t = 0; t < terms_.distinct.size(); ++t) {
          AddIfAlike(cursor, static_cast<std::uint8_t>(t));
        }
      }
      if (!prefixes.MayHave(prefix)) continue;
      for (const WantedWord& word : wanted) {
        if (word.prefix == prefix && word.text == cursor.term()) {
          Add(word, cursor.entry().number);
        }
      }
    }
  }

  // The first kMinPrefixBytes bytes. All terms that begin alike share them.
  static std::uint64_t BeginningOf(std::uint64_t prefix) {
    return prefix >> 8 * (kTermPrefixBytes - kMinPrefixBytes);
  }

  void AddIfAlike(const TermCursor& cursor, std::uint8_t question_term) {
    const Similarity similarity =
        PrefixSimilarity(terms_.distinct[question_term].term, cursor.term());
    if (similarity == 0 || similarity == kSame) return;
    matches_.push_back(
        {cursor.entry().number, question_term, MatchKind::kAlike, similarity});
  }

  Result<void> CollectAlike(std::uint8_t question_term) {
    const std::string_view term = terms_.distinct[question_term].term;
    if (term.size() < kMinPrefixBytes || IsNumber(term)) return {};
    const std::string_view prefix = SharedBeginning(term);
    auto cursor = dictionary_.LowerBound(prefix);
    if (!cursor) return cursor.error();
    for (std::size_t walked = 0;; ++walked) {
      const auto moved = cursor->NextTerm();
      if (!moved) return moved.error();
      if (!*moved || !cursor->term().starts_with(prefix)) return {};
      if (walked == kMaxWalkedTerms) {
        return Leave(cursor->entry().number, prefix, question_term);
      }
      AddIfAlike(*cursor, question_term);
    }
  }

  Result<void> LookUp(const WantedWord& word) {
    const auto entry = dictionary_.Find(word.text);
    if (!entry) return entry.error();
    if (*entry) Add(word, (*entry)->number);
    return {};
  }

  void Add(const WantedWord& word, TermNumber number) {
    for (std::uint64_t rest = word.question_terms; rest != 0;
         rest &= rest - 1) {
      matches_.push_back({number,
                          static_cast<std::uint8_t>(std::countr_zero(rest)),
                          word.kind, word.similarity});
    }
  }

  // Leaves the terms with `prefix` from `begin` on to Of(). So a question
  // never costs more than kMaxWalkedTerms for a term, however large the
  // collection is.
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
                                      std::span<const WantedWord> wanted,
                                      Arena& arena) {
  std::pmr::vector<SoftMatch> matches(&arena);
  for (std::size_t t = 0; t < terms.distinct.size(); ++t) {
    if (const auto& entry = lookup.entry(segment_index, t)) {
      matches.push_back({entry->number, static_cast<std::uint8_t>(t),
                         MatchKind::kAlike, kSame});
    }
  }
  Collector collector(segment.reader->terms(), terms, matches, arena);
  if (const auto found = collector.Collect(wanted); !found) {
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
  std::ranges::sort(sorted, {}, [](const SoftMatch& match) {
    return std::tuple(match.number % kPlaces, match.number,
                      match.question_term);
  });
  result.matches_ = sorted;
  const auto begins = MakeSpan<std::uint32_t>(arena, kPlaces + 1);
  for (const SoftMatch& match : sorted) ++begins[match.number % kPlaces + 1];
  for (std::size_t i = 0; i < kPlaces; ++i) begins[i + 1] += begins[i];
  result.begins_ = begins;
  return result;
}

Result<void> SoftMatches::status() const noexcept {
  if (late_ != nullptr && late_->error) return *late_->error;
  return {};
}

// After an error returns the listed matches alone. status() has the error.
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
    const auto moved = cursor.NextTerm();
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

}  // namespace answerbox::engine
