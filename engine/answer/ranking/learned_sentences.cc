#include "engine/answer/ranking/learned_sentences.h"

#include <algorithm>
#include <array>

#include "engine/answer/evidence/distinct_sentences.h"
#include "engine/numeric/arena_span.h"
#include "engine/numeric/arithmetic.h"

namespace answerbox::engine {
namespace {

// What it is worth when the headings above a sentence add all of the question
// that it does not say. The trees were fitted to texts without headings, and
// see the sentence alone. Chosen on pages of the medical questions (medquad),
// low enough to leave answers to the sample handbook's questions as they were.
constexpr LogOdds kHeadingOdds = 4 * kOneLogOdds;

// Chosen on the tuning half: how much the best sentence says of its chunk.
constexpr std::int32_t kOddsInChunks = 3;
// The score, in 1/256, of a chunk all whose sentences are headings or belong to
// a better one.
constexpr std::int32_t kOddsOfUnjudged = -4 * 256;
// Where the best sentence is wrong, the right one stands beside it in 63 of 100
// cases: among runners-up that is worth this much. Chosen on the tuning half,
// where it brings the answer into two sentences about 0.2 times in 100 more.
constexpr LogOdds kBesideTheBest = kOneLogOdds * 4 / 10;

// Ranks the candidates of one question.
class LearnedRanking {
 public:
  LearnedRanking(const LearnedCandidates& candidates,
                 const QuestionTerms& terms, const AnswerModel& model,
                 RankingObserver* observer, Arena& arena)
      : evidence_(candidates.evidence),
        question_(candidates.question),
        chunks_(candidates.chunks),
        features_(evidence_, terms, question_, chunks_, arena),
        model_(model),
        observer_(observer) {
    ChooseCandidates(arena);
    rows_ = MakeBuffer<FeatureRow>(arena, ranked_.size());
    for (std::uint32_t i = 0; i < ranked_.size(); ++i) {
      RankedCandidate& ranked = ranked_[i];
      ranked.row = i;
      features_.Fill(ranked.candidate, rows_[i]);
      ranked.odds =
          model_.ranker().Score(rows_[i]) + OddsOfHeadings(ranked.candidate);
      total_ += ProbabilityOf(ranked.odds);
    }
    Order(ranked_, [](const RankedCandidate& ranked) { return ranked.odds; });
    if (!ranked_.empty()) rival_ = ranked_[ranked_.size() == 1 ? 0 : 1];
    if (observer_ != nullptr) Observe();
    PreferNeighbours();
  }

  // Best first.
  std::span<const RankedCandidate> ranked() const { return ranked_; }

  // Puts chunks, in the order of retrieval, in order of their score and
  // kOddsInChunks times the log-odds of their best sentence.
  template <typename A>
  void OrderChunks(std::span<ScoredChunk<A>> chunks, Arena& arena) const {
    if (chunks.size() < 2) return;
    const auto worth = MakeSpan<std::int32_t>(arena, chunks.size());
    std::ranges::fill(worth, kOddsOfUnjudged);
    for (const RankedCandidate& ranked : ranked_) {
      std::int32_t& best = worth[ChunkOf(ranked.candidate)];
      best = std::max(best, ranked.odds / 16);
    }
    for (std::size_t i = 0; i < chunks.size(); ++i) {
      worth[i] = chunks_[i].score_q8 + kOddsInChunks * worth[i];
      // Equal ones keep their order, and nothing is taken from the heap.
      for (std::size_t j = i; j > 0 && worth[j] > worth[j - 1]; --j) {
        std::swap(worth[j], worth[j - 1]);
        std::swap(chunks[j], chunks[j - 1]);
      }
    }
  }

  // Probability that the sentence at `place` of ranked() answers.
  Q16 Confidence(std::size_t place) {
    FillJudged(place);
    return model_.Confidence(judged_);
  }

 private:
  using FeatureRow = std::array<std::int16_t, kSentenceFeatures>;

  // Those that are not headings, in document order; of many the ones that hold
  // most of the question, and of each chunk one.
  void ChooseCandidates(Arena& arena) {
    const auto all =
        MakeSpan<RankedCandidate>(arena, features_.sentence_count());
    std::size_t count = 0;
    for (std::uint32_t i = 0; i < evidence_.sentences().size(); ++i) {
      if (evidence_.sentences()[i].record.is_heading) continue;
      all[count++].candidate = i;
    }
    ranked_ = all;
    if (all.size() <= kMaxJudgedSentences) return;
    std::ranges::nth_element(
        all, all.begin() + std::ptrdiff_t{kMaxJudgedSentences},
        [this](const RankedCandidate& a, const RankedCandidate& b) {
          return HasHigherUntrainedScore(a.candidate, b.candidate);
        });
    ranked_ = all.first(kMaxJudgedSentences + KeepOneOfEachChunk(arena, all));
    std::ranges::sort(ranked_, {}, &RankedCandidate::candidate);
  }

  // Puts the most promising candidate of each chunk that has none among the
  // first kMaxJudgedSentences of `all` after these; gives their number.
  std::size_t KeepOneOfEachChunk(Arena& arena,
                                 std::span<RankedCandidate> all) const {
    constexpr std::size_t kNone = 0;  // Any of the first ones serves.
    const auto places = MakeSpan<std::size_t>(arena, chunks_.size());
    const auto has_one = MakeSpan<bool>(arena, chunks_.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
      const std::uint32_t chunk = ChunkOf(all[i].candidate);
      if (i < kMaxJudgedSentences) {
        has_one[chunk] = true;
      } else if (!has_one[chunk] &&
                 (places[chunk] == kNone ||
                  HasHigherUntrainedScore(all[i].candidate,
                                          all[places[chunk]].candidate))) {
        places[chunk] = i;
      }
    }
    std::ranges::sort(places);
    std::size_t kept = 0;
    for (const std::size_t place : places) {
      if (place == kNone) continue;
      std::swap(all[kMaxJudgedSentences + kept++], all[place]);
    }
    return kept;
  }

  bool HasHigherUntrainedScore(std::uint32_t a, std::uint32_t b) const {
    const std::int32_t of_a = UntrainedScore(a);
    const std::int32_t of_b = UntrainedScore(b);
    return of_a != of_b ? of_a > of_b : a < b;
  }

  // A sentence inherits the words of its headings: as much as they add of the
  // question, and the more the less is missing then. 0 without headings.
  LogOdds OddsOfHeadings(std::uint32_t candidate) const {
    if (evidence_.sentences()[candidate].headings == 0) return 0;
    const std::int32_t together =
        features_.MeasureOf(candidate, SentenceFeature::kWithHeadings);
    const std::int32_t added =
        together -
        features_.MeasureOf(candidate, SentenceFeature::kSoftLocalCoverage);
    return kHeadingOdds / 1024 * added * together / 1024;
  }

  std::uint32_t ChunkOf(std::size_t candidate) const {
    return evidence_.sentences()[candidate].chunk_rank;
  }

  // What untrained ranking went by: words that count among the sentences at
  // hand, of the sentence and its headings, and a twentieth of the chunk's
  // score. In Q10.
  std::int32_t UntrainedScore(std::size_t candidate) const {
    return features_.MeasureOf(candidate, SentenceFeature::kWithHeadings) +
           chunks_[ChunkOf(candidate)].score_q8 / 5;
  }

  // Best first, equal ones in document order. Not a stable sort, which takes
  // memory from the heap.
  template <typename OddsOf>
  static void Order(std::span<RankedCandidate> ranked, OddsOf odds_of) {
    std::ranges::sort(
        ranked, [odds_of](const RankedCandidate& a, const RankedCandidate& b) {
          const LogOdds of_a = odds_of(a);
          const LogOdds of_b = odds_of(b);
          return of_a != of_b ? of_a > of_b : a.candidate < b.candidate;
        });
  }

  // Those beside the best one move up among the others.
  void PreferNeighbours() {
    if (ranked_.size() < 3) return;
    const CandidateSentence& best =
        evidence_.sentences()[ranked_.front().candidate];
    Order(ranked_.subspan(1), [&](const RankedCandidate& ranked) {
      const CandidateSentence& other = evidence_.sentences()[ranked.candidate];
      const bool beside =
          other.run == best.run && (other.sentence + 1 == best.sentence ||
                                    best.sentence + 1 == other.sentence);
      return ranked.odds + (beside ? kBesideTheBest : 0);
    });
  }

  void FillJudged(std::size_t place) {
    const RankedCandidate& other = place == 0 ? rival_ : ranked_.front();
    std::ranges::copy(rows_[ranked_[place].row], judged_.begin());
    FillAnswerFeatures(evidence_, question_, features_,
                       {ranked_[place], other, total_.raw() / 64}, judged_);
  }

  void Observe() {
    std::array<std::int16_t, kSentenceFeatures> features;
    for (std::size_t i = 0; i < evidence_.sentences().size(); ++i) {
      if (evidence_.sentences()[i].record.is_heading) continue;
      features_.Fill(i, features);
      observer_->OnCandidate(evidence_.sentences()[i], features);
    }
    if (ranked_.empty()) return;
    FillJudged(0);
    observer_->OnBest(evidence_.sentences()[ranked_.front().candidate],
                      judged_);
  }

  const CandidateEvidence& evidence_;
  const QuestionWords& question_;
  std::span<const AnsweringChunk> chunks_;
  RankingFeatures features_;
  const AnswerModel& model_;
  RankingObserver* observer_;
  std::span<RankedCandidate> ranked_;
  std::span<FeatureRow> rows_;
  RankedCandidate rival_;  // The best but one by its odds alone.
  Q16 total_;
  std::array<std::int16_t, kAnswerFeatures> judged_{};
};

// The best `count` of those that lead, each with the places of the others.
template <typename A>
std::span<ScoredSentence<A>> TakeBest(
    LearnedRanking& ranking, std::span<const CandidateSentence> candidates,
    std::span<const AnsweringChunk> chunks,
    std::span<const std::uint32_t> leaders, std::size_t count, Arena& arena) {
  const auto place_of = [&](std::size_t i) {
    const CandidateSentence& sentence =
        candidates[ranking.ranked()[i].candidate];
    return SentencePlace{sentence.segment, chunks[sentence.chunk_rank].chunk,
                         sentence.sentence};
  };
  const auto best =
      MakeSpan<ScoredSentence<A>>(arena, std::min(count, leaders.size()));
  std::size_t filled = 0;
  for (std::uint32_t i = 0; i < leaders.size() && filled < best.size(); ++i) {
    if (leaders[i] != i) continue;
    const auto same = static_cast<std::size_t>(std::ranges::count(leaders, i));
    const auto also_in = MakeSpan<SentencePlace>(arena, same - 1);
    std::size_t places = 0;
    for (std::size_t j = i + 1; places < also_in.size(); ++j) {
      if (leaders[j] == i) also_in[places++] = place_of(j);
    }
    const SentencePlace place = place_of(i);
    const LogOdds odds = ranking.ranked()[i].odds;
    best[filled++] = {place.segment,
                      place.chunk,
                      place.sentence,
                      A::FromFixed(Q16::FromRaw(std::int64_t{odds} * 16)),
                      A::FromFixed(ranking.Confidence(i)),
                      also_in};
  }
  return best.first(filled);
}

}  // namespace

template <typename A>
Result<LearnedCandidates> GatherLearnedCandidates(
    std::span<const LiveSegment> segments, const QuestionTerms& terms,
    const TermLookup& lookup, std::span<const ScoredChunk<A>> chunks,
    const AnswerModel& model, Arena& arena) {
  const auto answering = MakeSpan<AnsweringChunk>(arena, chunks.size());
  for (std::size_t i = 0; i < chunks.size(); ++i) {
    answering[i] = {chunks[i].segment, chunks[i].chunk,
                    A::FloorQ8(chunks[i].score)};
  }
  const QuestionWords question =
      ReadQuestionWords(terms, model.lexicon(), arena);
  const auto evidence = CandidateEvidence::Gather(
      segments, terms, question, model.related(), lookup, answering, arena);
  if (!evidence) return evidence.error();
  return LearnedCandidates{answering, question, *evidence};
}

template <typename A>
Result<std::span<ScoredSentence<A>>> RankLearnedSentences(
    std::span<const LiveSegment> segments, const QuestionTerms& terms,
    const LearnedCandidates& candidates, std::span<ScoredChunk<A>> chunks,
    std::size_t count, const AnswerModel& model, RankingObserver* observer,
    Arena& arena) {
  LearnedRanking ranking(candidates, terms, model, observer, arena);
  const std::span<const CandidateSentence> sentences =
      candidates.evidence.sentences();
  const auto leaders =
      DistinctSentences(segments, sentences, ranking.ranked(), arena)
          .FindLeaders();
  if (!leaders) return leaders.error();
  const auto best = TakeBest<A>(ranking, sentences, candidates.chunks, *leaders,
                                count, arena);
  ranking.OrderChunks(chunks, arena);
  return best;
}

template Result<LearnedCandidates> GatherLearnedCandidates(
    std::span<const LiveSegment>, const QuestionTerms&, const TermLookup&,
    std::span<const ScoredChunk<FixedArithmetic>>, const AnswerModel&, Arena&);
template Result<LearnedCandidates> GatherLearnedCandidates(
    std::span<const LiveSegment>, const QuestionTerms&, const TermLookup&,
    std::span<const ScoredChunk<FloatArithmetic>>, const AnswerModel&, Arena&);

template Result<std::span<ScoredSentence<FixedArithmetic>>>
RankLearnedSentences(std::span<const LiveSegment>, const QuestionTerms&,
                     const LearnedCandidates&,
                     std::span<ScoredChunk<FixedArithmetic>>, std::size_t,
                     const AnswerModel&, RankingObserver*, Arena&);
template Result<std::span<ScoredSentence<FloatArithmetic>>>
RankLearnedSentences(std::span<const LiveSegment>, const QuestionTerms&,
                     const LearnedCandidates&,
                     std::span<ScoredChunk<FloatArithmetic>>, std::size_t,
                     const AnswerModel&, RankingObserver*, Arena&);

}  // namespace answerbox::engine
