#include "engine/answer/evidence/sentence_digest.h"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>

#include "engine/numeric/bit_count.h"

namespace answerbox::engine {
namespace {

// Sentences of thousands of words exist; a counter that wrapped would say that
// it has none.
void Count(std::uint8_t& counter) {
  if (counter < std::numeric_limits<std::uint8_t>::max()) ++counter;
}

// The positions of a word of the sentence in the question.
struct Places {
  PositionMask words = 0;
  PositionMask terms = 0;
  bool is_term = false;
};

// Finds the longest run of the question's words. ends[n] holds the positions in
// the question where a run of n + 1 words ends at the sentence's last word. All
// runs are followed at once, one per length, as a word may stand at several
// places of the question.
class RunTracker {
 public:
  void Add(PositionMask words) {
    std::size_t length = 0;
    PositionMask shorter = words;
    while (shorter != 0 && length < ends_.size()) {
      const PositionMask longer =
          length < current_ ? ends_[length] << 1 & words : 0;
      ends_[length++] = shorter;
      shorter = longer;
    }
    longest_ = std::max(longest_, length);
    current_ = length;
  }
  // A word that is not in the question.
  void Break() { current_ = 0; }
  std::size_t longest() const { return longest_; }

 private:
  std::array<PositionMask, 64> ends_;  // The first `current_` of them.
  std::size_t current_ = 0;
  std::size_t longest_ = 0;
};

// Computes the longest common subsequence with a few operations on a machine
// word per term: H. Hyyro, "Bit-parallel LCS-length computation revisited",
// 2004. The number of zero bits is its length.
class SubsequenceTracker {
 public:
  void Add(PositionMask terms) {
    const PositionMask both = row_ & terms;
    row_ = (row_ + both) | (row_ - both);
  }
  std::size_t length(std::size_t terms) const {
    const PositionMask all =
        terms >= 64 ? ~PositionMask{0} : (PositionMask{1} << terms) - 1;
    return static_cast<std::size_t>(CountBits(~row_ & all));
  }

 private:
  PositionMask row_ = ~PositionMask{0};
};

// Finds pairs of the question's words near each other. It calls two terms
// bridged if they are two to four words apart.
class PairTracker {
 public:
  //   others  how many words stand between it and the last one that was added
  //   follows_term  whether none of them has a term
  void Add(const Places& places, std::size_t others, bool follows_term) {
    for (std::size_t i = std::min(others, before_.size()); i > 0; --i) Pass(0);
    if (others == 0) pairs_ |= last_words_ << 1 & places.words;
    last_words_ = places.words;
    const PositionMask bridging = before_[1] | before_[2] | before_[3];
    bridged_ |= (bridging << 2 & places.terms) >> 1;
    Pass(places.terms);
    if (!places.is_term) return;
    if (follows_term) term_pairs_ |= last_terms_ << 1 & places.terms;
    last_terms_ = places.terms;
  }
  void Tell(SentenceDigest& digest) const {
    digest.pairs = pairs_;
    digest.term_pairs = term_pairs_;
    digest.bridged = bridged_;
  }

 private:
  void Pass(PositionMask terms) {
    before_ = {terms, before_[0], before_[1], before_[2]};
  }

  PositionMask pairs_ = 0;
  PositionMask term_pairs_ = 0;
  PositionMask bridged_ = 0;
  PositionMask last_words_ = 0;
  PositionMask last_terms_ = 0;
  // The terms of the word one, two, three and four words before.
  std::array<PositionMask, 4> before_{};
};

// The least distance between words of two kinds. Near a word of the question a
// new name or number is likelier its answer.
class DistanceTracker {
 public:
  void AddFound(std::size_t place) {
    found_ = place + kFar;
    Measure();
  }
  void AddNew(std::size_t place) {
    new_ = place + kFar;
    Measure();
  }
  std::uint8_t nearest() const { return static_cast<std::uint8_t>(nearest_); }

 private:
  static constexpr std::size_t kFar = SentenceDigest::kFarAway;

  void Measure() {
    if (found_ == 0 || new_ == 0) return;
    nearest_ =
        std::min(nearest_, found_ > new_ ? found_ - new_ : new_ - found_);
  }

  std::size_t found_ = 0;  // Place of the last word of each kind, counted from
                           // kFar; 0: none yet.
  std::size_t new_ = 0;
  std::size_t nearest_ = kFar;
};

void Raise(std::span<Similarity> row, const SoftMatch& match) {
  Similarity& similarity = row[match.question_term];
  similarity = std::max(similarity, match.similarity);
}

// Numbers in words count: "three" answers "how many".
bool IsAnyNumber(const SentenceWord& word) {
  const WordKind kind = KindOf(word.mark);
  return kind == WordKind::kNumber || kind == WordKind::kYear ||
         kind == WordKind::kNumberWord;
}

// Whether a word is more than a plain one in lower case. Most are not.
bool IsSpecial(const SentenceWord& word) {
  return IsCapitalised(word.mark) || KindOf(word.mark) != WordKind::kPlain;
}

// A word that the question has can't be what it asks for.
void CountNewWord(const SentenceWord& word, bool is_name,
                  SentenceDigest& digest) {
  if (is_name) Count(digest.new_names);
  if (KindOf(word.mark) == WordKind::kYear) Count(digest.new_years);
  if (IsAnyNumber(word)) Count(digest.new_numbers);
}

void CountKind(const SentenceWord& word, SentenceDigest& digest) {
  switch (KindOf(word.mark)) {
    case WordKind::kMonth:
      return Count(digest.months);
    case WordKind::kCause:
      return Count(digest.causes);
    case WordKind::kUnit:
      return Count(digest.units);
    default:
      return;
  }
}

// Finds the places of a sentence where a synonym of several terms stands whole.
// A phrase counts only whole, so it is looked for from its first word on, in
// the words that have terms.
class PhraseTracker {
 public:
  // Leaves the members uninitialised if there are no phrases.
  PhraseTracker(std::span<const PhraseMatch> phrases,
                std::span<const SentenceWord> words)
      : phrases_(phrases), words_(words) {
    if (!phrases.empty()) left_.fill(0);
  }

  // The terms of the question that the word meets as a part of a phrase. Call
  // for each word that has a term, in order.
  [[nodiscard]] TermMask Add(std::size_t word) {
    TermMask met = 0;
    for (std::size_t p = 0; p < phrases_.size(); ++p) {
      const PhraseMatch& phrase = phrases_[p];
      if (left_[p] == 0 && StandsAt(word, phrase.numbers)) {
        left_[p] = static_cast<std::uint8_t>(phrase.numbers.size());
      }
      if (left_[p] == 0) continue;
      const std::size_t k = phrase.numbers.size() - left_[p]--;
      for (const std::uint8_t term : phrase.synonym->MetBy(k)) {
        met |= TermMask{1} << term;
      }
    }
    return met;
  }

 private:
  bool StandsAt(std::size_t word, std::span<const TermNumber> numbers) const {
    std::size_t next = 0;
    for (; word < words_.size() && next < numbers.size(); ++word) {
      if (!HasTerm(words_[word].mark)) continue;
      if (words_[word].number != numbers[next]) return false;
      ++next;
    }
    return next == numbers.size();
  }

  std::span<const PhraseMatch> phrases_;
  std::span<const SentenceWord> words_;
  // Terms left of the phrase that the sentence is within, by phrase.
  std::array<std::uint8_t, kMaxQuestionSynonyms> left_;
};

// Number of words of the shortest part that holds every term found. For each
// end, the window begins at the term whose last place is furthest back.
std::uint16_t ShortestWindow(std::span<const FoundWord> found,
                             TermMask wanted) {
  std::array<std::uint16_t, 64> last{};
  TermMask seen = 0;
  std::uint16_t shortest = 0;
  for (const FoundWord& word : found) {
    last[word.term] = word.place;
    seen |= TermMask{1} << word.term;
    if (seen != wanted) continue;
    std::uint16_t first = word.place;
    for (TermMask rest = wanted; rest != 0; rest &= rest - 1) {
      first = std::min(first,
                       last[static_cast<std::size_t>(std::countr_zero(rest))]);
    }
    const auto length = static_cast<std::uint16_t>(word.place - first + 1);
    if (shortest == 0 || length < shortest) shortest = length;
  }
  return shortest;
}

}  // namespace

SentenceDigest DigestReader::Read(std::span<const SentenceWord> words,
                                  const SimilarityRows& rows) const noexcept {
  return matches_.phrases().empty() ? ReadWords<false>(words, rows)
                                    : ReadWords<true>(words, rows);
}

// One pass over the words, as it is the innermost loop of every question: each
// tracker takes a few operations on machine words. A stop word has a position
// but no term; a term may match several terms of the question, in several ways.
template <bool kHasPhrases>
SentenceDigest DigestReader::ReadWords(
    std::span<const SentenceWord> words,
    const SimilarityRows& rows) const noexcept {
  SentenceDigest digest;
  digest.words = static_cast<std::uint16_t>(words.size());
  RunTracker run;
  SubsequenceTracker subsequence;
  PairTracker pairs;
  DistanceTracker names;
  DistanceTracker numbers;
  PhraseTracker phrases(matches_.phrases(), words);
  std::size_t found = 0;
  bool is_opening = true;
  std::size_t terms = 0;
  std::size_t new_terms = 0;
  // Words of the question are few: trackers are told what came between them
  // when the next one is read.
  std::size_t next = 0;        // The word after the last one of the question.
  std::size_t last_terms = 0;  // `terms` when its last term was read.
  for (std::size_t w = 0; w < words.size(); ++w) {
    const SentenceWord& word = words[w];
    Places places;
    places.is_term = HasTerm(word.mark);
    if (!places.is_term) {
      places.words = question_.stop_positions[word.number];
      if (IsNegation(word.mark)) Count(digest.negations);
      if (w == 0) digest.begins_with_pronoun = IsPronoun(word.mark);
    } else {
      ++terms;
      bool is_new = true;
      for (const SoftMatch& match : matches_.Of(word.number)) {
        if (match.kind == MatchKind::kOpposite) {
          digest.opposed |= TermMask{1} << match.question_term;
          continue;
        }
        if (match.kind == MatchKind::kAlike) {
          Raise(rows.alike, match);
        } else if (match.kind == MatchKind::kCapital) {
          if (!IsCapitalised(word.mark)) continue;
          Raise(rows.alike, match);
        } else {
          Raise(rows.all_related, match);
          if (match.kind == MatchKind::kRelated) Raise(rows.related, match);
        }
        if (match.similarity != kSame) continue;
        is_new = false;
        places.words |= question_.word_positions[match.question_term];
        places.terms |= question_.term_positions[match.question_term];
        digest.same |= TermMask{1} << match.question_term;
        // Only a sentence of synonyms has more; its last ones do not count.
        if (found == found_.size()) continue;
        found_[found++] = {static_cast<std::uint16_t>(w), match.question_term};
      }
      if constexpr (kHasPhrases) {
        for (TermMask met = phrases.Add(w); met != 0; met &= met - 1) {
          const auto term = static_cast<std::uint8_t>(std::countr_zero(met));
          is_new = false;
          rows.alike[term] = kSame;
          places.words |= question_.word_positions[term];
          places.terms |= question_.term_positions[term];
          digest.same |= TermMask{1} << term;
          if (found == found_.size()) continue;
          found_[found++] = {static_cast<std::uint16_t>(w), term};
        }
      }
      const bool is_special = IsSpecial(word);
      if (is_special) CountKind(word, digest);
      if (is_new) {
        is_opening = false;
        ++new_terms;
        if (!is_special) continue;
        const bool next_is_capital = w + 1 < words.size() &&
                                     HasTerm(words[w + 1].mark) &&
                                     IsCapitalised(words[w + 1].mark);
        const bool is_name =
            IsCapitalised(word.mark) && (w > 0 || next_is_capital);
        CountNewWord(word, is_name, digest);
        if (is_name) names.AddNew(w);
        if (IsAnyNumber(word)) numbers.AddNew(w);
      } else {
        if (is_opening) digest.opening = digest.same;
        names.AddFound(w);
        numbers.AddFound(w);
      }
      if (places.terms != 0) subsequence.Add(places.terms);
    }
    if ((places.words | places.terms) == 0) continue;
    digest.positions |= places.words;
    if (w != next) run.Break();
    run.Add(places.words);
    pairs.Add(places, w - next, terms == last_terms + 1);
    next = w + 1;
    if (places.is_term) last_terms = terms;
  }
  digest.terms = static_cast<std::uint16_t>(terms);
  digest.new_terms = static_cast<std::uint8_t>(std::min<std::size_t>(
      new_terms, std::numeric_limits<std::uint8_t>::max()));
  pairs.Tell(digest);
  digest.name_distance = names.nearest();
  digest.number_distance = numbers.nearest();
  digest.longest_run = static_cast<std::uint8_t>(run.longest());
  digest.common_terms =
      static_cast<std::uint8_t>(subsequence.length(question_.terms));
  if (found != 0) {
    digest.window = ShortestWindow(found_.first(found), digest.same);
  }
  return digest;
}

}  // namespace answerbox::engine
