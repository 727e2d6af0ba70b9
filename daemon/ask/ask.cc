#include "daemon/ask/ask.h"

#include <algorithm>
#include <new>

#include "daemon/ask/citation.h"
#include "daemon/ask/context.h"
#include "engine/answer/learned_sentences.h"
#include "engine/answer/paper_sentences.h"
#include "engine/numeric/arena_span.h"
#include "engine/retrieval/bigram_rerank.h"
#include "engine/retrieval/bm25.h"
#include "engine/retrieval/question_terms.h"
#include "engine/retrieval/term_lookup.h"
#include "engine/retrieval/tf_idf_cosine.h"

namespace answerbox::daemon {
namespace {

using engine::LiveSegment;
using engine::ScoredChunk;
using engine::ScoredSentence;

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
        profile_(segments.empty() ? engine::Profile::kDefault
                                  : segments.front().reader->profile()),
        normalizer_(workspace.normalizer(profile_)) {}

  engine::Result<Answer> Run() {
    terms_ = engine::AnalyzeQuestion(question_.text, normalizer_, arena_);
    if (terms_.distinct.empty()) return Refuse(RefusalReason::kEmptyQuestion);
    if (!HasDocuments()) return Refuse(RefusalReason::kNoDocuments);

    const auto lookup = engine::TermLookup::Find(segments_, terms_, arena_);
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

  engine::Result<std::span<ScoredChunk<A>>> Retrieve(
      const engine::TermLookup& lookup) {
    if (profile_ == engine::Profile::kPaper) {
      return engine::RetrieveTfIdfCosine<A>(segments_, terms_, lookup,
                                            kRetrievedShown, arena_);
    }
    auto chunks =
        engine::RetrieveBm25<A>(segments_, lookup, kRerankedChunks, arena_);
    if (!chunks) return chunks;
    const auto reranked =
        engine::RerankByBigrams<A>(segments_, terms_, lookup, *chunks, arena_);
    if (!reranked) return reranked.error();
    return chunks;
  }

  engine::Result<std::span<ScoredSentence<A>>> RankSentences(
      const engine::TermLookup& lookup, std::span<ScoredChunk<A>> chunks) {
    const std::size_t wanted =
        1 + std::min(question_.runners_up, kMaxRunnersUp);
    if (profile_ == engine::Profile::kPaper) {
      return engine::RankPaperSentences<A>(
          segments_, lookup,
          chunks.first(std::min(chunks.size(), kPaperAnsweringChunks)),
          question_.paper_weights, wanted, arena_);
    }
    return engine::RankLearnedSentences<A>(segments_, terms_, lookup,
                                           Answering(chunks), wanted, Model(),
                                           question_.observer, arena_);
  }

  // The chunks whose sentences may answer, best first as all of them.
  static std::span<ScoredChunk<A>> Answering(std::span<ScoredChunk<A>> chunks) {
    const auto least = chunks.front().score - A::Ratio(kAnsweringGap, 1);
    std::size_t count = std::min(chunks.size(), kAnsweringChunks);
    while (chunks[count - 1].score < least) --count;
    return chunks.first(count);
  }

  [[nodiscard]] const engine::AnswerModel& Model() const {
    return question_.model != nullptr ? *question_.model
                                      : engine::ShippedModel();
  }

  [[nodiscard]] std::optional<engine::ShortAnswer> FindShort(
      std::string_view sentence) {
    const engine::SpanModel& model = question_.span_model != nullptr
                                         ? *question_.span_model
                                         : engine::ShippedSpanModel();
    return engine::ShortAnswers(terms_, Model().lexicon(), normalizer_, arena_)
        .Find(sentence, model);
  }

  engine::Result<Answer> Decide(const engine::TermLookup& lookup,
                                std::span<const ScoredChunk<A>> chunks,
                                std::span<const ScoredSentence<A>> sentences) {
    Answer answer;
    const auto citations = engine::MakeSpan<Citation>(arena_, sentences.size());
    for (std::size_t i = 0; i < sentences.size(); ++i) {
      const auto cited = CiteSentence(sentences[i], citations[i]);
      if (!cited) return cited.error();
    }
    answer.citations = citations;
    answer.confidence = citations.front().confidence;
    if (answer.confidence < question_.theta) {
      answer.refusal = RefusalReason::kWeakEvidence;
      if (profile_ == engine::Profile::kDefault) {
        answer.refused_words =
            PlaceWords(question_.text, terms_, lookup,
                       {citations.front().sentence, citations.front().section},
                       normalizer_, arena_);
      }
    }
    if (question_.with_short && profile_ == engine::Profile::kDefault &&
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

  engine::Result<void> CiteSentence(const ScoredSentence<A>& sentence,
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
    const auto also_in =
        engine::MakeSpan<CitedPlace>(arena_, sentence.also_in.size());
    for (std::size_t i = 0; i < also_in.size(); ++i) {
      const engine::SentencePlace& other = sentence.also_in[i];
      const auto cited =
          Cite(segments_, {other.segment, other.chunk, other.sentence}, arena_);
      if (!cited) return cited.error();
      also_in[i] = *cited;
    }
    citation.also_in = also_in;
    return {};
  }

  engine::Result<void> ListRetrieved(std::span<const ScoredChunk<A>> chunks,
                                     Answer& answer) {
    const auto retrieved = engine::MakeSpan<RetrievedChunk>(
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
  engine::Arena& arena_;
  engine::Profile profile_;
  engine::TermNormalizer& normalizer_;
  engine::QuestionTerms terms_;
};

}  // namespace

engine::Result<Answer> Ask(std::span<const engine::LiveSegment> segments,
                           const Question& question,
                           Workspace& workspace) noexcept {
  workspace.arena().Reset();
  try {
    return question.arithmetic == engine::Arithmetic::kFixed
               ? Pipeline<engine::FixedArithmetic>(segments, question,
                                                   workspace)
                     .Run()
               : Pipeline<engine::FloatArithmetic>(segments, question,
                                                   workspace)
                     .Run();
  } catch (const std::bad_alloc&) {
    // The only exception inside: the arena's end, met anywhere on the way.
    return engine::Error{engine::ErrorCode::kArenaExhausted, "arena",
                         workspace.arena().capacity()};
  }
}

}  // namespace answerbox::daemon
