#include "engine/answer/learned_sentences.h"

#include <algorithm>
#include <array>

#include "engine/numeric/arena_span.h"
#include "engine/numeric/arithmetic.h"

namespace answerbox::engine {
namespace {

// Ranks the candidates of one question.
class LearnedRanking {
 public:
  LearnedRanking(const CandidateEvidence& evidence, const QuestionTerms& terms,
                 const QuestionWords& question,
                 std::span<const AnsweringChunk> chunks,
                 const AnswerModel& model, RankingObserver* observer,
                 Arena& arena)
      : evidence_(evidence),
        question_(question),
        chunks_(chunks),
        features_(evidence, terms, question, chunks, arena),
        model_(model),
        observer_(observer) {
    ChooseCandidates(arena);
    rows_ = MakeBuffer<FeatureRow>(arena, ranked_.size());
    for (std::uint32_t i = 0; i < ranked_.size(); ++i) {
      RankedCandidate& ranked = ranked_[i];
      ranked.row = i;
      features_.Fill(ranked.candidate, rows_[i]);
      ranked.odds = model_.ranker().Score(rows_[i]);
      total_ += ProbabilityOf(ranked.odds);
    }
    // Not a stable sort, which takes memory from the heap.
    std::ranges::sort(
        ranked_, [](const RankedCandidate& a, const RankedCandidate& b) {
          return a.odds != b.odds ? a.odds > b.odds : a.candidate < b.candidate;
        });
    if (observer_ != nullptr) Observe();
  }

  // Best first.
  std::span<const RankedCandidate> ranked() const { return ranked_; }

  // Probability that the sentence at `place` of ranked() answers.
  Q16 Confidence(std::size_t place) {
    FillJudged(place);
    return model_.Confidence(judged_);
  }

 private:
  using FeatureRow = std::array<std::int16_t, kSentenceFeatures>;

  // Those that are not headings, in document order; of many the ones that hold
  // most of the question.
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
    const auto before = [this](const RankedCandidate& a,
                               const RankedCandidate& b) {
      const std::int32_t of_a = Promise(a.candidate);
      const std::int32_t of_b = Promise(b.candidate);
      return of_a != of_b ? of_a > of_b : a.candidate < b.candidate;
    };
    std::ranges::nth_element(
        ranked_, ranked_.begin() + std::ptrdiff_t{kMaxJudgedSentences}, before);
    ranked_ = ranked_.first(kMaxJudgedSentences);
    std::ranges::sort(ranked_, {}, &RankedCandidate::candidate);
  }

  // What untrained ranking went by: words that count among the sentences at
  // hand, and a twentieth of the chunk's score. In Q10.
  std::int32_t Promise(std::size_t candidate) const {
    const auto& sentence = evidence_.sentences()[candidate];
    return features_.MeasureOf(candidate, SentenceFeature::kSoftLocalCoverage) +
           chunks_[sentence.chunk_rank].score_q8 / 5;
  }

  void FillJudged(std::size_t place) {
    const std::size_t other = ranked_.size() == 1 ? 0 : (place == 0 ? 1 : 0);
    std::ranges::copy(rows_[ranked_[place].row], judged_.begin());
    FillAnswerFeatures(evidence_, question_, features_,
                       {ranked_[place], ranked_[other], total_.raw() / 64},
                       judged_);
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
  Q16 total_;
  std::array<std::int16_t, kAnswerFeatures> judged_{};
};

}  // namespace

template <typename A>
Result<std::span<ScoredSentence<A>>> RankLearnedSentences(
    std::span<const LiveSegment> segments, const QuestionTerms& terms,
    const TermLookup& lookup, std::span<const ScoredChunk<A>> chunks,
    std::size_t count, const AnswerModel& model, RankingObserver* observer,
    Arena& arena) {
  const auto answering = MakeSpan<AnsweringChunk>(arena, chunks.size());
  for (std::size_t i = 0; i < chunks.size(); ++i) {
    answering[i] = {chunks[i].segment, chunks[i].chunk,
                    A::FloorQ8(chunks[i].score)};
  }
  const QuestionWords question =
      ReadQuestionWords(terms, model.lexicon(), arena);
  const auto evidence = CandidateEvidence::Gather(segments, terms, question,
                                                  lookup, answering, arena);
  if (!evidence) return evidence.error();
  LearnedRanking ranking(*evidence, terms, question, answering, model, observer,
                         arena);
  const auto best = MakeSpan<ScoredSentence<A>>(
      arena, std::min(count, ranking.ranked().size()));
  for (std::size_t i = 0; i < best.size(); ++i) {
    const RankedCandidate& ranked = ranking.ranked()[i];
    const CandidateSentence& sentence = evidence->sentences()[ranked.candidate];
    best[i] = {sentence.segment, chunks[sentence.chunk_rank].chunk,
               sentence.sentence,
               A::FromFixed(Q16::FromRaw(std::int64_t{ranked.odds} * 16)),
               A::FromFixed(ranking.Confidence(i))};
  }
  return best;
}

template Result<std::span<ScoredSentence<FixedArithmetic>>>
RankLearnedSentences(std::span<const LiveSegment>, const QuestionTerms&,
                     const TermLookup&,
                     std::span<const ScoredChunk<FixedArithmetic>>, std::size_t,
                     const AnswerModel&, RankingObserver*, Arena&);
template Result<std::span<ScoredSentence<FloatArithmetic>>>
RankLearnedSentences(std::span<const LiveSegment>, const QuestionTerms&,
                     const TermLookup&,
                     std::span<const ScoredChunk<FloatArithmetic>>, std::size_t,
                     const AnswerModel&, RankingObserver*, Arena&);

}  // namespace answerbox::engine
