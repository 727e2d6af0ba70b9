#include "engine/answer/confidence/confidence.h"
#include "engine/answer/units/leaves.h"
#include "engine/answer/units/unit_ranking.h"
#include "engine/ask/citation.h"
#include "engine/ask/part_writer.h"
#include "engine/ask/stages.h"
#include "engine/numeric/arena_span.h"

namespace answerbox::engine {
namespace {

AnswerForm FormOf(const UnitSpan& unit, const Leaves& leaves) {
  const Stretch& stretch = leaves.stretches[leaves.leaves[unit.begin].stretch];
  return FormOf(unit.kind,
                stretch.begins_section && unit.begin == stretch.begin);
}

// Scores in 1/256, which both arithmetics have.
template <typename A>
std::span<const RankedLeaf> LeavesOf(std::span<const ScoredSentence<A>> ranked,
                                     Arena& arena) {
  const auto leaves = MakeSpan<RankedLeaf>(arena, ranked.size());
  for (std::size_t i = 0; i < leaves.size(); ++i) {
    leaves[i] = {ranked[i].segment, ranked[i].sentence,
                 A::FloorQ8(ranked[i].score) * (kOneLogOdds / 256)};
  }
  return leaves;
}

// The leaf that decided need not be among the ranked ones.
template <typename A>
std::optional<std::size_t> RankOf(const CandidateSentence& sentence,
                                  std::span<const ScoredSentence<A>> ranked) {
  for (std::size_t i = 0; i < ranked.size(); ++i) {
    if (ranked[i].segment == sentence.segment &&
        ranked[i].sentence == sentence.sentence) {
      return i;
    }
  }
  return std::nullopt;
}

// Removed documents hold no answer, so they do not make a wrong page likelier.
std::uint64_t LiveDocuments(std::span<const LiveSegment> segments) {
  std::uint64_t documents = 0;
  for (const LiveSegment& segment : segments) {
    documents += segment.live_documents();
  }
  return documents;
}

// What the units were found in.
struct UnitSources {
  std::span<const AnsweringChunk> chunks;
  const CandidateEvidence& evidence;
  const Leaves& leaves;
};

// The unit as a person reads it, with the place that decided.
//   best_sentence  the confidence in the best ranked sentence
Result<FormedAnswer> FormOne(const Inquiry& inquiry, const UnitSources& sources,
                             const RankedUnit& unit, Q16 best_sentence) {
  auto formed = WriteParts(inquiry.segments, sources.evidence, sources.leaves,
                           unit.span, inquiry.arena);
  if (!formed) return formed;
  formed->form = FormOf(unit.span, sources.leaves);
  const CandidateSentence& leaf = sources.evidence.sentences()[unit.leaf];
  const auto place =
      Cite(inquiry.segments,
           {leaf.segment, sources.chunks[leaf.chunk_rank].chunk, leaf.sentence},
           inquiry.arena);
  if (!place) return place.error();
  static_cast<CitedPlace&>(formed->decided) = *place;
  formed->decided.confidence =
      FormConfidence(unit.row, best_sentence).ToDouble();
  return formed;
}

}  // namespace

template <typename A>
Result<FormedAnswers> FormAnswers(const Inquiry& inquiry,
                                  std::span<const ScoredChunk<A>> chunks,
                                  std::span<const ScoredSentence<A>> ranked,
                                  const LearnedCandidates& learned) {
  Arena& arena = inquiry.arena;
  const Question& question = inquiry.question;
  const QuestionWords& words = learned.question;
  const QuestionWeights weights(inquiry.lookup, words.lexicon, arena);
  const QuestionCues cues = ReadQuestionCues(question.text, arena);
  SectionReader sections(inquiry.terms, weights, cues, inquiry.normalizer,
                         arena);
  const auto chosen =
      ChooseChunks<A>(inquiry.segments, chunks, sections, arena);
  if (!chosen) return chosen.error();
  // More chunks than the ranker of sentences saw: what it has read of them is
  // not read again.
  const auto evidence = CandidateEvidence::Gather(
      inquiry.segments, inquiry.terms, words,
      {&inquiry.model().related(), inquiry.thesaurus()}, inquiry.lookup,
      *chosen, arena, &learned.evidence);
  if (!evidence) return evidence.error();
  const auto leaves = PlaceLeaves(inquiry.segments, *evidence, sections, arena);
  if (!leaves) return leaves.error();
  const LeafInputs inputs{.evidence = *evidence,
                          .words = words,
                          .weights = weights,
                          .cues = cues,
                          .leaves = *leaves,
                          .ranked = LeavesOf<A>(ranked, arena),
                          .documents = LiveDocuments(inquiry.segments)};
  const auto units =
      RankUnits(inputs, {question.form, question.words, question.answers},
                question.unit_observer, arena);
  const Q16 best_sentence =
      Q16::FromDouble(A::ToDouble(ranked.front().confidence));
  FormedAnswers formed{MakeSpan<FormedAnswer>(arena, units.size()), {}};
  for (std::size_t i = 0; i < units.size(); ++i) {
    const auto one = FormOne(inquiry, {*chosen, *evidence, *leaves}, units[i],
                             best_sentence);
    if (!one) return one.error();
    formed.answers[i] = *one;
  }
  if (!units.empty()) {
    formed.decided_rank =
        RankOf<A>(evidence->sentences()[units.front().leaf], ranked);
  }
  return formed;
}

template Result<FormedAnswers> FormAnswers(
    const Inquiry&, std::span<const ScoredChunk<FixedArithmetic>>,
    std::span<const ScoredSentence<FixedArithmetic>>, const LearnedCandidates&);
template Result<FormedAnswers> FormAnswers(
    const Inquiry&, std::span<const ScoredChunk<FloatArithmetic>>,
    std::span<const ScoredSentence<FloatArithmetic>>, const LearnedCandidates&);

}  // namespace answerbox::engine
