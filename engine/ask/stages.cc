#include "engine/ask/stages.h"

#include <algorithm>
#include <utility>

#include "engine/answer/evidence/question_words.h"
#include "engine/answer/ranking/paper_sentences.h"
#include "engine/ask/citation.h"
#include "engine/ask/context.h"
#include "engine/numeric/arena_span.h"
#include "engine/retrieval/asked_documents.h"
#include "engine/retrieval/bigram_rerank.h"
#include "engine/retrieval/bm25.h"
#include "engine/retrieval/tf_idf_cosine.h"
#include "engine/text/tokenizer.h"
#include "engine/words/asked_part.h"

namespace answerbox::engine {
namespace {

constexpr std::size_t kPaperAnsweringChunks = 5;
// Chosen on the tuning half, like kRetrievedChunks.
constexpr std::size_t kAnsweringChunks = 10;
// A chunk that scores this much less than the best one hardly ever has the
// answer. Chosen on the tuning half.
constexpr std::uint64_t kAnsweringGap = 6;

bool HasDocuments(std::span<const LiveSegment> segments) {
  return std::ranges::any_of(segments, [](const LiveSegment& segment) {
    return segment.reader->counts().documents > segment.removed->size();
  });
}

// The chunks whose sentences may answer: the first of `chunks`, which are
// sorted best first.
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
  if (sentence.also_in.empty()) return {};
  const auto also_in =
      MakeSpan<CitedPlace>(inquiry.arena, sentence.also_in.size());
  for (std::size_t i = 0; i < also_in.size(); ++i) {
    const SentencePlace& other = sentence.also_in[i];
    const auto cited =
        Cite(inquiry.segments, {other.segment, other.chunk, other.sentence},
             inquiry.arena);
    if (!cited) return cited.error();
    also_in[i] = *cited;
  }
  citation.also_in = also_in;
  return {};
}

// The answer in the form of one sentence.
FormedAnswer SentenceAlone(const Citation& citation, Arena& arena) {
  const auto parts = MakeSpan<AnswerPart>(arena, 1);
  parts[0] = {citation.sentence, citation.offsets, citation.page};
  return {AnswerForm::kSentence, citation.sentence, parts, {}, citation};
}

// The first citations as answers of a sentence each.
std::span<const FormedAnswer> Sentences(const Inquiry& inquiry,
                                        std::span<const Citation> citations) {
  const auto formed = MakeSpan<FormedAnswer>(
      inquiry.arena, std::min(inquiry.question.answers, citations.size()));
  for (std::size_t i = 0; i < formed.size(); ++i) {
    formed[i] = SentenceAlone(citations[i], inquiry.arena);
  }
  return formed;
}

// Adds the synonyms of the question's terms, as far as a question may have more
// terms.
Result<void> LookUpSynonyms(const Synonyms& synonyms, Inquiry& inquiry) {
  QuestionTerms& terms = inquiry.terms;
  terms.synonyms = synonyms.Of(terms, inquiry.arena);
  if (terms.synonyms.empty()) return {};
  const auto all = MakeSpan<QuestionTerm>(inquiry.arena, kMaxQuestionTerms);
  std::ranges::copy(terms.distinct, all.begin());
  std::size_t count = terms.distinct.size();
  const auto place_of = [&all, &count](std::string_view term) {
    return static_cast<std::size_t>(
        std::ranges::find(all.first(count), term, &QuestionTerm::term) -
        all.begin());
  };
  for (const QuestionSynonym& synonym : terms.synonyms) {
    if (count == all.size()) break;
    if (place_of(synonym.term) == count) all[count++] = {synonym.term, 1};
  }
  QuestionTerms asked;
  asked.distinct = all.first(count);
  const auto lookup = TermLookup::Find(inquiry.segments, asked, inquiry.arena);
  if (!lookup) return lookup.error();
  inquiry.retrieval = *lookup;
  for (const QuestionSynonym& synonym : terms.synonyms) {
    const std::size_t place = place_of(synonym.term);
    if (place == count) continue;
    inquiry.lookup.AddChunks(synonym.question_term,
                             lookup->chunk_frequency(place));
  }
  return {};
}

// The question's terms, looked up.
Result<Inquiry> LookUp(std::span<const LiveSegment> segments,
                       const Question& question, Workspace& workspace) {
  const Profile profile =
      segments.empty() ? Profile::kDefault : segments.front().reader->profile();
  TermNormalizer& normalizer = workspace.normalizer(profile);
  Inquiry inquiry{segments,
                  question,
                  profile,
                  normalizer,
                  workspace.arena(),
                  AnalyzeQuestion(question.text, normalizer, workspace.arena()),
                  {},
                  {},
                  {},
                  {},
                  {}};
  if (inquiry.terms.distinct.empty()) {
    inquiry.refusal = RefusalReason::kEmptyQuestion;
  } else if (!HasDocuments(segments)) {
    inquiry.refusal = RefusalReason::kNoDocuments;
  } else {
    const auto lookup =
        TermLookup::Find(segments, inquiry.terms, inquiry.arena);
    if (!lookup) return lookup.error();
    inquiry.lookup = *lookup;
    inquiry.retrieval = *lookup;
    if (question.synonyms != nullptr && profile == Profile::kDefault) {
      const auto added = LookUpSynonyms(*question.synonyms, inquiry);
      if (!added) return added.error();
    }
    if (!question.documents.empty()) {
      const auto within =
          WithinDocuments(segments, question.documents, inquiry.arena);
      if (!within) return within.error();
      inquiry.segments = *within;
    }
  }
  return inquiry;
}

// The terms of the question that are English words, whether documents have them
// or not.
TermMask EnglishWords(const Inquiry& inquiry) {
  TermMask english = 0;
  for (std::size_t t = 0; t < inquiry.terms.distinct.size(); ++t) {
    if (inquiry.lookup.chunk_frequency(t) != 0) continue;
    if (inquiry.model().lexicon().Has(inquiry.terms.distinct[t].term)) {
      english |= TermMask{1} << t;
    }
  }
  return english;
}

std::optional<ShortAnswer> FindShort(const Inquiry& inquiry,
                                     std::string_view sentence) {
  const SpanModel& model = inquiry.question.span_model != nullptr
                               ? *inquiry.question.span_model
                               : ShippedSpanModel();
  return ShortAnswers(inquiry.terms, inquiry.model().lexicon(),
                      inquiry.normalizer, inquiry.arena)
      .Find(sentence, model);
}

// The question with another text.
const Question& WithText(const Question& question, std::string_view text,
                         Arena& arena) {
  Question& other = MakeSpan<Question>(arena, 1).front();
  other = question;
  other.text = text;
  return other;
}

// A question with fewer terms may mean something that was said before it.
constexpr std::size_t kLeastAskedTerms = 2;

// What a message asks, and after it the words of its story that documents have
// and the lexicon does not: a drug, a place, a scheme that the question is
// about.
std::string_view WithNames(const Inquiry& asked, const Inquiry& whole) {
  const std::string_view message = whole.question.text;
  const std::string_view question = asked.question.text;
  const auto text =
      MakeBuffer<char>(whole.arena, question.size() + 2 * message.size());
  const auto taken = MakeSpan<bool>(whole.arena, whole.terms.distinct.size());
  auto end = std::ranges::copy(question, text.begin()).out;
  Tokenizer tokenizer(Profile::kDefault, message);
  while (const auto token = tokenizer.Next()) {
    const std::string_view word = message.substr(
        token->range.begin, token->range.end - token->range.begin);
    const std::string_view term = whole.normalizer.Normalize(word, token->kind);
    const auto place =
        std::ranges::find(whole.terms.distinct, term, &QuestionTerm::term);
    if (term.empty() || place == whole.terms.distinct.end()) continue;
    const auto t =
        static_cast<std::size_t>(place - whole.terms.distinct.begin());
    const bool is_name =
        token->kind == TokenKind::kWord &&
        whole.lookup.chunk_frequency(t) != 0 &&
        !whole.model().lexicon().Has(term) &&
        std::ranges::find(asked.terms.distinct, term, &QuestionTerm::term) ==
            asked.terms.distinct.end();
    if (!is_name || std::exchange(taken[t], true)) continue;
    *end++ = ' ';
    end = std::ranges::copy(word, end).out;
  }
  return {text.data(), static_cast<std::size_t>(end - text.begin())};
}

// What a message asks, looked up.
Result<Inquiry> LookUpAsked(std::span<const LiveSegment> segments,
                            const Question& question, Workspace& workspace) {
  if (!segments.empty() &&
      segments.front().reader->profile() == Profile::kDefault) {
    const std::string_view asked = AskedPart(question.text);
    if (asked.size() < question.text.size()) {
      const auto inquiry = LookUp(
          segments, WithText(question, asked, workspace.arena()), workspace);
      if (!inquiry) return inquiry;
      const auto whole = LookUp(segments, question, workspace);
      // "What does it do?" has no term at all.
      if (!whole || inquiry->refusal ||
          inquiry->terms.distinct.size() < kLeastAskedTerms) {
        return whole;
      }
      const std::string_view text = WithNames(*inquiry, *whole);
      if (text.size() == asked.size()) return inquiry;
      return LookUp(segments, WithText(question, text, workspace.arena()),
                    workspace);
    }
  }
  return LookUp(segments, question, workspace);
}

}  // namespace

Result<Inquiry> Analyze(std::span<const LiveSegment> segments,
                        const Question& question, Workspace& workspace) {
  workspace.arena().Reset();
  const auto inquiry = LookUpAsked(segments, question, workspace);
  if (!inquiry || inquiry->refusal || !question.with_spelling ||
      inquiry->profile != Profile::kDefault) {
    return inquiry;
  }
  const auto spelling = ReadSpelling(
      inquiry->question.text, segments, inquiry->terms, inquiry->lookup,
      EnglishWords(*inquiry), inquiry->normalizer, inquiry->arena);
  if (!spelling) return spelling.error();
  if (spelling->respelt.empty()) {
    Inquiry as_spelt = *inquiry;
    as_spelt.offers = spelling->offers;
    return as_spelt;
  }
  auto read = LookUp(
      segments, WithText(question, spelling->text, inquiry->arena), workspace);
  if (!read) return read;
  read->respelt = spelling->respelt;
  read->offers = spelling->offers;
  return read;
}

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
      answer.refused_words = PlaceWords(
          question.text, inquiry.terms, inquiry.lookup,
          {best.sentence, best.section}, inquiry.normalizer, inquiry.arena);
    }
  }
  if (!answer.refusal) {
    answer.formed = formed.empty() ? Sentences(inquiry, citations) : formed;
  }
  if (question.with_short && inquiry.profile == Profile::kDefault &&
      !answer.refusal) {
    answer.short_answer = FindShort(inquiry, best.sentence);
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
