#include "engine/grounding/contradictions/context_sentences.h"

#include <algorithm>
#include <bit>

#include "engine/text/sentence_splitter.h"
#include "engine/text/tokenizer.h"

namespace answerbox::engine {
namespace {

// A word in more sentences than this does not distinguish any of them.
constexpr std::size_t kMostPostings = 4096;

// The most bytes of a short context.
constexpr std::size_t kShortBytes = 512;

// A sentence with this many times less in common than the best one has no place
// that is equally alike.
constexpr std::uint32_t kMostTimesWorse = 4;

template <typename Visit>
void ForEachSentence(std::span<const std::string_view> passages,
                     Visit&& visit) {
  for (std::uint32_t p = 0; p < passages.size(); ++p) {
    const auto size = static_cast<std::uint32_t>(passages[p].size());
    SentenceSplitter splitter(passages[p], {0, size}, {});
    while (const auto sentence = splitter.Next()) {
      visit(ContextPlace{p, sentence->range});
    }
  }
}

}  // namespace

// A long context is read twice: the first pass counts, so that exactly the
// needed memory is taken from the arena. In a short one, each byte may be a
// sentence of a word.
ContextSentences::ContextSentences(std::span<const std::string_view> passages,
                                   TermNormalizer& normalizer,
                                   SentenceUnits& units, Arena& arena) {
  std::size_t sentences = 0;
  for (const std::string_view passage : passages) sentences += passage.size();
  std::size_t words = sentences;
  if (sentences > kShortBytes) {
    sentences = words = 0;
    ForEachSentence(passages, [&](const ContextPlace& place) {
      ++sentences;
      std::size_t in_sentence = 0;
      Tokenizer tokens(Profile::kDefault,
                       Slice(passages[place.passage], place.range));
      while (const auto token = tokens.Next()) {
        if (token->kind != TokenKind::kPunctuation) ++in_sentence;
      }
      words += std::min(in_sentence, kMaxSentenceUnits);
    });
  }
  sentences_ = MakeBuffer<ContextPlace>(arena, sentences);
  scores_ = MakeSpan<std::uint32_t>(arena, sentences);
  touched_ = MakeBuffer<std::uint32_t>(arena, sentences);
  const auto postings = MakeBuffer<Posting>(arena, words);
  std::size_t sentence = 0;
  std::size_t count = 0;
  ForEachSentence(passages, [&](const ContextPlace& place) {
    sentences_[sentence] = place;
    ReadSentenceUnits(passages[place.passage], place.range, normalizer, units);
    for (const SentenceUnit& unit : units.units()) {
      if (!unit.IsContent() || count == postings.size()) continue;
      postings[count++] = {unit.hash, static_cast<std::uint32_t>(sentence)};
    }
    ++sentence;
  });
  sentences_ = sentences_.first(sentence);
  const auto all = postings.first(count);
  std::sort(all.begin(), all.end());
  const auto end = std::unique(all.begin(), all.end());
  postings_ = all.first(static_cast<std::size_t>(end - all.begin()));
}

std::span<const ContextSentences::Posting> ContextSentences::Postings(
    std::uint32_t hash) const noexcept {
  const auto begin =
      std::ranges::lower_bound(postings_, hash, {}, &Posting::hash);
  const auto end =
      std::ranges::upper_bound(postings_, hash, {}, &Posting::hash);
  return {begin, end};
}

bool ContextSentences::Has(std::uint32_t hash) const noexcept {
  return !Postings(hash).empty();
}

// Rare words show where a sentence comes from, so a weight grows with the
// logarithm of the rarity. A quantity weighs as much as a rare word. Negations
// weigh nothing, because otherwise a denied sentence would be less alike than
// any other.
void ContextSentences::Weigh(std::span<const SentenceUnit> units,
                             UnitWeights& weights) const {
  for (std::size_t i = 0; i < units.size(); ++i) {
    if (units[i].is_light) {
      weights[i] = 1;
      continue;
    }
    switch (units[i].kind) {
      case SentenceUnitKind::kMark:
      case SentenceUnitKind::kNegation:
        weights[i] = 0;
        break;
      case SentenceUnitKind::kStopWord:
        weights[i] = 1;
        break;
      case SentenceUnitKind::kQuantity:
        weights[i] = 6;
        break;
      case SentenceUnitKind::kWord:
      case SentenceUnitKind::kName: {
        const std::size_t frequency = Postings(units[i].hash).size();
        const std::size_t ratio =
            (sentences_.size() + 1) / std::max<std::size_t>(frequency, 1);
        weights[i] = static_cast<std::uint16_t>(4 + std::bit_width(ratio));
        break;
      }
    }
  }
}

// Only these sentences are aligned, because alignment takes time in the product
// of their sizes. The others have too little in common.
std::size_t ContextSentences::MostAlike(
    std::span<const SentenceUnit> units, const UnitWeights& weights,
    std::span<std::uint32_t, kComparedSentences> out) {
  std::size_t touched = 0;
  for (std::size_t i = 0; i < units.size(); ++i) {
    if (!units[i].IsContent()) continue;
    const auto postings = Postings(units[i].hash);
    if (postings.size() > kMostPostings) continue;
    for (const Posting& posting : postings) {
      if (scores_[posting.sentence] == 0)
        touched_[touched++] = posting.sentence;
      scores_[posting.sentence] += weights[i];
    }
  }
  const auto is_better = [&](std::uint32_t a, std::uint32_t b) {
    return scores_[a] != scores_[b] ? scores_[a] > scores_[b] : a < b;
  };
  const auto found = touched_.first(touched);
  std::size_t count = std::min(touched, out.size());
  std::ranges::partial_sort(
      found, found.begin() + static_cast<std::ptrdiff_t>(count), is_better);
  while (count > 1 &&
         kMostTimesWorse * scores_[found[count - 1]] < scores_[found[0]]) {
    --count;
  }
  std::ranges::copy(found.first(count), out.begin());
  for (const std::uint32_t sentence : found) scores_[sentence] = 0;
  return count;
}

}  // namespace answerbox::engine
