#include "engine/grounding/consens/consens.h"

#include <algorithm>
#include <cstdlib>
#include <new>

#include "engine/answer/evidence/thesaurus.h"
#include "engine/grounding/consens/grounding_terms.h"
#include "engine/grounding/consens/word_likelihood.h"
#include "engine/numeric/integer_logarithm.h"

namespace answerbox::engine {
namespace {

// The weights of the header's formula, in 64ths.
constexpr unsigned kWeights = 64;
constexpr unsigned kWordWeight = 36;
constexpr unsigned kPairWeight = 16;
constexpr unsigned kContextWeight = 6;
constexpr unsigned kBackgroundWeight = 6;
constexpr unsigned kRelatedWeight = 2;
// In 16ths: what a sentence keeps of its posterior, and what returns to its
// first share.
constexpr unsigned kStays = 3;
constexpr unsigned kMoves = 13;

// A short context gets no more weight per sentence than one of 64: what it
// lacks stands for text that was not given (consens.h).
constexpr std::uint64_t kLeastSentences = 64;
constexpr std::uint64_t kLeastContextTerms = 1280;
constexpr std::uint64_t kVocabulary = 50'000;

// Bounds a word's weight in a sentence's support. A sentence has at most 2,048
// words, so the sum cannot overflow.
constexpr std::int64_t kMaxSupportLn = std::int64_t{15} * Q16::kOne;

// Rounds to the nearest, halves away from zero, so that both signs behave
// alike.
std::int64_t DivideRounded(std::int64_t sum, std::int64_t count) {
  return (sum >= 0 ? sum + count / 2 : sum - count / 2) / count;
}

Q16 ConsensOfSum(std::int64_t sum, std::size_t words) {
  if (words == 0) return Q16();
  return ConsensOfMeanLn(
      Q16::FromRaw(DivideRounded(sum, static_cast<std::int64_t>(words))));
}

// Walks through the answer's words and keeps P(s | h).
template <typename A>
class AnswerWalk {
 public:
  using N = LikelihoodNumbers<A>;
  using Mass = typename N::Mass;
  using Share = typename N::Share;
  using Odds = typename N::Odds;
  using Sum = typename N::Sum;

  AnswerWalk(const GroundingTerms& terms, std::size_t passages, Arena& arena)
      : terms_(terms),
        first_(N::Part(std::max<std::uint64_t>(terms.sentences().size(),
                                               kLeastSentences))),
        common_(first_),
        context_(std::max(terms.context_terms(), kLeastContextTerms)),
        marks_(MakeSpan<std::uint32_t>(arena, terms.sentences().size())),
        found_(MakeBuffer<Found>(
            arena, std::min(kMaxFound, terms.sentences().size()))),
        live_(MakeBuffer<Live>(arena,
                               std::min(kMaxLive, terms.sentences().size()))),
        supports_(MakeSpan<std::int64_t>(arena, terms.sentences().size())),
        supporting_(MakeBuffer<std::uint32_t>(arena, terms.sentences().size())),
        is_support_(MakeSpan<bool>(arena, terms.sentences().size())),
        lost_(MakeSpan<std::int64_t>(arena, passages)) {}

  Consens Score(Arena& arena) {
    Consens consens;
    const auto words = MakeSpan<ScoredWord>(arena, terms_.words().size());
    const auto sentences =
        MakeSpan<GroundedSentence>(arena, terms_.answer_sentences().size());
    std::int64_t sum = 0;
    std::size_t w = 0;
    for (std::uint32_t s = 0; s < sentences.size(); ++s) {
      std::int64_t sentence_sum = 0;
      sentences[s].range = terms_.answer_sentences()[s].range;
      for (; w < words.size() && terms_.words()[w].sentence == s; ++w) {
        words[w] = ScoreWord(terms_.words()[w]);
        if (!words[w].is_scored) continue;
        ++sentences[s].scored_words;
        sentence_sum += words[w].score.raw();
      }
      sum += sentence_sum;
      consens.scored_words += sentences[s].scored_words;
      sentences[s].geometric =
          ConsensOfSum(sentence_sum, sentences[s].scored_words);
      sentences[s].support = TakeSupport();
    }
    consens.words = words;
    consens.sentences = sentences;
    consens.geometric = ConsensOfSum(sum, consens.scored_words);
    if (consens.scored_words > 0) {
      consens.paper = ToQ16(ConsensOfMeans<A>(with_, without_));
    }
    const auto without = MakeSpan<Q16>(arena, lost_.size());
    for (std::size_t p = 0; p < without.size(); ++p) {
      without[p] = ConsensOfSum(sum - lost_[p], consens.scored_words);
    }
    consens.without = without;
    consens.answer_relevance = terms_.AnswerRelevance(is_support_);
    return consens;
  }

 private:
  // A sentence that has the word, or whose share is remembered.
  struct Found {
    std::uint32_t sentence = 0;
    std::uint32_t frequency = 0;
    Mass mass = 0;  // tf / |s|; then x.
    Share share = 0;
    Sum joint = 0;
  };
  struct Live {
    std::uint32_t sentence = 0;
    Share share = 0;
  };
  // Each of these has more than 2^-10 of the whole.
  static constexpr std::size_t kMaxLive = 1024;
  // Places of a word, of its related words and of its pair, and the sentences
  // that are remembered.
  static constexpr std::size_t kMaxFound =
      (Thesaurus::kMaxNeighbours + 2) * kMaxTermPlaces + kMaxLive;

  static Q16 ToQ16(Q16 score) { return score; }
  static Q16 ToQ16(double score) { return Q16::FromDouble(score); }

  // One step of the header's formula: computes p_C from the remembered shares,
  // then updates the shares by the word.
  ScoredWord ScoreWord(const AnswerWord& word) {
    ScoredWord scored{word.range, false, Q16()};
    if (word.term == kNoTerm) return scored;
    scored.is_scored = !terms_.terms()[word.term].is_asked;
    const WordInCollection& in_collection = terms_.InCollection(word.term);
    const Mass without =
        std::max(N::Ratio(2 * in_collection.frequency + 1,
                          2 * in_collection.terms + kVocabulary),
                 N::kLeastMass);
    if (terms_.context_terms() == 0) {
      if (scored.is_scored) Add(without, without);
      return scored;
    }
    const Mass common = CommonMass(word.term, without);
    FindPlaces(word);
    Sum sum = N::kOneSum;
    for (Found& found : found_.first(found_count_)) {
      found.joint = N::Joint(found.share, N::OddsOf(found.mass, common));
      sum += found.joint;
    }
    const Mass with = std::max(N::Product(common, sum), N::kLeastMass);
    if (scored.is_scored) {
      const std::int64_t ln = N::LnOfSum(sum) + N::Ln(common, without);
      scored.score = Q16::FromRaw(ln);
      Add(with, without);
      AddSupport(ln, common, sum);
      AddLosses(with, without, common);
    }
    MoveOn(common, sum);
    return scored;
  }

  void Add(Mass with, Mass without) {
    with_ += N::Inverse(with);
    without_ += N::Inverse(without);
  }

  // Returns the probability that all sentences give the word. Places that
  // KeepBest() left out count here, spread over the context.
  Mass CommonMass(std::uint32_t term, Mass without) const {
    const std::uint64_t weighed =
        std::uint64_t{kContextWeight} * terms_.FrequencyOf(term) +
        std::uint64_t{kWordWeight} * terms_.FurtherOf(term);
    return std::max<Mass>(without * kBackgroundWeight / kWeights +
                              N::Ratio(weighed, kWeights * context_),
                          N::kLeastMass);
  }

  [[nodiscard]] Mass MassAt(const TermPlace& place) const {
    return N::Ratio(place.frequency,
                    std::max({terms_.sentences()[place.sentence].terms,
                              kLeastSentenceTerms, place.frequency}));
  }

  // Finds the sentence's entry, or adds one. A mark for each sentence makes
  // this constant time; marks are cleared after each word.
  Found& At(std::uint32_t sentence) {
    if (marks_[sentence] == 0) {
      found_[found_count_] = {.sentence = sentence, .share = common_};
      marks_[sentence] = ++found_count_;
    }
    return found_[marks_[sentence] - 1];
  }

  // Collects, in order, the sentences that make a word likelier and those that
  // are remembered. AddLosses() takes them passage by passage, and a sum of
  // doubles depends on its order.
  void FindPlaces(const AnswerWord& word) {
    found_count_ = 0;
    for (const TermPlace& place : terms_.PlacesOf(word.term)) {
      Found& found = At(place.sentence);
      found.mass = MassAt(place);
      found.frequency = place.frequency;
    }
    FindRelated(word.term);
    for (Found& found : found_.first(found_count_)) {
      found.mass = found.mass * kWordWeight / kWeights;
    }
    if (word.pair != kNoTerm) FindPair(word);
    for (const Live& live : live_.first(live_count_)) {
      Found& found = At(live.sentence);
      found.share = live.share;
    }
    const auto all = found_.first(found_count_);
    for (const Found& found : all) marks_[found.sentence] = 0;
    std::ranges::sort(all, {}, &Found::sentence);
  }

  // Collects sentences with related terms. If they are more than kMaxTermPlaces
  // together with those of the word itself, only the best are kept: a word with
  // frequent relations then costs no more than a frequent word.
  void FindRelated(std::uint32_t term) {
    const std::uint64_t own = 2 * terms_.InCollection(term).frequency + 1;
    for (const RelatedTerm& related : terms_.RelatedTo(term)) {
      if (related.term == term) continue;
      const auto places = terms_.PlacesOf(related.term);
      if (places.empty()) continue;
      const std::uint64_t its =
          2 * terms_.InCollection(related.term).frequency + 1;
      for (const TermPlace& place : places) {
        const Mass mass =
            N::Scaled(N::Scaled(MassAt(place), own, own + its),
                      kRelatedWeight * std::uint64_t{related.closeness},
                      kWeights * std::uint64_t{256});
        Found& found = At(place.sentence);
        if (found.frequency == 0) found.mass = std::max(found.mass, mass);
      }
    }
    if (found_count_ <= kMaxTermPlaces) return;
    const auto all = found_.first(found_count_);
    for (const Found& found : all) marks_[found.sentence] = 0;
    std::ranges::nth_element(
        all, all.begin() + kMaxTermPlaces, [](const Found& a, const Found& b) {
          return a.mass != b.mass ? a.mass > b.mass : a.sentence < b.sentence;
        });
    found_count_ = 0;
    for (const Found& found : all.template first<kMaxTermPlaces>()) {
      marks_[found.sentence] = ++found_count_;
    }
  }

  // [pair]_s / tf_s(v). Stop words between the two may make the pair more
  // frequent than v's own place tells, so the share is bounded by 1.
  void FindPair(const AnswerWord& word) {
    const auto before = terms_.PlacesOf(word.previous);
    for (const TermPlace& place :
         terms_.PlacesOf(terms_.KeyOfPair(word.pair))) {
      const auto at = std::ranges::lower_bound(before, place.sentence, {},
                                               &TermPlace::sentence);
      std::uint32_t of = place.frequency;
      if (at != before.end() && at->sentence == place.sentence) {
        of = std::max(of, at->frequency);
      }
      At(place.sentence).mass +=
          N::Ratio(place.frequency, of) * kPairWeight / kWeights;
    }
  }

  // Adds to each sentence its posterior, weighted by what the context added to
  // the word. A word that the context made less likely supports no sentence.
  void AddSupport(std::int64_t ln, Mass common, Sum sum) {
    if (ln <= 0) return;
    const std::int64_t weight = std::min(ln, kMaxSupportLn);
    for (const Found& found : found_.first(found_count_)) {
      if (found.mass == 0) continue;
      const Share share =
          N::Posterior(found.share, N::OddsOf(found.mass, common), sum);
      std::int64_t& support = supports_[found.sentence];
      if (support == 0) supporting_[supporting_count_++] = found.sentence;
      // At least 1, because 0 means that the sentence is not listed yet.
      support += N::ToQ16(share) * weight + 1;
    }
  }

  // Adds by how much ln p would fall without each passage.
  void AddLosses(Mass with, Mass without, Mass common) {
    const Mass least =
        std::max<Mass>(without * kBackgroundWeight / kWeights, N::kLeastMass);
    const auto all = found_.first(found_count_);
    for (std::size_t i = 0; i < all.size();) {
      const std::uint32_t passage = PassageOf(all[i].sentence);
      Sum joint = 0;
      std::uint64_t frequency = 0;
      for (; i < all.size() && PassageOf(all[i].sentence) == passage; ++i) {
        joint += all[i].joint;
        frequency += all[i].frequency;
      }
      const Mass lost =
          N::Product(common, joint) +
          N::Ratio(frequency * kContextWeight, kWeights * context_);
      const Mass left = with > lost + least ? with - lost : least;
      if (left < with) lost_[passage] += N::Ln(with, left);
    }
  }

  [[nodiscard]] std::uint32_t PassageOf(std::uint32_t sentence) const {
    return terms_.sentences()[sentence].place.passage;
  }

  // Moves from P(s | h) of this word to that of the next. Sentences whose share
  // is the common one need no entry, so the time for a word depends on its
  // places and not on the size of the context.
  void MoveOn(Mass common, Sum sum) {
    const Share moved = first_ * kMoves / 16;
    const Share shared = N::Posterior(common_, Odds{}, sum) * kStays / 16;
    common_ = shared + moved;
    live_count_ = 0;
    for (const Found& found : found_.first(found_count_)) {
      const Share share =
          N::Posterior(found.share, N::OddsOf(found.mass, common), sum) *
              kStays / 16 +
          moved;
      // A share that differs this little from the common one is treated as
      // that.
      if (share <= common_ + N::kLeastShare || live_count_ == live_.size()) {
        continue;
      }
      live_[live_count_++] = {found.sentence, share};
    }
  }

  // Takes the sentence that supports the current sentence of the answer best.
  // Of equal ones the first wins.
  std::optional<ContextPlace> TakeSupport() {
    std::optional<std::uint32_t> best;
    for (const std::uint32_t sentence : supporting_.first(supporting_count_)) {
      if (!best || supports_[sentence] > supports_[*best] ||
          (supports_[sentence] == supports_[*best] && sentence < *best)) {
        best = sentence;
      }
    }
    std::optional<ContextPlace> place;
    if (best) {
      place = terms_.sentences()[*best].place;
      is_support_[*best] = true;
    }
    for (const std::uint32_t sentence : supporting_.first(supporting_count_)) {
      supports_[sentence] = 0;
    }
    supporting_count_ = 0;
    return place;
  }

  const GroundingTerms& terms_;
  Share first_;   // Of each sentence before the first word.
  Share common_;  // Of each sentence that is not remembered.
  std::uint64_t context_;
  std::span<std::uint32_t> marks_;  // [sentences] 1 + index in found_; 0: none.
  std::span<Found> found_;
  std::uint32_t found_count_ = 0;
  std::span<Live> live_;
  std::size_t live_count_ = 0;
  std::span<std::int64_t> supports_;     // [sentences]
  std::span<std::uint32_t> supporting_;  // Those with a support above 0.
  std::size_t supporting_count_ = 0;
  std::span<bool> is_support_;    // Supports a sentence of the answer.
  std::span<std::int64_t> lost_;  // [passages] Lost from the sum of ln.
  // Sums of 1 / p, in Q8.
  std::uint64_t with_ = 0;
  std::uint64_t without_ = 0;
};

}  // namespace

template <typename A>
typename A::Score ConsensOfMeans(std::uint64_t with,
                                 std::uint64_t without) noexcept {
  // Both are halved so that their sum does not overflow.
  const std::uint64_t sum = with / 2 + without / 2;
  return with <= without
             ? A::Ratio((without - with) / 2, sum)
             : typename A::Score{} - A::Ratio((with - without) / 2, sum);
}

template Q16 ConsensOfMeans<FixedArithmetic>(std::uint64_t,
                                             std::uint64_t) noexcept;
template double ConsensOfMeans<FloatArithmetic>(std::uint64_t,
                                                std::uint64_t) noexcept;

// Computes tanh(r / 2) from e^-|r|, which is in (0, 1], so nothing overflows.
Q16 ConsensOfMeanLn(Q16 mean_ln) noexcept {
  const std::int32_t size = std::abs(mean_ln.raw());
  const std::int32_t power = ExpQ16(-(size >> 4));  // e^-|r|
  const Q16 score = Q16::FromRatio(Q16::kOne - power, Q16::kOne + power);
  return mean_ln.raw() < 0 ? Q16() - score : score;
}

template <typename A>
Result<Consens> ScoreConsens(const CheckedAnswer& answer,
                             const BackgroundCounts* counts,
                             Workspace& workspace) noexcept {
  Arena& arena = workspace.arena();
  arena.Reset();
  try {
    const auto terms = GroundingTerms::Read(
        answer, counts, workspace.normalizer(Profile::kDefault), arena);
    if (!terms) return terms.error();
    Consens consens =
        AnswerWalk<A>(*terms, answer.context.size(), arena).Score(arena);
    consens.context_relevance = terms->ContextRelevance();
    return consens;
  } catch (const std::bad_alloc&) {
    // The arena throws this exception and no other code throws any.
    return Error{ErrorCode::kArenaExhausted, "arena", arena.capacity()};
  }
}

template Result<Consens> ScoreConsens<FixedArithmetic>(const CheckedAnswer&,
                                                       const BackgroundCounts*,
                                                       Workspace&) noexcept;
template Result<Consens> ScoreConsens<FloatArithmetic>(const CheckedAnswer&,
                                                       const BackgroundCounts*,
                                                       Workspace&) noexcept;

// Unscored words between two unsupported ones belong to the span: otherwise
// every article would split it.
std::span<const ByteRange> Unsupported(const Consens& consens, Arena& arena) {
  const auto spans = MakeBuffer<ByteRange>(arena, consens.words.size());
  std::size_t count = 0;
  std::size_t sentence = 0;
  // Whether the last scored word of this sentence has no support.
  bool is_open = false;
  for (const ScoredWord& word : consens.words) {
    while (word.range.begin >= consens.sentences[sentence].range.end) {
      ++sentence;
      is_open = false;
    }
    if (!word.is_scored) continue;
    if (word.score > kUnsupportedLn) {
      is_open = false;
    } else if (is_open) {
      spans[count - 1].end = word.range.end;
    } else {
      spans[count++] = word.range;
      is_open = true;
    }
  }
  return spans.first(count);
}

}  // namespace answerbox::engine
