#include "engine/ask/ask.h"

#include <algorithm>
#include <new>

#include "engine/answer/ranking/learned_sentences.h"
#include "engine/answer/ranking/paper_sentences.h"
#include "engine/ask/citation.h"
#include "engine/ask/context.h"
#include "engine/numeric/arena_span.h"
#include "engine/retrieval/bigram_rerank.h"
#include "engine/retrieval/bm25.h"
#include "engine/retrieval/question_terms.h"
#include "engine/retrieval/term_lookup.h"
#include "engine/retrieval/tf_idf_cosine.h"

namespace answerbox::engine {
namespace {

constexpr std::size_t kRerankedChunks = 20;
constexpr std::size_t kRetrievedShown = 10;  // Answer::retrieved.
constexpr std::size_t kPaperAnsweringChunks = 5;
// A chunk whose score is this much less than the best one's has hardly ever the
// answer: chosen on the tuning half, as the two numbers above it.
constexpr std::size_t kAnsweringChunks = 10;
constexpr std::uint64_t kAnsweringGap = 6;

// One question on its way through the pipeline in arithmetic A.
template <typename A>
class Pipeline {
 public:
  Pipeline(std::span<const LiveSegment> segments, const Question& question,
           Workspace& workspace)
      : segments_(segments),
        question_(question),
        arena_(workspace.arena()),
        profile_(segments.empty() ? Profile::kDefault
                                  : segments.front().reader->profile()),
        normalizer_(workspace.normalizer(profile_)) {}

  Result<Answer> Run() {
    terms_ = AnalyzeQuestion(question_.text, normalizer_, arena_);
    if (terms_.distinct.empty()) return Refuse(RefusalReason::kEmptyQuestion);
    if (!HasDocuments()) return Refuse(RefusalReason::kNoDocuments);

    const auto lookup = TermLookup::Find(segments_, terms_, arena_);
    if (!lookup) return lookup.error();
    const auto chunks = Retrieve(*lookup);
    if (!chunks) return chunks.error();
    if (chunks->empty()) return Refuse(RefusalReason::kNoEvidence);

    const auto sentences = RankSentences(*lookup, *chunks);
    if (!sentences) return sentences.error();
    if (sentences->empty()) return Refuse(RefusalReason::kNoEvidence);
    return Decide(*lookup, *chunks, *sentences);
  }

 private:
  static Answer Refuse(RefusalReason reason) {
    Answer answer;
    answer.refusal = reason;
    return answer;
  }

  [[nodiscard]] bool HasDocuments() const {
    return std::ranges::any_of(segments_, [](const LiveSegment& segment) {
      return segment.reader->counts().documents > segment.removed->size();
    });
  }

  Result<std::span<ScoredChunk<A>>> Retrieve(const TermLookup& lookup) {
    if (profile_ == Profile::kPaper) {
      return RetrieveTfIdfCosine<A>(segments_, terms_, lookup, kRetrievedShown,
                                    arena_);
    }
    auto chunks = RetrieveBm25<A>(segments_, lookup, kRerankedChunks, arena_);
    if (!chunks) return chunks;
    const auto reranked =
        RerankByBigrams<A>(segments_, terms_, lookup, *chunks, arena_);
    if (!reranked) return reranked.error();
    return chunks;
  }

  Result<std::span<ScoredSentence<A>>> RankSentences(
      const TermLookup& lookup, std::span<ScoredChunk<A>> chunks) {
    const std::size_t wanted =
        1 + std::min(question_.runners_up, kMaxRunnersUp);
    if (profile_ == Profile::kPaper) {
      return RankPaperSentences<A>(
          segments_, lookup,
          chunks.first(std::min(chunks.size(), kPaperAnsweringChunks)),
          question_.paper_weights, wanted, arena_);
    }
    return RankLearnedSentences<A>(segments_, terms_, lookup, Answering(chunks),
                                   wanted, Model(), question_.observer, arena_);
  }

  // The chunks whose sentences may answer, best first as all of them.
  static std::span<ScoredChunk<A>> Answering(std::span<ScoredChunk<A>> chunks) {
    const auto least = chunks.front().score - A::Ratio(kAnsweringGap, 1);
    std::size_t count = std::min(chunks.size(), kAnsweringChunks);
    while (chunks[count - 1].score < least) --count;
    return chunks.first(count);
  }

  [[nodiscard]] const AnswerModel& Model() const {
    return question_.model != nullptr ? *question_.model : ShippedModel();
  }

  [[nodiscard]] std::optional<ShortAnswer> FindShort(
      std::string_view sentence) {
    const SpanModel& model = question_.span_model != nullptr
                                 ? *question_.span_model
                                 : ShippedSpanModel();
    return ShortAnswers(terms_, Model().lexicon(), normalizer_, arena_)
        .Find(sentence, model);
  }

  Result<Answer> Decide(const TermLookup& lookup,
                        std::span<const ScoredChunk<A>> chunks,
                        std::span<const ScoredSentence<A>> sentences) {
    Answer answer;
    const auto citations = MakeSpan<Citation>(arena_, sentences.size());
    for (std::size_t i = 0; i < sentences.size(); ++i) {
      const auto cited = CiteSentence(sentences[i], citations[i]);
      if (!cited) return cited.error();
    }
    answer.citations = citations;
    answer.confidence = citations.front().confidence;
    if (answer.confidence < question_.theta) {
      answer.refusal = RefusalReason::kWeakEvidence;
      if (profile_ == Profile::kDefault) {
        answer.refused_words =
            PlaceWords(question_.text, terms_, lookup,
                       {citations.front().sentence, citations.front().section},
                       normalizer_, arena_);
      }
    }
    if (question_.with_short && profile_ == Profile::kDefault &&
        !answer.refusal) {
      answer.short_answer = FindShort(citations.front().sentence);
    }
    const auto listed = ListRetrieved(chunks, answer);
    if (!listed) return listed.error();
    if (question_.with_context) {
      const auto context = FindContext(segments_, citations.front(), terms_,
                                       normalizer_, arena_);
      if (!context) return context.error();
      answer.context = *context;
    }
    return answer;
  }

  Result<void> CiteSentence(const ScoredSentence<A>& sentence,
                            Citation& citation) {
    const auto place =
        Cite(segments_, {sentence.segment, sentence.chunk, sentence.sentence},
             arena_);
    if (!place) return place.error();
    static_cast<CitedPlace&>(citation) = *place;
    citation.score = A::ToDouble(sentence.score);
    citation.confidence = A::ToDouble(sentence.confidence);
    citation.score_bits = A::Bits(sentence.score);
    if (sentence.also_in.empty()) return {};
    const auto also_in = MakeSpan<CitedPlace>(arena_, sentence.also_in.size());
    for (std::size_t i = 0; i < also_in.size(); ++i) {
      const SentencePlace& other = sentence.also_in[i];
      const auto cited =
          Cite(segments_, {other.segment, other.chunk, other.sentence}, arena_);
      if (!cited) return cited.error();
      also_in[i] = *cited;
    }
    citation.also_in = also_in;
    return {};
  }

  Result<void> ListRetrieved(std::span<const ScoredChunk<A>> chunks,
                             Answer& answer) {
    const auto retrieved = MakeSpan<RetrievedChunk>(
        arena_, std::min(chunks.size(), kRetrievedShown));
    for (std::size_t i = 0; i < retrieved.size(); ++i) {
      const auto document =
          segments_[chunks[i].segment].reader->DocumentOfChunk(chunks[i].chunk);
      if (!document) return document.error();
      retrieved[i] = {chunks[i].segment, *document};
    }
    answer.retrieved = retrieved;
    return {};
  }

  std::span<const LiveSegment> segments_;
  const Question& question_;
  Arena& arena_;
  Profile profile_;
  TermNormalizer& normalizer_;
  QuestionTerms terms_;
};

}  // namespace

Result<Answer> Ask(std::span<const LiveSegment> segments,
                   const Question& question, Workspace& workspace) noexcept {
  workspace.arena().Reset();
  try {
    return question.arithmetic == Arithmetic::kFixed
               ? Pipeline<FixedArithmetic>(segments, question, workspace).Run()
               : Pipeline<FloatArithmetic>(segments, question, workspace).Run();
  } catch (const std::bad_alloc&) {
    // The only exception inside: the arena's end, met anywhere on the way.
    return Error{ErrorCode::kArenaExhausted, "arena",
                 workspace.arena().capacity()};
  }
}

}  // namespace answerbox::engine
