#include "engine/exam/examine.h"

#include <algorithm>

#include "engine/answer/evidence/question_words.h"
#include "engine/ask/stages.h"
#include "engine/grounding/words/denials.h"
#include "engine/numeric/arena.h"
#include "engine/retrieval/bm25.h"

namespace answerbox::engine {
namespace {

// Returns the chunks that Retrieve finds, in its order, but with the scores
// that they would have alone. Word pairs change scores by what other chunks
// contain, so they only affect the order.
template <typename A>
Result<std::span<ScoredChunk<A>>> Find(const Inquiry& inquiry,
                                       std::size_t count) {
  if (inquiry.profile == Profile::kPaper) {
    return Retrieve<A>(inquiry, count);
  }
  const auto chunks =
      RetrieveBm25<A>(inquiry.segments, inquiry.retrieval,
                      std::max(count, kRerankedChunks), inquiry.arena);
  if (!chunks) return chunks.error();
  const auto scored = MakeSpan<ScoredChunk<A>>(inquiry.arena, chunks->size());
  std::ranges::copy(*chunks, scored.begin());
  const auto reranked = RerankByBigrams<A>(
      inquiry.segments, inquiry.terms, inquiry.lookup,
      chunks->first(std::min(chunks->size(), kRerankedChunks)), inquiry.arena);
  if (!reranked) return reranked.error();
  const auto found = chunks->first(std::min(chunks->size(), count));
  for (ScoredChunk<A>& chunk : found) {
    chunk.score =
        std::ranges::find_if(scored, [&chunk](const ScoredChunk<A>& other) {
          return other.segment == chunk.segment && other.chunk == chunk.chunk;
        })->score;
  }
  return found;
}

// Whether words shortly before a part of the sentence deny it. "Not until
// 1769" affirms what follows.
bool IsDenied(std::string_view sentence, ByteRange part) {
  constexpr int kWordsBetween = 4;
  const Denials denials = ReadDenials(sentence);
  const auto denies = [&](const Denial& denial) {
    if (denial.kind != DenialKind::kClause || denial.cue.end > part.begin ||
        denial.scope.end < part.end) {
      return false;
    }
    const std::string_view between =
        Slice(sentence, {denial.cue.end, part.begin});
    return std::ranges::count(between, ' ') <= kWordsBetween + 1 &&
           between.find("until") == between.npos;
  };
  return std::ranges::any_of(denials.all(), denies);
}

// The short answer is verified first. If it does not match, the whole sentence
// may, with the key in other words.
void VerifyPassage(KeyVerifier& verifier, const ExamQuestion& question,
                   GradedPassage& passage) {
  const std::string_view sentence = passage.answer.sentence;
  if (passage.short_answer) {
    const bool may_deny = ReadDenials(question.text).Have(DenialKind::kClause);
    passage.verified = verifier.Verify(passage.short_answer->In(sentence),
                                       question.keys, sentence, may_deny);
    if (passage.verified == Verification::kMatches && !may_deny &&
        IsDenied(sentence, passage.short_answer->range)) {
      passage.verified = Verification::kDiffers;
    }
    passage.extracted = Extracted::kShortAnswer;
  }
  if (passage.verified == Verification::kMatches) return;
  passage.verified = verifier.Verify(sentence, question.keys);
  passage.extracted = Extracted::kSentence;
}

template <typename A>
class Examination {
 public:
  //   verifier  null: without keys
  Examination(const Inquiry& inquiry, const ExamQuestion& question,
              KeyVerifier* verifier)
      : inquiry_(inquiry),
        question_(question),
        verifier_(verifier),
        arena_(inquiry.arena) {
    if (inquiry.profile == Profile::kPaper) return;
    words_ =
        ReadQuestionWords(inquiry.terms, inquiry.model().lexicon(), arena_);
    if (question.with_short || verifier != nullptr) {
      shorts_.emplace(inquiry.terms, inquiry.model().lexicon(),
                      inquiry.normalizer, arena_);
    }
  }

  //   chunks  with their scores alone
  Result<std::span<const GradedPassage>> Grade(
      std::span<ScoredChunk<A>> chunks) {
    const auto passages = MakeSpan<GradedPassage>(arena_, chunks.size());
    if (auto read = ReadSentences(chunks); !read) return read.error();
    for (std::size_t i = 0; i < chunks.size(); ++i) {
      auto graded = GradeOne(chunks.subspan(i, 1), passages[i]);
      if (!graded) return graded.error();
    }
    return std::span<const GradedPassage>(passages);
  }

 private:
  static AnsweringChunk Answering(const ScoredChunk<A>& chunk) {
    return {chunk.segment, chunk.chunk, A::FloorQ8(chunk.score)};
  }

  Result<CandidateEvidence> Gather(std::span<const AnsweringChunk> chunks,
                                   const CandidateEvidence* known) {
    return CandidateEvidence::Gather(inquiry_.segments, inquiry_.terms, words_,
                                     {&inquiry_.model().related(), nullptr},
                                     inquiry_.lookup, chunks, arena_, known);
  }

  // Reads the sentences of all chunks, each only once although chunks overlap.
  // Each passage is then ranked from these, as if it were alone.
  Result<void> ReadSentences(std::span<const ScoredChunk<A>> chunks) {
    if (inquiry_.profile == Profile::kPaper) return {};
    const auto answering = MakeSpan<AnsweringChunk>(arena_, chunks.size());
    std::ranges::transform(chunks, answering.begin(), Answering);
    const auto all = Gather(answering, nullptr);
    if (!all) return all.error();
    all_ = *all;
    return {};
  }

  // Returns the best sentence of a chunk, as if no other chunk had been found;
  // nothing if none can answer. Fills in `features`. The arena is rewound after
  // each passage, because a thousand passages would not fit.
  Result<std::optional<ScoredSentence<A>>> BestOf(
      std::span<ScoredChunk<A>> chunk, PassageFeatureRow& features) {
    const std::size_t used = arena_.used();
    Candidates<A> alone{chunk, {}};
    if (inquiry_.profile == Profile::kDefault) {
      const auto answering = MakeSpan<AnsweringChunk>(arena_, 1);
      answering[0] = Answering(chunk.front());
      const auto evidence = Gather(answering, &all_);
      if (!evidence) return evidence.error();
      alone.learned = LearnedCandidates{answering, words_, *evidence};
    }
    // `alone` hides the other chunks, whose sentences also_in would name.
    const auto ranked = Rank<A>(inquiry_, alone, 1);
    if (!ranked) return ranked.error();
    std::optional<ScoredSentence<A>> best;
    if (!ranked->empty()) {
      best = ranked->front();
      best->also_in = {};
    }
    if (best && alone.learned) {
      features = ReadPassageFeatures(
          inquiry_.terms, inquiry_.lookup, alone.learned->evidence,
          {A::FloorQ8(best->confidence * A::Ratio(256, 1)),
           A::FloorQ8(best->score)});
    }
    arena_.Rewind(used);
    return best;
  }

  Result<void> GradeOne(std::span<ScoredChunk<A>> chunk,
                        GradedPassage& passage) {
    const SegmentReader& reader =
        *inquiry_.segments[chunk.front().segment].reader;
    const auto record = reader.Chunk(chunk.front().chunk);
    if (!record) return record.error();
    const auto name = reader.DocumentName(record->document);
    if (!name) return name.error();
    passage.document = *name;
    passage.document_number = record->document;
    passage.segment = chunk.front().segment;
    passage.offsets = record->range;
    passage.chunk = record->id;
    const auto best = BestOf(chunk, passage.features);
    if (!best) return best.error();
    if (!*best) return {};
    const auto cited = Cite<A>(inquiry_, std::span(&**best, 1));
    if (!cited) return cited.error();
    passage.answer = cited->front();
    passage.probability = inquiry_.profile == Profile::kPaper
                              ? passage.answer.confidence
                              : PassageConfidence(passage.features).ToDouble();
    passage.grade = GradeOf(passage.probability);
    Extract(passage);
    return {};
  }

  void Extract(GradedPassage& passage) {
    const std::string_view sentence = passage.answer.sentence;
    if (shorts_) {
      const std::size_t used = arena_.used();
      passage.short_answer =
          shorts_->Find({.sentence = sentence}, ShippedSpanModel());
      arena_.Rewind(used);
    }
    if (verifier_ != nullptr) VerifyPassage(*verifier_, question_, passage);
  }

  const Inquiry& inquiry_;
  const ExamQuestion& question_;
  KeyVerifier* verifier_;
  Arena& arena_;
  QuestionWords words_;
  std::optional<ShortAnswers> shorts_;  // Profile default only.
  CandidateEvidence all_;               // Of all chunks.
};

// If any passage matches the key, the key is found: a system that shows all
// passages has it.
template <typename A>
Result<ExaminedQuestion> Examine(const Inquiry& inquiry,
                                 const ExamQuestion& question,
                                 KeyVerifier* verifier) {
  ExaminedQuestion examined;
  const auto found = Find<A>(inquiry, question.passages);
  if (!found) return found.error();
  if (found->empty()) {
    examined.refusal = RefusalReason::kNoEvidence;
    return examined;
  }
  const auto passages =
      Examination<A>(inquiry, question, verifier).Grade(*found);
  if (!passages) return passages.error();
  examined.passages = *passages;
  const auto best =
      std::ranges::max_element(*passages, {}, &GradedPassage::probability);
  examined.best = static_cast<std::size_t>(best - passages->begin());
  examined.grade = best->grade;
  if (verifier != nullptr) {
    const bool matches =
        std::ranges::any_of(*passages, [](const GradedPassage& passage) {
          return passage.verified == Verification::kMatches;
        });
    examined.verified = matches ? Verification::kMatches : best->verified;
  }
  return examined;
}

Result<ExaminedQuestion> ExamineInquiry(const Inquiry& inquiry,
                                        const ExamQuestion& question,
                                        KeyVerifier* verifier) {
  if (inquiry.refusal) {
    ExaminedQuestion refused;
    refused.refusal = inquiry.refusal;
    return refused;
  }
  return question.arithmetic == Arithmetic::kFixed
             ? Examine<FixedArithmetic>(inquiry, question, verifier)
             : Examine<FloatArithmetic>(inquiry, question, verifier);
}

}  // namespace

// Comparisons with NaN are false, so its grade is 0.
std::uint8_t GradeOf(double probability) noexcept {
  std::uint8_t grade = 0;
  for (const double threshold : kGradeThresholds) {
    if (probability >= threshold) ++grade;
  }
  return grade;
}

std::string_view ToString(Extracted extracted) noexcept {
  return extracted == Extracted::kShortAnswer ? "short" : "sentence";
}

Result<ExaminedQuestion> ExamineQuestion(std::span<const LiveSegment> segments,
                                         const ExamQuestion& question,
                                         Workspace& workspace) noexcept {
  if (question.passages == 0 || question.passages > kMaxExaminedPassages) {
    return Error{ErrorCode::kInvalidArgument, "passages"};
  }
  Question asked;
  asked.text = question.text;
  asked.documents = question.documents;
  asked.arithmetic = question.arithmetic;
  asked.synonyms = question.synonyms;
  asked.with_spelling = question.with_spelling;
  asked.with_abbreviations = question.with_abbreviations;
  asked.with_context = false;
  // Grades were fitted to passages that were found without related words.
  asked.with_thesaurus = false;
  return WithinArena(workspace, [&]() -> Result<ExaminedQuestion> {
    const auto inquiry = Analyze(segments, asked, workspace);
    if (!inquiry) return inquiry.error();
    std::optional<KeyVerifier> verifier;
    if (!question.keys.empty()) {
      verifier.emplace(workspace.normalizer(Profile::kDefault),
                       workspace.arena());
    }
    auto examined =
        ExamineInquiry(*inquiry, question, verifier ? &*verifier : nullptr);
    if (!examined) return examined;
    examined->asked = inquiry->asked;
    examined->respelt = inquiry->respelt;
    examined->abbreviations = inquiry->abbreviations;
    return examined;
  });
}

}  // namespace answerbox::engine
