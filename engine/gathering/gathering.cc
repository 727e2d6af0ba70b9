#include "engine/gathering/gathering.h"

#include <algorithm>

#include "engine/ask/citation.h"
#include "engine/ask/stages.h"
#include "engine/gathering/pooled_texts.h"
#include "engine/gathering/relevance.h"
#include "engine/gathering/sentence_pool.h"
#include "engine/latent/range_finder.h"
#include "engine/numeric/arena.h"
#include "engine/retrieval/asked_documents.h"
#include "engine/text/utf8.h"

namespace answerbox::engine {
namespace {

constexpr Q16 kOne = Q16::FromRaw(Q16::kOne);
// Convert budgets of words and sentences into tokens: upper bounds.
constexpr std::uint64_t kMostTokensPerWord = 8;
constexpr std::uint64_t kUsualSentenceTokens = 160;
// The share of centrality in a summary about a topic: how much it counts that
// documents say something often.
constexpr Q16 kCentralShare = Q16::FromRaw(Q16::kOne * 4 / 10);

// Returns the chunk of a sentence, the last chunk that begins at or before it.
// Searches by bisection, because chunks ascend within a document.
Result<ChunkNumber> ChunkOf(const SegmentReader& reader,
                            const DocumentRecord& document,
                            SentenceNumber sentence) {
  ChunkNumber low = document.first_chunk;
  ChunkNumber high = document.first_chunk + document.chunk_count;
  while (low + 1 < high) {
    const ChunkNumber middle = low + (high - low) / 2;
    const auto sentences = reader.SentencesOfChunk(middle);
    if (!sentences) return sentences.error();
    if (sentences->first <= sentence) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return low;
}

Result<CitedPlace> PlaceOf(std::span<const LiveSegment> segments,
                           const PooledSentence& sentence, Arena& arena) {
  const SegmentReader& reader = *segments[sentence.segment].reader;
  const auto document = reader.Document(sentence.document);
  if (!document) return document.error();
  const auto chunk = ChunkOf(reader, *document, sentence.sentence);
  if (!chunk) return chunk.error();
  return Cite(segments, {sentence.segment, *chunk, sentence.sentence}, arena);
}

// One query over one pool.
class Gatherer {
 public:
  Gatherer(std::span<const LiveSegment> segments, const SentencePool& pool,
           const GatheringQuery& query, Arena& arena)
      : segments_(segments),
        pool_(pool),
        query_(query),
        arena_(arena),
        texts_(segments, pool, query, arena) {}

  // The share refers to all candidates' tokens, so these are counted first, but
  // only if there is a share.
  Result<Gathering> Choose(const Relevance& relevance,
                           const UnitSimilarities& rows,
                           const SelectionOptions& options) {
    Gathering gathering;
    gathering.candidates = pool_.sentences.size();
    SelectionBudget budget{{query_.tokens, query_.words}, query_.sentences};
    if (query_.share < kOne) {
      gathering.candidate_tokens = texts_.AllTokens();
      const auto share = static_cast<std::uint64_t>(query_.share.raw());
      budget.cost.tokens = std::min(
          budget.cost.tokens, gathering.candidate_tokens * share / Q16::kOne);
    }
    const Selection selection =
        Select(relevance.scores, rows, texts_, options, budget, arena_);
    if (const auto status = texts_.status(); !status) return status.error();
    const auto runs = RunsOf(selection);
    // Runs are sorted by place, but Ordered() takes them best first.
    const auto by_score = MakeSpan<ChosenUnit>(arena_, runs.size());
    for (std::size_t i = 0; i < runs.size(); ++i) {
      by_score[i] = {static_cast<std::uint32_t>(i), runs[i].rank_score};
    }
    std::ranges::sort(by_score, {}, [&](const ChosenUnit& run) {
      return runs[run.unit].rank;
    });
    const auto ordered = Ordered(by_score, query_.order, arena_);
    const auto units = MakeSpan<GatheredUnit>(arena_, ordered.size());
    for (std::size_t i = 0; i < ordered.size(); ++i) {
      const auto unit = Show(runs[ordered[i].unit], relevance, selection);
      if (!unit) return unit.error();
      units[i] = *unit;
      gathering.tokens += unit->tokens;
      gathering.words += unit->words;
      gathering.sentences += unit->sentences;
    }
    gathering.units = units;
    return gathering;
  }

 private:
  // Chosen sentences that follow each other, half-open.
  struct Run {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    std::uint32_t rank = 0;  // The rank of the first one that was chosen.
    std::uint32_t best = 0;  // That sentence.
    Q16 rank_score;
  };

  // A language model reads whole runs better, but people are shown each
  // sentence with its place.
  [[nodiscard]] bool JoinsSentences() const {
    return query_.purpose == GatheringPurpose::kContext && !query_.strategy;
  }

  // Returns the runs by place. A run has the rank of its first chosen sentence,
  // so that joining does not lower its rank.
  std::span<const Run> RunsOf(const Selection& selection) {
    const auto runs = MakeSpan<Run>(arena_, selection.chosen.size());
    for (std::uint32_t rank = 0; rank < runs.size(); ++rank) {
      const ChosenUnit& chosen = selection.chosen[rank];
      runs[rank] = {chosen.unit, chosen.unit + 1, rank, chosen.unit,
                    chosen.score};
    }
    std::ranges::sort(runs, {}, &Run::begin);
    if (!JoinsSentences()) return runs;
    std::size_t count = 0;
    for (const Run& run : runs) {
      if (count > 0 && runs[count - 1].end == run.begin &&
          pool_.HasNeighbour(run.begin - 1)) {
        Run& last = runs[count - 1];
        last.end = run.end;
        if (run.rank < last.rank) {
          last.rank = run.rank;
          last.best = run.best;
          last.rank_score = run.rank_score;
        }
      } else {
        runs[count++] = run;
      }
    }
    return runs.first(count);
  }

  Result<GatheredUnit> Show(const Run& run, const Relevance& relevance,
                            const Selection& selection) {
    const PooledSentence& first = pool_.sentences[run.begin];
    const auto place = PlaceOf(segments_, first, arena_);
    if (!place) return place.error();
    GatheredUnit unit;
    unit.place = *place;
    unit.place.offsets.end = pool_.sentences[run.end - 1].record.range.end;
    const SegmentReader& reader = *segments_[first.segment].reader;
    const auto document = reader.Document(first.document);
    if (!document) return document.error();
    const auto text = reader.Text(*document, unit.place.offsets);
    if (!text) return text.error();
    if (!ValidateUtf8(*text)) {
      return Error{ErrorCode::kCorrupt, "document.text",
                   unit.place.offsets.begin};
    }
    unit.place.sentence = *text;
    const TextCost cost = CostOfText(query_, *text);
    unit.tokens = cost.tokens;
    unit.words = cost.words;
    unit.sentences = run.end - run.begin;
    unit.score = run.rank_score.ToDouble();
    unit.reason = relevance.causes[run.best];
    const auto also_in = OtherPlaces(run, selection);
    if (!also_in) return also_in.error();
    unit.also_in = *also_in;
    return unit;
  }

  Result<std::span<const CitedPlace>> OtherPlaces(const Run& run,
                                                  const Selection& selection) {
    const auto repeats = [&](std::uint32_t of) {
      return of != kNoUnit && run.begin <= of && of < run.end;
    };
    const auto found = static_cast<std::size_t>(
        std::ranges::count_if(selection.duplicate_of, repeats));
    const auto places =
        MakeSpan<CitedPlace>(arena_, std::min(found, kMaxOtherPlaces));
    std::size_t count = 0;
    for (std::size_t i = 0; count < places.size(); ++i) {
      if (!repeats(selection.duplicate_of[i])) continue;
      const auto place = PlaceOf(segments_, pool_.sentences[i], arena_);
      if (!place) return place.error();
      places[count++] = *place;
    }
    return std::span<const CitedPlace>(places);
  }

  std::span<const LiveSegment> segments_;
  const SentencePool& pool_;
  const GatheringQuery& query_;
  Arena& arena_;
  PooledTexts texts_;
};

UnitVectors VectorsOf(const SentencePool& pool, Arena& arena) {
  return UnitVectors(pool.begins, pool.terms, pool.numbering.size(), arena);
}

// The pool's sentences, followed by the question as one more unit.
struct UnitsWithQuestion {
  std::span<const std::uint32_t> begins;
  std::span<const CountedTerm> terms;
};

//   inquiry  null: the last unit is empty
Result<UnitsWithQuestion> WithQuestion(const Inquiry* inquiry,
                                       const SentencePool& pool, Arena& arena) {
  const std::size_t count = pool.sentences.size();
  const std::size_t asked =
      inquiry == nullptr ? 0 : inquiry->terms.distinct.size();
  const auto terms = MakeBuffer<CountedTerm>(arena, pool.terms.size() + asked);
  std::ranges::copy(pool.terms, terms.begin());
  std::size_t end = pool.terms.size();
  for (std::size_t t = 0; t < asked; ++t) {
    const QuestionTerm& term = inquiry->terms.distinct[t];
    const auto number = pool.numbering.Find(term.term);
    if (!number) return number.error();
    if (*number) terms[end++] = {**number, term.frequency};
  }
  const auto begins = MakeSpan<std::uint32_t>(arena, count + 2);
  std::ranges::copy(pool.begins, begins.begin());
  begins[count + 1] = static_cast<std::uint32_t>(end);
  return UnitsWithQuestion{begins, terms.first(end)};
}

// Writes the cosine of each sentence with the question, which is the last unit,
// divided by the greatest cosine.
void FillCosines(const UnitSimilarities& rows, std::span<Q16> row,
                 Relevance& relevance) {
  const std::size_t count = relevance.scores.size();
  rows.Row(count, row);
  Q16 greatest = Q16::FromRaw(1);
  for (const Q16 cosine : row.first(count)) {
    greatest = std::max(greatest, cosine);
  }
  for (std::size_t i = 0; i < count; ++i) {
    relevance.scores[i] = std::max(row[i], Q16()) / greatest;
    relevance.causes[i] = ChosenFor::kWords;
  }
}

// Gathers by the published methods: relevance is the cosine of a sentence with
// the question.
Result<Gathering> GatherAsPublished(const Inquiry* inquiry,
                                    std::span<const LiveSegment> segments,
                                    const SentencePool& pool,
                                    const GatheringQuery& query, Arena& arena) {
  const std::size_t count = pool.sentences.size();
  const auto units = WithQuestion(inquiry, pool, arena);
  if (!units) return units.error();
  const UnitVectors vectors(units->begins, units->terms, pool.numbering.size(),
                            arena);
  const bool is_latent = query.vectors == UnitVectorKind::kLatent;
  const LatentVectors latent =
      is_latent ? MakeLatentVectors(vectors, count, arena) : LatentVectors();
  const SparseRows sparse(vectors, arena);
  const DenseRows dense(latent.vectors, latent.dimensions);
  const UnitSimilarities& rows =
      is_latent ? static_cast<const UnitSimilarities&>(dense) : sparse;
  Relevance relevance{MakeSpan<Q16>(arena, count),
                      MakeSpan<ChosenFor>(arena, count)};
  if (inquiry == nullptr) {
    relevance = CentralRelevance(pool, vectors, query.weights, arena);
  } else {
    FillCosines(rows, MakeSpan<Q16>(arena, vectors.size()), relevance);
  }
  SelectionOptions options;
  options.strategy = *query.strategy;
  options.alpha = query.alpha;
  options.window = query.window;
  return Gatherer(segments, pool, query, arena)
      .Choose(relevance, rows, options);
}

// Weighs by purpose: context by the question; long answers and summaries also
// by what the texts say most (docs/lab/gathering.md).
Result<Gathering> GatherOurs(const Inquiry* inquiry,
                             std::span<const LiveSegment> segments,
                             const SentencePool& pool,
                             const GatheringQuery& query, Arena& arena) {
  const UnitVectors vectors = VectorsOf(pool, arena);
  const SparseRows rows(vectors, arena);
  SelectionOptions options;
  options.duplicate = kComparedCosine;
  options.least_relevance = Q16::FromRaw(1);
  Result<Relevance> relevance =
      inquiry == nullptr ? CentralRelevance(pool, vectors, query.weights, arena)
      : query.purpose == GatheringPurpose::kLongAnswer
          ? RelevanceForLongAnswer(*inquiry, pool, vectors, query.weights)
          : RelevanceToQuestion(*inquiry, pool);
  if (!relevance) return relevance.error();
  if (query.purpose == GatheringPurpose::kSummary) {
    options.strategy = SelectionStrategy::kMmr;
    options.alpha = query.weights.summary_alpha;
    options.window = query.weights.summary_window;
    if (inquiry != nullptr) {
      relevance = Blended(*relevance,
                          CentralRelevance(pool, vectors, query.weights, arena),
                          kCentralShare);
    }
  }
  // If headings match what is asked, whole sections are relevant, and the most
  // likely answer is only one sentence of them.
  if (inquiry != nullptr && query.purpose == GatheringPurpose::kContext &&
      !relevance->headings_tell) {
    const auto raised = RaiseLikelyAnswers(*inquiry, pool, *relevance);
    if (!raised) return raised.error();
  }
  if (query.purpose != GatheringPurpose::kContext) {
    // Lead-ins and headings say nothing by themselves.
    for (std::size_t i = 0; i < pool.sentences.size(); ++i) {
      if (!pool.sentences[i].record.CanAnswer()) relevance->scores[i] = Q16();
    }
  }
  return Gatherer(segments, pool, query, arena)
      .Choose(*relevance, rows, options);
}

Gathering Refused(RefusalReason reason) {
  Gathering gathering;
  gathering.refusal = reason;
  return gathering;
}

Result<Gathering> GatherFor(const Inquiry* inquiry,
                            std::span<const LiveSegment> segments,
                            const Result<SentencePool>& pool,
                            const GatheringQuery& query, Arena& arena) {
  if (!pool) return pool.error();
  if (pool->sentences.empty()) {
    return Refused(inquiry == nullptr ? RefusalReason::kNoDocuments
                                      : RefusalReason::kNoEvidence);
  }
  const auto gathering =
      query.strategy ? GatherAsPublished(inquiry, segments, *pool, query, arena)
                     : GatherOurs(inquiry, segments, *pool, query, arena);
  if (gathering && gathering->units.empty() && gathering->candidates == 0) {
    return Refused(RefusalReason::kNoEvidence);
  }
  return gathering;
}

Result<Gathering> GatherWithoutQuestion(std::span<const LiveSegment> segments,
                                        const GatheringQuery& query,
                                        Workspace& workspace) {
  Arena& arena = workspace.arena();
  arena.Reset();
  if (!query.documents.empty()) {
    const auto within = WithinDocuments(segments, query.documents, arena);
    if (!within) return within.error();
    segments = *within;
  }
  return GatherFor(nullptr, segments, PoolOfDocuments(segments, arena), query,
                   arena);
}

// Budgets in words or sentences limit tokens, too, so the smallest limit
// decides how many chunks are needed.
Result<Gathering> GatherAsked(const Inquiry& inquiry,
                              const GatheringQuery& query) {
  if (inquiry.refusal) return Refused(*inquiry.refusal);
  if (query.share < kOne) {
    // The share refers to everything that the documents say.
    return GatherFor(&inquiry, inquiry.segments,
                     PoolOfDocuments(inquiry.segments, inquiry.arena), query,
                     inquiry.arena);
  }
  const auto chunks =
      AskedChunks(inquiry,
                  std::min({query.tokens, kMostTokensPerWord * query.words,
                            kUsualSentenceTokens * query.sentences}),
                  query);
  if (!chunks) return chunks.error();
  return GatherFor(&inquiry, inquiry.segments,
                   PoolOfChunks(inquiry.segments, *chunks, inquiry.arena),
                   query, inquiry.arena);
}

}  // namespace

std::string_view ToString(ChosenFor reason) noexcept {
  switch (reason) {
    case ChosenFor::kWords:
      return "words";
    case ChosenFor::kHeading:
      return "heading";
    case ChosenFor::kNeighbour:
      return "neighbour";
    case ChosenFor::kCentral:
      return "central";
    case ChosenFor::kAnswer:
      return "answer";
  }
  return "";
}

Result<Gathering> Gather(std::span<const LiveSegment> segments,
                         const GatheringQuery& query,
                         Workspace& workspace) noexcept {
  return WithinArena(workspace, [&]() -> Result<Gathering> {
    if (query.text.empty()) {
      return GatherWithoutQuestion(segments, query, workspace);
    }
    Question question;
    question.text = query.text;
    question.documents = query.documents;
    question.synonyms = query.synonyms;
    question.with_spelling = query.with_spelling;
    question.with_abbreviations = query.with_abbreviations;
    // The budgets and bonuses were chosen without related words.
    question.with_thesaurus = false;
    const auto inquiry = Analyze(segments, question, workspace);
    if (!inquiry) return inquiry.error();
    auto gathering = GatherAsked(*inquiry, query);
    if (!gathering) return gathering;
    gathering->asked = inquiry->asked;
    gathering->respelt = inquiry->respelt;
    gathering->abbreviations = inquiry->abbreviations;
    if (gathering->refusal) gathering->offers = inquiry->offers;
    return gathering;
  });
}

}  // namespace answerbox::engine
