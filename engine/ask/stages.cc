#include "engine/ask/stages.h"

#include <algorithm>

#include "engine/answer/evidence/question_words.h"
#include "engine/answer/ranking/paper_sentences.h"
#include "engine/ask/citation.h"
#include "engine/numeric/arena.h"
#include "engine/retrieval/bm25.h"
#include "engine/retrieval/tf_idf_cosine.h"

namespace answerbox::engine {

namespace {

constexpr std::size_t kPaperAnsweringChunks = 5;
// Chosen on the tuning half, like kRetrievedChunks.
constexpr std::size_t kAnsweringChunks = 10;
// A chunk that scores this much less than the best one hardly ever has the
// answer. Chosen on the tuning half.
constexpr std::uint64_t kAnsweringGap = 6;

// The chunks whose sentences may answer: the first of `chunks`, which are
// sorted best first. The first chunk is within the gap of itself, so at least
// one stays.
template <typename A>
std::span<ScoredChunk<A>> Answering(Profile profile,
                                    std::span<ScoredChunk<A>> chunks) {
  if (profile == Profile::kPaper) {
    return chunks.first(std::min(chunks.size(), kPaperAnsweringChunks));
  }
  const auto least = chunks.front().score - A::Ratio(kAnsweringGap, 1);
  std::size_t count = std::min(chunks.size(), kAnsweringChunks);
  while (chunks[count - 1].score < least) --count;
  return chunks.first(count);
}

// Digests of answers are over the bits of a score: a rounded number would hide
// a difference.
template <typename A>
Result<void> CiteSentence(const Inquiry& inquiry,
                          const ScoredSentence<A>& sentence,
                          Citation& citation) {
  const auto place = Cite(inquiry.segments,
                          {sentence.segment, sentence.chunk, sentence.sentence},
                          inquiry.arena);
  if (!place) return place.error();
  static_cast<CitedPlace&>(citation) = *place;
  citation.score = A::ToDouble(sentence.score);
  citation.confidence = A::ToDouble(sentence.confidence);
  citation.score_bits = A::Bits(sentence.score);
  const auto also_in =
      MakeSpan<CitedPlace>(inquiry.arena, sentence.also_in.size());
  for (std::size_t i = 0; i < also_in.size(); ++i) {
    const SentencePlace& other = sentence.also_in[i];
    const auto cited = Cite(inquiry.segments, other, inquiry.arena);
    if (!cited) return cited.error();
    also_in[i] = *cited;
  }
  const auto all = WithCopies(inquiry.segments, inquiry.question, citation,
                              also_in, inquiry.arena);
  if (!all) return all.error();
  citation.also_in = *all;
  return {};
}

// The answer in the form of one sentence.
FormedAnswer SentenceAlone(const Citation& citation, Arena& arena) {
  const auto parts = MakeSpan<AnswerPart>(arena, 1);
  parts[0] = {citation.sentence, citation.offsets, citation.page};
  return {AnswerForm::kSentence, citation.sentence, parts, {}, citation};
}

// The first citations as answers of a sentence each. So that callers read one
// kind of answer, whatever the profile or form.
std::span<const FormedAnswer> Sentences(const Inquiry& inquiry,
                                        std::span<const Citation> citations) {
  const auto formed = MakeSpan<FormedAnswer>(
      inquiry.arena,
      std::min(inquiry.question.answers.value_or(1), citations.size()));
  for (std::size_t i = 0; i < formed.size(); ++i) {
    formed[i] = SentenceAlone(citations[i], inquiry.arena);
  }
  return formed;
}

// The headings above the best place, and those of its columns.
std::span<const std::string_view> HeadingsOf(
    const Citation& best, std::span<const FormedAnswer> formed, Arena& arena) {
  if (formed.empty()) return best.section;
  const auto parts = formed.front().parts;
  const auto headings =
      MakeSpan<std::string_view>(arena, best.section.size() + parts.size());
  std::size_t count = best.section.size();
  std::ranges::copy(best.section, headings.begin());
  for (const AnswerPart& part : parts) {
    if (part.role == PartRole::kHeader) headings[count++] = part.text;
  }
  return headings.first(count);
}

}  // namespace

// Word pairs are looked for in the best chunks alone, which takes longer than
// reading postings.
template <typename A>
Result<std::span<ScoredChunk<A>>> Retrieve(const Inquiry& inquiry,
                                           std::size_t count) {
  if (inquiry.profile == Profile::kPaper) {
    return RetrieveTfIdfCosine<A>(inquiry.segments, inquiry.terms,
                                  inquiry.lookup, count, inquiry.arena);
  }
  auto chunks = RetrieveBm25<A>(inquiry.segments, inquiry.retrieval, count,
                                inquiry.arena);
  if (!chunks) return chunks;
  const auto best = chunks->first(std::min(chunks->size(), kRerankedChunks));
  const auto reranked = RerankByBigrams<A>(inquiry.segments, inquiry.terms,
                                           inquiry.lookup, best, inquiry.arena);
  if (!reranked) return reranked.error();
  return chunks;
}

template <typename A>
Result<Candidates<A>> GatherCandidates(const Inquiry& inquiry,
                                       std::span<ScoredChunk<A>> chunks) {
  Candidates<A> candidates{Answering<A>(inquiry.profile, chunks), {}};
  if (inquiry.profile == Profile::kPaper) return candidates;
  auto learned = GatherLearnedCandidates<A>(
      inquiry.segments, inquiry.terms, inquiry.lookup, candidates.chunks,
      inquiry.model(), inquiry.thesaurus(), inquiry.arena);
  if (!learned) return learned.error();
  candidates.learned = *learned;
  return candidates;
}

template <typename A>
Result<std::span<const ScoredSentence<A>>> Rank(const Inquiry& inquiry,
                                                const Candidates<A>& candidates,
                                                const SentencesWanted& wanted) {
  const auto ranked =
      inquiry.profile == Profile::kPaper
          ? RankPaperSentences<A>(
                inquiry.segments, inquiry.lookup, candidates.chunks,
                inquiry.question.paper_weights, wanted.count, inquiry.arena)
          : RankLearnedSentences<A>(inquiry.segments, inquiry.terms,
                                    *candidates.learned, candidates.chunks,
                                    wanted, inquiry.model(),
                                    inquiry.question.observer, inquiry.arena);
  if (!ranked) return ranked.error();
  return std::span<const ScoredSentence<A>>(*ranked);
}

template <typename A>
Result<std::span<const Citation>> Cite(
    const Inquiry& inquiry, std::span<const ScoredSentence<A>> sentences) {
  const auto citations = MakeSpan<Citation>(inquiry.arena, sentences.size());
  for (std::size_t i = 0; i < sentences.size(); ++i) {
    const auto cited = CiteSentence<A>(inquiry, sentences[i], citations[i]);
    if (!cited) return cited.error();
  }
  return std::span<const Citation>(citations);
}

// Citations stay with a refusal: people see what was closest, and decide for
// themselves.
Result<Answer> Decide(const Inquiry& inquiry,
                      std::span<const Citation> citations,
                      std::span<const FormedAnswer> formed) {
  const Question& question = inquiry.question;
  const Citation& best = citations.front();
  Answer answer;
  answer.citations = citations;
  answer.confidence = best.confidence;
  if (answer.confidence < question.theta) {
    answer.refusal = RefusalReason::kWeakEvidence;
    if (inquiry.profile == Profile::kDefault) {
      answer.refused_words =
          PlaceWords(question.text, inquiry.terms, inquiry.lookup,
                     {best.sentence, HeadingsOf(best, formed, inquiry.arena)},
                     inquiry.normalizer, inquiry.arena);
      const auto missing =
          inquiry.name_places().MissingAt(best, best.sentence, best.sentence);
      if (!missing) return missing.error();
      answer.refused_words.missing = *missing;
    }
  }
  if (!answer.refusal) {
    answer.formed = formed.empty() ? Sentences(inquiry, citations) : formed;
  }
  if (question.with_short && inquiry.profile == Profile::kDefault &&
      !answer.refusal) {
    answer.short_answer = FindShort(inquiry, answer.formed.front());
  }
  if (question.with_context) {
    const auto context = FindContext(inquiry.segments, best, inquiry.terms,
                                     inquiry.normalizer, inquiry.arena);
    if (!context) return context.error();
    answer.context = *context;
  }
  return answer;
}

#define ANSWERBOX_STAGES(A)                                                   \
  template Result<std::span<ScoredChunk<A>>> Retrieve(const Inquiry&,         \
                                                      std::size_t);           \
  template Result<Candidates<A>> GatherCandidates(const Inquiry&,             \
                                                  std::span<ScoredChunk<A>>); \
  template Result<std::span<const ScoredSentence<A>>> Rank(                   \
      const Inquiry&, const Candidates<A>&, const SentencesWanted&);          \
  template Result<std::span<const Citation>> Cite(                            \
      const Inquiry&, std::span<const ScoredSentence<A>>);

ANSWERBOX_STAGES(FixedArithmetic)
ANSWERBOX_STAGES(FloatArithmetic)
#undef ANSWERBOX_STAGES

}  // namespace answerbox::engine
