#include <algorithm>

#include "engine/answer/confidence/confidence.h"
#include "engine/answer/units/leaves.h"
#include "engine/answer/units/unit_ranking.h"
#include "engine/ask/answer_differences.h"
#include "engine/ask/citation.h"
#include "engine/ask/leaf_texts.h"
#include "engine/ask/name_places.h"
#include "engine/ask/part_writer.h"
#include "engine/ask/stages.h"
#include "engine/ask/written_dates.h"
#include "engine/numeric/arena.h"

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

// The sentence that decided need not be among the ranked ones.
template <typename A>
std::optional<std::size_t> RankOf(const CitedPlace& place,
                                  std::span<const ScoredSentence<A>> ranked) {
  for (std::size_t i = 0; i < ranked.size(); ++i) {
    if (ranked[i].segment == place.segment &&
        ranked[i].sentence == place.sentence_number) {
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

// What is left of the probability that a unit answers if the sentence that
// decided says the contrary: its log-odds less 1.
Q16 LessOpposed(Q16 confidence) {
  constexpr std::int64_t kOddsRatioQ6 = 174;  // e.
  const std::int64_t sure = confidence.raw();
  const std::int64_t unsure = Q16::kOne - sure;
  return Q16::FromRaw(
      sure * Q16::kOne /
      (sure + std::max<std::int64_t>(unsure * kOddsRatioQ6 / 64, 1)));
}

// Chooses the units of one question and writes them.
class AnswerForming {
 public:
  // All outlive the object.
  //   best_sentence  the confidence in the best ranked sentence
  AnswerForming(const Inquiry& inquiry, std::span<const AnsweringChunk> chunks,
                LeafInputs inputs, Q16 best_sentence)
      : inquiry_(inquiry),
        chunks_(chunks),
        inputs_(inputs),
        best_sentence_(best_sentence),
        leaf_rows_(LeafRows(inputs_, inquiry.arena)),
        places_(inquiry.name_places()),
        texts_(inputs.evidence, inputs.leaves),
        opposed_(inquiry.question.text, inputs.words.type, inquiry.terms,
                 inquiry.normalizer, inquiry.arena) {}

  Result<FormedAnswers> Form() {
    const Question& question = inquiry_.question;
    inputs_.relations.same_as = texts_.FindSame(inquiry_.arena);
    const std::size_t most = question.answers.value_or(kMaxAnswers);
    const std::size_t spare = places_.empty() ? 0 : kSpareAnswers;
    const auto ranked = PreferNamed(RankWithoutOpposed(most + spare), most);
    if (!ranked) return ranked.error();
    answers_ = MakeSpan<FormedAnswer>(inquiry_.arena, kMaxAnswers);
    leaves_ = MakeSpan<std::uint32_t>(inquiry_.arena, kMaxAnswers);
    if (ranked->empty()) return FormedAnswers{};
    if (auto added = Add(ranked->front()); !added) return added.error();
    if (!question.answers) {
      if (auto more = AddMore(*ranked); !more) return more.error();
    } else {
      if (auto rest = AddRest(*ranked); !rest) return rest.error();
    }
    return FormedAnswers{answers_.first(count_), {}, differ_};
  }

 private:
  std::span<const RankedUnit> Rank(std::size_t count) {
    const Question& question = inquiry_.question;
    const auto units =
        RankUnits(inputs_, leaf_rows_, {question.form, question.words, count},
                  observer_, inquiry_.arena);
    observer_ = nullptr;  // It has seen all units.
    return units;
  }

  // Where the best unit says the contrary of what is asked for, all leaves are
  // weighed by what they say, and the best unit is looked for again.
  std::span<const RankedUnit> RankWithoutOpposed(std::size_t count) {
    const auto units = Rank(count);
    if (units.empty() || !opposed_.Has(texts_, units.front().leaf)) {
      return units;
    }
    const auto against = opposed_.Weigh(texts_, units.front().leaf);
    if (against.empty()) return units;
    inputs_.relations.against = against;
    const auto others = Rank(count);
    inputs_.relations.against = {};
    // One about something else answers still less.
    const bool is_as_close =
        !others.empty() &&
        opposed_.IsAsClose(texts_, others.front().leaf, units.front().leaf);
    return is_as_close ? others : units;
  }

  // A text that asks itself is answered by what follows: then that decides.
  void PassQuestions(RankedUnit& unit) const {
    const auto& leaves = inputs_.leaves.leaves;
    const Stretch& stretch =
        inputs_.leaves.stretches[leaves[unit.leaf].stretch];
    while (unit.leaf + 1 < stretch.end && leaves[unit.leaf + 1].can_answer &&
           leaves[unit.leaf].text.ends_with('?')) {
      ++unit.leaf;
    }
    if (unit.leaf < unit.span.end) return;
    unit.span.words += leaves[unit.leaf].words;
    unit.span.end = unit.leaf + 1;
    const bool is_block =
        leaves[unit.span.begin].block == leaves[unit.leaf].block;
    unit.span.kind = is_block ? UnitKind::kRun : UnitKind::kWindow;
  }

  // Units about all that the question names stand first, and at most `most` are
  // left.
  Result<std::span<const RankedUnit>> PreferNamed(
      std::span<const RankedUnit> units, std::size_t most) const {
    if (places_.empty()) return units;
    const auto ordered = MakeSpan<RankedUnit>(inquiry_.arena, units.size());
    const auto others = MakeSpan<RankedUnit>(inquiry_.arena, units.size());
    std::size_t kept = 0;
    std::size_t moved = 0;
    for (RankedUnit unit : units) {
      const auto formed = Write(unit);
      if (!formed) return formed.error();
      const auto is_about = places_.IsAbout(*formed);
      if (!is_about) return is_about.error();
      (*is_about ? ordered[kept++] : others[moved++]) = unit;
    }
    std::ranges::copy(others.first(moved), ordered.subspan(kept).begin());
    return std::span<const RankedUnit>(
        ordered.first(std::min(most, ordered.size())));
  }

  // The unit as a person reads it, with the place that decided.
  Result<FormedAnswer> Write(RankedUnit& unit) const {
    PassQuestions(unit);
    unit.leaf =
        opposed_.CloserThan(texts_, unit.leaf, unit.span.begin, unit.span.end);
    auto formed = WriteParts(inquiry_.segments, inputs_.evidence,
                             inputs_.leaves, unit.span, inquiry_.arena);
    if (!formed) return formed;
    formed->form = FormOf(unit.span, inputs_.leaves);
    const auto place = CiteLeaf(unit.leaf);
    if (!place) return place.error();
    static_cast<CitedPlace&>(formed->decided) = *place;
    return formed;
  }

  // The confidence that the unit answers; none where it is about another thing
  // than the question names.
  Result<Q16> ConfidenceIn(const RankedUnit& unit, const FormedAnswer& formed) {
    const auto is_about = places_.IsAbout(formed);
    if (!is_about) return is_about.error();
    if (!*is_about || texts_.HasNumbersAlone(unit.leaf, inquiry_.terms)) {
      return Q16{};
    }
    const Q16 confidence = FormConfidence(unit.row, best_sentence_);
    return opposed_.Has(texts_, unit.leaf) ? LessOpposed(confidence)
                                           : confidence;
  }

  Result<void> Add(RankedUnit unit) {
    auto formed = Write(unit);
    if (!formed) return formed.error();
    const auto shown = answers_.first(count_);
    if (std::ranges::find(shown, formed->text, &FormedAnswer::text) !=
        shown.end()) {
      return {};
    }
    const auto also_in = CiteSame(unit.leaf);
    if (!also_in) return also_in.error();
    const auto all = WithCopies(inquiry_.segments, inquiry_.question,
                                formed->decided, *also_in, inquiry_.arena);
    if (!all) return all.error();
    formed->decided.also_in = *all;
    const auto confidence = ConfidenceIn(unit, *formed);
    if (!confidence) return confidence.error();
    formed->decided.confidence = confidence->ToDouble();
    leaves_[count_] = unit.leaf;
    answers_[count_++] = *formed;
    return {};
  }

  Result<CitedPlace> CiteLeaf(std::uint32_t number) const {
    const CandidateSentence& leaf = texts_.candidate(number);
    return Cite(inquiry_.segments,
                {leaf.segment, chunks_[leaf.chunk_rank].chunk, leaf.sentence},
                inquiry_.arena);
  }

  // The other places that say what a leaf says.
  Result<std::span<const CitedPlace>> CiteSame(std::uint32_t leaf) const {
    const auto same_as = inputs_.relations.same_as;
    if (same_as.empty()) return std::span<const CitedPlace>();
    const auto same =
        static_cast<std::size_t>(std::ranges::count(same_as, same_as[leaf]));
    const auto places = MakeSpan<CitedPlace>(inquiry_.arena, same - 1);
    std::size_t count = 0;
    for (std::uint32_t i = 0; i < same_as.size(); ++i) {
      if (i == leaf || same_as[i] != same_as[leaf]) continue;
      const auto place = CiteLeaf(i);
      if (!place) return place.error();
      places[count++] = *place;
    }
    return std::span<const CitedPlace>(places);
  }

  Result<void> AddRest(std::span<const RankedUnit> units) {
    for (std::size_t i = 1; i < units.size() && count_ < answers_.size(); ++i) {
      if (auto added = Add(units[i]); !added) return added;
    }
    return {};
  }

  // Of the answers from the second on, those that are much less likely than the
  // first one are no choice.
  void DropUnlikely(std::size_t first) {
    constexpr int kLeastShare = 4;  // A quarter.
    const auto least = answers_[0].decided.confidence / kLeastShare;
    std::size_t kept = first;
    for (std::size_t i = first; i < count_; ++i) {
      if (answers_[i].decided.confidence < least) continue;
      answers_[kept] = answers_[i];
      leaves_[kept++] = leaves_[i];
    }
    count_ = kept;
  }

  // What stands beside the best answer: another value of another document, and
  // other places where the answer is hardly sure.
  Result<void> AddMore(std::span<const RankedUnit> units) {
    const auto other =
        FindOtherValue(inquiry_, answers_[0], texts_, leaves_[0]);
    const bool is_sure = answers_[0].decided.confidence >= kSureEnough;
    if (!other && is_sure) return {};
    if (other) {
      if (auto added = AddOther(*other, units); !added) return added;
    }
    if (is_sure) return {};
    const std::size_t first = count_;
    auto added = AddRest(units);
    DropUnlikely(first);
    return added;
  }

  // The answer with the other value: the unit that holds it, or its leaf alone.
  // If nobody asks for the value, the newer document answers.
  Result<void> AddOther(const OtherValue& other,
                        std::span<const RankedUnit> units) {
    const auto own = AgeOfDocument(leaves_[0]);
    if (!own) return own.error();
    const auto age = AgeOfDocument(other.leaf);
    if (!age) return age.error();
    const bool is_newer = IsNewer(*age, *own);
    if (!other.is_asked && !is_newer) return {};
    const auto& leaf = inputs_.leaves.leaves[other.leaf];
    RankedUnit unit{{other.leaf, other.leaf + 1, leaf.words,
                     leaf.place.kind == PlaceKind::kRow ? UnitKind::kRow
                                                        : UnitKind::kSentence},
                    other.leaf,
                    0,
                    units.front().row};
    for (const RankedUnit& ranked : units) {
      if (ranked.span.begin <= other.leaf && other.leaf < ranked.span.end &&
          !(ranked.span.begin <= leaves_[0] && leaves_[0] < ranked.span.end)) {
        unit = ranked;
        unit.leaf = other.leaf;
      }
    }
    if (auto added = Add(unit); !added) return added;
    if (count_ < 2) return {};
    if (!other.is_asked) {
      answers_[0] = answers_[--count_];
      leaves_[0] = leaves_[count_];
      return {};
    }
    differ_ = MakeSpan<DifferentValue>(inquiry_.arena, 2);
    differ_[0] = {0, other.own, own->date};
    differ_[1] = {1, other.other, age->date};
    if (!is_newer) return {};
    std::swap(answers_[0], answers_[1]);
    std::swap(leaves_[0], leaves_[1]);
    differ_[0] = {0, other.other, age->date};
    differ_[1] = {1, other.own, own->date};
    return {};
  }

  Result<DocumentAge> AgeOfDocument(std::uint32_t number) const {
    const CandidateSentence& leaf = texts_.candidate(number);
    const SegmentReader& reader = *inquiry_.segments[leaf.segment].reader;
    const auto document = reader.Document(leaf.document);
    if (!document) return document.error();
    const auto text = reader.Text(
        *document,
        {0, std::min<std::uint32_t>(document->text_bytes, kDatedBytes)});
    if (!text) return text.error();
    return AgeOf(document->name, *text);
  }

  const Inquiry& inquiry_;
  std::span<const AnsweringChunk> chunks_;
  LeafInputs inputs_;
  Q16 best_sentence_;
  std::span<const LeafRow> leaf_rows_;
  NamePlaces places_;
  UnitObserver* observer_ = inquiry_.question.unit_observer;
  LeafTexts texts_;
  OpposedLeaves opposed_;
  std::span<FormedAnswer> answers_;
  std::span<std::uint32_t> leaves_;  // That decided each.
  std::size_t count_ = 0;
  std::span<DifferentValue> differ_;
};

}  // namespace

template <typename A>
Result<FormedAnswers> FormAnswers(const Inquiry& inquiry,
                                  std::span<const ScoredChunk<A>> chunks,
                                  std::span<const ScoredSentence<A>> ranked,
                                  const LearnedCandidates& learned) {
  Arena& arena = inquiry.arena;
  const QuestionWords& words = learned.question;
  const QuestionWeights weights(inquiry.lookup, words.lexicon, arena);
  const QuestionCues cues = ReadQuestionCues(inquiry.question.text, arena);
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
  const auto leaves = PlaceLeaves(inquiry.segments, *evidence, sections,
                                  weights, CuesFor(cues.asked), arena);
  if (!leaves) return leaves.error();
  const QuestionWeights subject =
      QuestionWeights::OfSubject(weights, *evidence, arena);
  const LeafInputs inputs{.evidence = *evidence,
                          .words = words,
                          .weights = weights,
                          .subject = subject,
                          .cues = cues,
                          .leaves = *leaves,
                          .ranked = LeavesOf<A>(ranked, arena),
                          .chunks = *chosen,
                          .documents = LiveDocuments(inquiry.segments)};
  AnswerForming forming(
      inquiry, *chosen, inputs,
      Q16::FromDouble(A::ToDouble(ranked.front().confidence)));
  auto formed = forming.Form();
  if (formed && !formed->answers.empty()) {
    formed->decided_rank = RankOf<A>(formed->answers.front().decided, ranked);
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
