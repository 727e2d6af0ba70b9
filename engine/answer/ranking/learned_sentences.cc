#include "engine/answer/ranking/learned_sentences.h"

#include <algorithm>
#include <array>
#include <optional>

#include "engine/answer/confidence/confidence.h"
#include "engine/answer/evidence/near_duplicates.h"
#include "engine/numeric/arena.h"
#include "engine/numeric/arithmetic.h"

namespace answerbox::engine {
namespace {

// Bonus of a sentence whose headings hold the whole rest of the question. The
// trees were trained on texts without headings and see only the sentence.
// Chosen on pages of the medical questions (medquad), low enough not to change
// the answers to the sample handbook's questions.
constexpr LogOdds kHeadingOdds = 4 * kOneLogOdds;

// Weight of the best sentence's log-odds in the score of its chunk. Chosen on
// the tuning half.
constexpr std::int32_t kOddsInChunks = 3;
// The log-odds, in 1/256, of a chunk without ranked sentences of its own: all
// are headings or also in a better chunk. Low, but not so low that a good chunk
// falls behind all others for its headings.
constexpr std::int32_t kOddsOfUnjudged = -4 * 256;
// Bonus among runners-up of a sentence next to the best one: if the best one is
// wrong, the right one is next to it in 63 % of cases. Chosen on the tuning
// half, where it puts the answer into the first two sentences 0.2 % more often.
constexpr LogOdds kBesideTheBest = kOneLogOdds * 4 / 10;

// Ranks the candidates of one question. The order of its work: choose few
// candidates by an untrained score, fill their rows, score all rows together
// (which is cheaper than one by one), add what headings give, sort. Confidence
// is computed later, for those that are shown.
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
      ranked_[i].row = i;
      features_.Fill(ranked_[i].candidate, rows_[i]);
    }
    const auto odds = MakeBuffer<LogOdds>(arena, ranked_.size());
    model_.ranker().ScoreEach(std::span<const FeatureRow>(rows_), odds);
    for (std::uint32_t i = 0; i < ranked_.size(); ++i) {
      ranked_[i].odds = odds[i] + OddsOfHeadings(ranked_[i].candidate);
      total_ += ProbabilityOf(ranked_[i].odds);
    }
    Order(ranked_, [](const RankedCandidate& ranked) { return ranked.odds; });
    if (!ranked_.empty()) rival_ = ranked_[ranked_.size() == 1 ? 0 : 1];
    if (observer_ != nullptr) Observe();
    PreferNeighbours();
  }

  // Best first.
  std::span<const RankedCandidate> ranked() const { return ranked_; }

  // Sorts chunks, which are in the order of retrieval, by their score plus
  // kOddsInChunks times the log-odds of their best sentence. A chunk with the
  // likely answer belongs first although another has more of the question's
  // words.
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
      // An insertion sort: it is stable and allocates nothing.
      for (std::size_t j = i; j > 0 && worth[j] > worth[j - 1]; --j) {
        std::swap(worth[j], worth[j - 1]);
        std::swap(chunks[j], chunks[j - 1]);
      }
    }
  }

  // A sentence that says the same as a better one is no rival, and its
  // probability does not count again. Must be called before Confidence().
  //   leaders  [ranked()] the place of the best sentence that says the same
  void CountOnce(std::span<const std::uint32_t> leaders) {
    std::optional<RankedCandidate> rival;
    bool has_copy = false;
    for (std::uint32_t i = 0; i < leaders.size(); ++i) {
      if (leaders[i] != i) {
        has_copy = true;
        total_ =
            Q16::FromRaw(total_.raw() - ProbabilityOf(ranked_[i].odds).raw());
      } else if (i > 0 && (!rival || ranked_[i].odds > rival->odds)) {
        rival = ranked_[i];
      }
    }
    if (has_copy) rival_ = rival.value_or(ranked_.front());
  }

  // Probability that the sentence at `place` of ranked() answers.
  Q16 Confidence(std::size_t place) {
    FillJudged(place);
    return SentenceConfidence(model_, judged_);
  }

 private:
  using FeatureRow = std::array<std::int16_t, kSentenceFeatures>;

  // Chooses the candidates to rank, in document order: those that are not
  // headings. If there are many: those that hold most of the question, and at
  // least one of each chunk. Trees take most of a question's time, so few
  // sentences are judged. One of each chunk stays, since a chunk without any is
  // ordered as if none of its sentences answered (kOddsOfUnjudged).
  void ChooseCandidates(Arena& arena) {
    const auto all =
        MakeSpan<RankedCandidate>(arena, features_.sentence_count());
    std::size_t count = 0;
    for (std::uint32_t i = 0; i < evidence_.sentences().size(); ++i) {
      if (!evidence_.sentences()[i].record.CanAnswer()) continue;
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

  // For each chunk without a candidate among the first kMaxJudgedSentences of
  // `all`: moves its most promising candidate directly after these. Returns how
  // many it moved.
  std::size_t KeepOneOfEachChunk(Arena& arena,
                                 std::span<RankedCandidate> all) const {
    // No place found can be 0, as all are past the first ones.
    constexpr std::size_t kNone = 0;
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

  // Bonus for the headings above a sentence: it grows with the share of the
  // question that they add, and with the share that they and the sentence hold
  // together. 0 without headings.
  LogOdds OddsOfHeadings(std::uint32_t candidate) const {
    if (evidence_.sentences()[candidate].headings == nullptr) return 0;
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

  // The score of ranking without training: the locally weighted share of the
  // question in the sentence and its headings, plus a twentieth of the chunk's
  // score. In Q10.
  std::int32_t UntrainedScore(std::size_t candidate) const {
    return features_.MeasureOf(candidate, SentenceFeature::kWithHeadings) +
           chunks_[ChunkOf(candidate)].score_q8 / 5;
  }

  // Sorts best first, equal odds in document order. Not std::stable_sort, which
  // allocates from the heap.
  template <typename OddsOf>
  static void Order(std::span<RankedCandidate> ranked, OddsOf odds_of) {
    std::ranges::sort(
        ranked, [odds_of](const RankedCandidate& a, const RankedCandidate& b) {
          const LogOdds of_a = odds_of(a);
          const LogOdds of_b = odds_of(b);
          return of_a != of_b ? of_a > of_b : a.candidate < b.candidate;
        });
  }

  // Sorts the runners-up with a bonus for sentences next to the best one. Only
  // the order of runners-up changes: the confidence in the best was judged
  // against its true rival (rival_).
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

  // The rival of a runner-up is the best sentence, as it would be asked about
  // in its place.
  void FillJudged(std::size_t place) {
    const RankedCandidate& other = place == 0 ? rival_ : ranked_.front();
    std::ranges::copy(rows_[ranked_[place].row], judged_.begin());
    FillAnswerFeatures(evidence_, question_, features_,
                       {ranked_[place], other, total_.raw() / 64}, judged_);
  }

  // Training sees all candidates, also those that are not judged.
  void Observe() {
    std::array<std::int16_t, kSentenceFeatures> features;
    for (std::size_t i = 0; i < evidence_.sentences().size(); ++i) {
      if (!evidence_.sentences()[i].record.CanAnswer()) continue;
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
  RankedCandidate rival_;  // The second best, before PreferNeighbours.
  Q16 total_;
  std::array<std::int16_t, kAnswerFeatures> judged_{};
};

// Finds ranked sentences that say the same as a better one. Compares digests
// first, since reading words takes the text: two sentences that differ in what
// they hold of the question never say the same.
class DistinctSentences {
 public:
  // The arguments outlive this object.
  //   ranked  best first
  DistinctSentences(std::span<const LiveSegment> segments,
                    std::span<const CandidateSentence> candidates,
                    std::span<const RankedCandidate> ranked, Arena& arena)
      : segments_(segments),
        candidates_(candidates),
        ranked_(ranked),
        arena_(arena) {}

  // For every ranked sentence: the place of the best sentence that says the
  // same, which is its own place if no better sentence does. Quadratic in the
  // number of sentences, which is small; reads the words only of sentences
  // whose digests agree.
  // Errors: kTruncated, kCorrupt. Throws std::bad_alloc past the arena.
  Result<std::span<const std::uint32_t>> FindLeaders() {
    const auto leaders = MakeSpan<std::uint32_t>(arena_, ranked_.size());
    words_ = MakeSpan<WordSet>(arena_, ranked_.size());
    for (std::uint32_t i = 0; i < ranked_.size(); ++i) {
      leaders[i] = i;
      const SentenceDigest& digest = Candidate(i).digest;
      for (std::uint32_t j = 0; j < i && leaders[i] == i; ++j) {
        if (leaders[j] != j || !MaySayTheSame(digest, Candidate(j).digest)) {
          continue;
        }
        const auto same = AreSame(i, j);
        if (!same) return same.error();
        if (*same) leaders[i] = j;
      }
    }
    return std::span<const std::uint32_t>(leaders);
  }

 private:
  Result<bool> AreSame(std::uint32_t i, std::uint32_t j) {
    for (const std::uint32_t place : {i, j}) {
      if (const auto read = ReadWords(place); !read) return read.error();
    }
    return SayTheSame(words_[i], words_[j]);
  }

  Result<void> ReadWords(std::uint32_t place) {
    if (!words_[place].words().empty()) return {};
    const CandidateSentence& sentence = Candidate(place);
    const auto document =
        segments_[sentence.segment].reader->Document(sentence.document);
    if (!document) return document.error();
    const auto text = segments_[sentence.segment].reader->Text(
        *document, sentence.record.range);
    if (!text) return text.error();
    words_[place] = WordSet(*text, arena_);
    return {};
  }

  [[nodiscard]] const CandidateSentence& Candidate(std::uint32_t place) const {
    return candidates_[ranked_[place].candidate];
  }

  std::span<const LiveSegment> segments_;
  std::span<const CandidateSentence> candidates_;
  std::span<const RankedCandidate> ranked_;
  Arena& arena_;
  std::span<WordSet> words_;  // By place in ranked_; empty: not read yet.
};

// The best sentences that are their own leaders, each with the places of the
// sentences that it leads. Ranked by the first of those that say the same; the
// others' places tell readers that several documents agree.
template <typename A>
std::span<ScoredSentence<A>> TakeBest(
    LearnedRanking& ranking, std::span<const CandidateSentence> candidates,
    std::span<const AnsweringChunk> chunks,
    std::span<const std::uint32_t> leaders, const SentencesWanted& wanted,
    Arena& arena) {
  const auto place_of = [&](std::size_t i) {
    const CandidateSentence& sentence =
        candidates[ranking.ranked()[i].candidate];
    return SentencePlace{sentence.segment, chunks[sentence.chunk_rank].chunk,
                         sentence.sentence};
  };
  const auto best = MakeSpan<ScoredSentence<A>>(
      arena, std::min(wanted.count, leaders.size()));
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
    const Q16 confidence =
        filled < wanted.judged ? ranking.Confidence(i) : Q16();
    best[filled++] = {place.segment,
                      place.chunk,
                      place.sentence,
                      A::FromFixed(Q16::FromRaw(std::int64_t{odds} * 16)),
                      A::FromFixed(confidence),
                      also_in};
  }
  return best.first(filled);
}

}  // namespace

// Scores become integers here, so that all features are the same in both
// arithmetics.
template <typename A>
Result<LearnedCandidates> GatherLearnedCandidates(
    std::span<const LiveSegment> segments, const QuestionTerms& terms,
    const TermLookup& lookup, std::span<const ScoredChunk<A>> chunks,
    const AnswerModel& model, const Thesaurus* thesaurus, Arena& arena) {
  const auto answering = MakeSpan<AnsweringChunk>(arena, chunks.size());
  for (std::size_t i = 0; i < chunks.size(); ++i) {
    answering[i] = {chunks[i].segment, chunks[i].chunk,
                    A::FloorQ8(chunks[i].score)};
  }
  const QuestionWords question =
      ReadQuestionWords(terms, model.lexicon(), arena);
  const auto evidence = CandidateEvidence::Gather(segments, terms, question,
                                                  {&model.related(), thesaurus},
                                                  lookup, answering, arena);
  if (!evidence) return evidence.error();
  return LearnedCandidates{answering, question, *evidence};
}

template <typename A>
Result<std::span<ScoredSentence<A>>> RankLearnedSentences(
    std::span<const LiveSegment> segments, const QuestionTerms& terms,
    const LearnedCandidates& candidates, std::span<ScoredChunk<A>> chunks,
    const SentencesWanted& wanted, const AnswerModel& model,
    RankingObserver* observer, Arena& arena) {
  LearnedRanking ranking(candidates, terms, model, observer, arena);
  const std::span<const CandidateSentence> sentences =
      candidates.evidence.sentences();
  const auto leaders =
      DistinctSentences(segments, sentences, ranking.ranked(), arena)
          .FindLeaders();
  if (!leaders) return leaders.error();
  ranking.CountOnce(*leaders);
  const auto best = TakeBest<A>(ranking, sentences, candidates.chunks, *leaders,
                                wanted, arena);
  ranking.OrderChunks(chunks, arena);
  return best;
}

template Result<LearnedCandidates> GatherLearnedCandidates(
    std::span<const LiveSegment>, const QuestionTerms&, const TermLookup&,
    std::span<const ScoredChunk<FixedArithmetic>>, const AnswerModel&,
    const Thesaurus*, Arena&);
template Result<LearnedCandidates> GatherLearnedCandidates(
    std::span<const LiveSegment>, const QuestionTerms&, const TermLookup&,
    std::span<const ScoredChunk<FloatArithmetic>>, const AnswerModel&,
    const Thesaurus*, Arena&);

template Result<std::span<ScoredSentence<FixedArithmetic>>>
RankLearnedSentences(std::span<const LiveSegment>, const QuestionTerms&,
                     const LearnedCandidates&,
                     std::span<ScoredChunk<FixedArithmetic>>,
                     const SentencesWanted&, const AnswerModel&,
                     RankingObserver*, Arena&);
template Result<std::span<ScoredSentence<FloatArithmetic>>>
RankLearnedSentences(std::span<const LiveSegment>, const QuestionTerms&,
                     const LearnedCandidates&,
                     std::span<ScoredChunk<FloatArithmetic>>,
                     const SentencesWanted&, const AnswerModel&,
                     RankingObserver*, Arena&);

}  // namespace answerbox::engine
