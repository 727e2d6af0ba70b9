#include "engine/ask/answer_forming.h"

#include "engine/answer/units/chunk_choice.h"
#include "engine/answer/units/unit_ranking.h"
#include "engine/ask/answer_parts.h"
#include "engine/ask/citation.h"
#include "engine/numeric/arena_span.h"

namespace answerbox::engine {
namespace {

AnswerForm FormOf(const UnitSpan& unit, const Leaves& leaves) {
  const Stretch& stretch = leaves.stretches[leaves.leaves[unit.begin].stretch];
  return FormOf(unit.kind,
                stretch.begins_section && unit.begin == stretch.begin);
}

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

std::uint64_t LiveDocuments(std::span<const LiveSegment> segments) {
  std::uint64_t documents = 0;
  for (const LiveSegment& segment : segments) {
    documents += segment.live_documents();
  }
  return documents;
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
  const auto evidence = CandidateEvidence::Gather(
      inquiry.segments, inquiry.terms, words,
      {&inquiry.model().related(), inquiry.thesaurus()}, inquiry.lookup,
      *chosen, arena, &learned.evidence);
  if (!evidence) return evidence.error();
  const auto leaves = PlaceLeaves(inquiry.segments, *evidence, sections, arena);
  if (!leaves) return leaves.error();
  const LeafInputs inputs{*evidence,
                          words,
                          weights,
                          cues,
                          *leaves,
                          LeavesOf<A>(ranked, arena),
                          LiveDocuments(inquiry.segments)};
  const auto units =
      RankUnits(inputs,
                {question.form, question.words, question.answers,
                 Q16::FromDouble(A::ToDouble(ranked.front().confidence))},
                question.unit_observer, arena);
  const auto formed = MakeSpan<FormedAnswer>(arena, units.size());
  std::optional<std::size_t> decided_rank;
  for (std::size_t i = 0; i < formed.size(); ++i) {
    auto written =
        WriteParts(inquiry.segments, *evidence, *leaves, units[i].span, arena);
    if (!written) return written.error();
    formed[i] = *written;
    formed[i].form = FormOf(units[i].span, *leaves);
    const CandidateSentence& leaf = evidence->sentences()[units[i].leaf];
    if (i == 0) decided_rank = RankOf<A>(leaf, ranked);
    const auto place = Cite(
        inquiry.segments,
        {leaf.segment, (*chosen)[leaf.chunk_rank].chunk, leaf.sentence}, arena);
    if (!place) return place.error();
    static_cast<CitedPlace&>(formed[i].decided) = *place;
    formed[i].decided.confidence = units[i].confidence.ToDouble();
  }
  return FormedAnswers{formed, decided_rank};
}

template Result<FormedAnswers> FormAnswers(
    const Inquiry&, std::span<const ScoredChunk<FixedArithmetic>>,
    std::span<const ScoredSentence<FixedArithmetic>>, const LearnedCandidates&);
template Result<FormedAnswers> FormAnswers(
    const Inquiry&, std::span<const ScoredChunk<FloatArithmetic>>,
    std::span<const ScoredSentence<FloatArithmetic>>, const LearnedCandidates&);

}  // namespace answerbox::engine
