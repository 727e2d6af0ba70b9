#include "engine/ask/leaf_texts.h"

#include <bit>
#include <compare>
#include <optional>

#include "engine/answer/evidence/near_duplicates.h"
#include "engine/ask/citation.h"

namespace answerbox::engine {

namespace {

constexpr std::size_t kMostCompared = 16;

// A leaf with a hash of what leaves that say the same have in common: the words
// of the question, and how many words, numbers and names.
struct KeyedLeaf {
  std::uint64_t key = 0;
  std::uint32_t leaf = 0;

  friend auto operator<=>(const KeyedLeaf&, const KeyedLeaf&) = default;
};

std::uint64_t KeyOf(const SentenceDigest& digest) {
  constexpr std::uint64_t kFactor = 0x9E3779B97F4A7C15u;
  const std::uint64_t counts = digest.terms |
                               std::uint64_t{digest.new_numbers} << 16 |
                               std::uint64_t{digest.new_names} << 24 |
                               std::uint64_t{digest.negations} << 32;
  return (digest.positions * kFactor ^ counts) * kFactor;
}

}  // namespace

std::string_view LeafTexts::HeadingOf(std::uint32_t leaf) const noexcept {
  return leaves_.stretches[leaves_.leaves[leaf].stretch].section.heading;
}

namespace {

// Compares leaves, each with some before it. Keeps what it has read of some, as
// each is compared with several others.
class LeafComparison {
 public:
  LeafComparison(const LeafTexts& texts, Arena& arena)
      : texts_(texts),
        arena_(arena),
        begin_(arena.used()),
        kept_(MakeSpan<Kept>(arena, kMostKept)),
        empty_(arena.used()) {}
  LeafComparison(const LeafComparison&) = delete;
  LeafComparison& operator=(const LeafComparison&) = delete;
  ~LeafComparison() { arena_.Rewind(begin_); }

  // Forgets what was kept: the next leaves are compared with none of them.
  void BeginGroup() {
    count_ = 0;
    arena_.Rewind(empty_);
  }

  bool SayTheSame(std::uint32_t a, std::uint32_t b) {
    const std::size_t used = arena_.used();
    Kept room_a;
    Kept room_b;
    Kept& first = Of(a, room_a);
    Kept& second = Of(b, room_b);
    const bool knew_first = first.words.has_value();
    const bool knew_second = second.words.has_value();
    const bool same = Compare(first, second);
    if (&first == &room_a || &second == &room_b) {
      if (!knew_first) first.words.reset();
      if (!knew_second) second.words.reset();
      arena_.Rewind(used);
    }
    return same;
  }

 private:
  struct Kept {
    std::uint32_t leaf = kNoLeaf;
    std::optional<WordSet> words;
  };
  static constexpr std::size_t kMostKept = 2 * kMostCompared;

  // What is known of a leaf, kept or in the caller's room.
  Kept& Of(std::uint32_t leaf, Kept& room) {
    const auto kept = kept_.first(count_);
    const auto known = std::ranges::find(kept, leaf, &Kept::leaf);
    if (known != kept.end()) return *known;
    Kept& one = count_ < kept_.size() ? kept_[count_++] : room;
    one = Kept{};
    one.leaf = leaf;
    return one;
  }

  // Words take the longest to read.
  bool Compare(Kept& a, Kept& b) {
    if (texts_.HeadingOf(a.leaf) != texts_.HeadingOf(b.leaf)) return false;
    if (texts_.Of(a.leaf) == texts_.Of(b.leaf)) return true;
    for (Kept* const one : {&a, &b}) {
      if (!one->words) one->words.emplace(texts_.Of(one->leaf), arena_);
    }
    return engine::SayTheSame(*a.words, *b.words);
  }

  const LeafTexts& texts_;
  Arena& arena_;
  std::size_t begin_;  // What the arena had used before.
  std::span<Kept> kept_;
  std::size_t count_ = 0;
  std::size_t empty_;  // What it has used without words.
};

}  // namespace

std::span<const std::uint32_t> LeafTexts::FindSame(Arena& arena) const {
  const auto sentences = evidence_.sentences();
  const auto sorted = MakeBuffer<KeyedLeaf>(arena, sentences.size());
  std::size_t count = 0;
  for (std::uint32_t i = 0; i < sentences.size(); ++i) {
    if (!leaves_.leaves[i].can_answer || sentences[i].digest.same == 0)
      continue;
    sorted[count++] = {KeyOf(sentences[i].digest), i};
  }
  const auto asked = sorted.first(count);
  std::ranges::sort(asked);
  const auto same_as = MakeSpan<std::uint32_t>(arena, sentences.size());
  for (std::uint32_t k = 0; k < same_as.size(); ++k) same_as[k] = k;
  bool has_same = false;
  LeafComparison comparison(*this, arena);
  for (std::size_t i = 1; i < asked.size(); ++i) {
    if (asked[i].key != asked[i - 1].key) {
      comparison.BeginGroup();
      continue;
    }
    // Back over some of those with the same key. Copies are few; a long list of
    // items with as many words each is not compared as a whole.
    for (std::size_t j = i; j-- > i - std::min(i, kMostCompared);) {
      if (asked[j].key != asked[i].key) break;
      const std::uint32_t first = asked[j].leaf;
      if (same_as[first] != first) continue;
      if (!comparison.SayTheSame(first, asked[i].leaf)) continue;
      has_same = true;
      same_as[asked[i].leaf] = first;
      break;
    }
  }
  return has_same ? std::span<const std::uint32_t>(same_as)
                  : std::span<const std::uint32_t>();
}

bool LeafTexts::IsOfSection(std::uint32_t leaf,
                            std::uint32_t other) const noexcept {
  const CandidateSentence& a = candidate(leaf);
  const CandidateSentence& b = candidate(other);
  const auto begin_of = [&](std::uint32_t one) {
    return leaves_.stretches[leaves_.leaves[one].stretch].section.begin;
  };
  return a.segment == b.segment && a.document == b.document &&
         begin_of(leaf) == begin_of(other);
}

namespace {

// Years and small numbers are in nearly every document. A longer number, such
// as an extension or a fault's code, is evidence as a word is.
bool IsCommonNumber(std::string_view term) {
  return term.size() <= 2 || (term.size() == 4 && term[0] <= '2');
}

}  // namespace

// The section counts as a whole: a row says what it tells by the heads of its
// table, an item by what leads in to its list.
bool LeafTexts::HasNumbersAlone(std::uint32_t leaf,
                                const QuestionTerms& terms) const noexcept {
  // The thesaurus gives each related word more than this. Learnt pairs have
  // less where they are unsure, as "won" and "founded".
  constexpr Similarity kClose = kSame / 2;
  const auto has = [&](std::uint32_t at, std::size_t term) {
    return evidence_.similarities(at)[term] != 0 ||
           evidence_.heading_similarities(at)[term] != 0 ||
           evidence_.all_related_similarities(at)[term] >= kClose ||
           evidence_.heading_related_similarities(at)[term] >= kClose;
  };
  const Leaf& own = leaves_.leaves[leaf];
  const Stretch& stretch = leaves_.stretches[own.stretch];
  if (stretch.name != 0 || own.row.heads != 0 || own.row.caption != 0) {
    return false;
  }
  std::uint64_t words = 0;  // Bit t: term t is no number.
  bool has_number = false;
  for (std::size_t term = 0; term < evidence_.term_count(); ++term) {
    const std::string_view text = terms.distinct[term].term;
    if (text.find_first_not_of("0123456789") != std::string_view::npos) {
      words |= std::uint64_t{1} << term;
    } else if (has(leaf, term)) {
      if (!IsCommonNumber(text)) return false;
      has_number = true;
    }
  }
  const int word_count = std::popcount(words);
  if (!has_number || word_count < 3) return false;
  for (std::uint32_t at = 0; at < leaves_.leaves.size(); ++at) {
    if (!IsOfSection(at, leaf)) continue;
    for (std::size_t term = 0; term < evidence_.term_count(); ++term) {
      if (has(at, term)) words &= ~(std::uint64_t{1} << term);
    }
  }
  // A section has one word of four by chance: "cup" of those who won it.
  return word_count - std::popcount(words) <= (word_count >= 4 ? 1 : 0);
}

namespace {

bool Holds(ByteRange outer, ByteRange inner) {
  return outer.begin <= inner.begin && inner.end <= outer.end;
}

bool AsksForSomething(QuestionType type) {
  switch (type) {
    case QuestionType::kWho:
    case QuestionType::kWhere:
    case QuestionType::kHowMany:
    case QuestionType::kWhich:
    case QuestionType::kWhat:
      return true;
    default:
      return false;
  }
}

}  // namespace

OpposedLeaves::OpposedLeaves(std::string_view question, QuestionType type,
                             const QuestionTerms& terms,
                             TermNormalizer& normalizer, Arena& arena)
    : terms_(terms), normalizer_(normalizer), arena_(arena) {
  const Denials asked = ReadDenials(question);
  const bool is_denied = asked.Have(DenialKind::kClause);
  asks_who_ = AsksForSomething(type) && asked.count == 0;
  asks_who_not_ = AsksForSomething(type) && is_denied;
  asks_what_follows_ = AsksWhatFollows(question);
}

// Denied if all that the text holds of the question is. A part that is taken
// out is enough: "milk" of "may drink water, but not milk".
bool OpposedLeaves::IsDenied(const LeafTexts& texts, std::uint32_t leaf) const {
  // Evidence does not tell of each synonym that FindWords() finds.
  if (terms_.synonyms.empty() && !texts.HasAlike(leaf)) return false;
  const std::string_view text = texts.Of(leaf);
  const Denials denials = ReadDenials(text);
  if (denials.count == 0) return false;
  const auto found = FindWords(text, terms_, normalizer_, arena_);
  if (found.empty()) return false;
  bool all = true;
  for (const ByteRange word : found) {
    bool is_in_clause = false;
    for (const Denial& denial : denials.all()) {
      // "No patient may" says who may: nobody.
      if (!Holds(denial.scope, word) || NamesNone(text, denial)) continue;
      const bool is_taken_out =
          denial.kind == DenialKind::kPart && word.begin >= denial.cue.end;
      if (is_taken_out) return true;
      is_in_clause = is_in_clause || denial.kind == DenialKind::kClause;
    }
    all = all && is_in_clause;
  }
  return all;
}

bool OpposedLeaves::Has(const LeafTexts& texts, std::uint32_t leaf) const {
  const std::string_view text = texts.Of(leaf);
  if (asks_what_follows_ &&
      (SpeaksOfPrevention(text) || SpeaksOfPrevention(texts.HeadingOf(leaf)))) {
    return true;
  }
  if (asks_who_) return IsDenied(texts, leaf);
  return asks_who_not_ && ReadDenials(text).count == 0;
}

std::uint32_t OpposedLeaves::CloserThan(const LeafTexts& texts,
                                        std::uint32_t leaf, std::uint32_t begin,
                                        std::uint32_t end) const {
  if (!asks_who_) return leaf;
  const TermMask own = texts.candidate(leaf).digest.same;
  for (std::uint32_t i = begin; i < end; ++i) {
    const TermMask same = texts.candidate(i).digest.same;
    const bool holds_more = (same & own) == own && same != own;
    if (!holds_more || !texts.leaves().leaves[i].can_answer) continue;
    if (Has(texts, i)) return i;
  }
  return leaf;
}

bool OpposedLeaves::IsAsClose(const LeafTexts& texts, std::uint32_t leaf,
                              std::uint32_t other) const {
  const TermMask asked = texts.candidate(other).digest.same;
  return asks_what_follows_ ||
         (texts.candidate(leaf).digest.same & asked) == asked;
}

std::span<const LogOdds> OpposedLeaves::Weigh(const LeafTexts& texts,
                                              std::uint32_t best) const {
  const auto& leaves = texts.leaves().leaves;
  const auto against = MakeSpan<LogOdds>(arena_, leaves.size());
  bool has_other = false;
  for (std::uint32_t i = 0; i < leaves.size(); ++i) {
    if (!leaves[i].can_answer) continue;
    if (Has(texts, i)) {
      against[i] = kOpposedOdds;
    } else {
      has_other = has_other || IsAsClose(texts, i, best);
    }
  }
  return has_other ? std::span<const LogOdds>(against)
                   : std::span<const LogOdds>();
}

}  // namespace answerbox::engine
