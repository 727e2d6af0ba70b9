#include "engine/exam/examine.h"

#include <algorithm>

#include "engine/answer/evidence/question_words.h"
#include "engine/answer/ranking/paper_sentences.h"
#include "engine/ask/stages.h"
#include "engine/numeric/arena_span.h"

namespace answerbox::engine {
namespace {

template <typename A>
class Examination {
 public:
  Examination(const Inquiry& inquiry, const ExamQuestion& question)
      : inquiry_(inquiry), question_(question), arena_(inquiry.arena) {
    if (inquiry.profile == Profile::kPaper) return;
    words_ =
        ReadQuestionWords(inquiry.terms, inquiry.model().lexicon(), arena_);
    if (question.with_short || !question.keys.empty()) {
      shorts_.emplace(inquiry.terms, inquiry.model().lexicon(),
                      inquiry.normalizer, arena_);
    }
  }

  Result<std::span<const GradedPassage>> Grade(std::span<ScoredChunk<A>> chunks,
                                               KeyVerifier* verifier) {
    if (auto read = ReadSentences(chunks); !read) return read.error();
    const auto passages = MakeSpan<GradedPassage>(arena_, chunks.size());
    for (std::size_t i = 0; i < chunks.size(); ++i) {
      auto graded = GradeOne(chunks.subspan(i, 1), passages[i]);
      if (!graded) return graded.error();
      Extract(passages[i], verifier);
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

  // Reads the sentences of all chunks, each once: chunks overlap.
  Result<void> ReadSentences(std::span<const ScoredChunk<A>> chunks) {
    if (inquiry_.profile == Profile::kPaper) return {};
    const auto answering = MakeSpan<AnsweringChunk>(arena_, chunks.size());
    std::ranges::transform(chunks, answering.begin(), Answering);
    const auto all = Gather(answering, nullptr);
    if (!all) return all.error();
    all_ = *all;
    return {};
  }

  // The best sentence of a chunk, as if no other chunk had been found; empty if
  // none can answer.
  Result<std::span<const ScoredSentence<A>>> BestOf(
      std::span<ScoredChunk<A>> chunk) {
    Candidates<A> alone{chunk, {}};
    if (inquiry_.profile == Profile::kDefault) {
      const auto answering = MakeSpan<AnsweringChunk>(arena_, 1);
      answering[0] = Answering(chunk.front());
      const auto evidence = Gather(answering, &all_);
      if (!evidence) return evidence.error();
      alone.learned = LearnedCandidates{answering, words_, *evidence};
    }
    return Rank<A>(inquiry_, alone, 1);
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
    const auto best = BestOf(chunk);
    if (!best) return best.error();
    if (best->empty()) return {};
    const auto cited = Cite<A>(inquiry_, *best);
    if (!cited) return cited.error();
    passage.answer = cited->front();
    passage.probability = passage.answer.confidence;
    passage.grade = GradeOf(passage.probability);
    return {};
  }

  void Extract(GradedPassage& passage, KeyVerifier* verifier) {
    const std::string_view sentence = passage.answer.sentence;
    if (shorts_ && !sentence.empty()) {
      passage.short_answer = shorts_->Find(sentence, ShippedSpanModel());
    }
    if (verifier == nullptr) return;
    if (passage.short_answer) {
      passage.verified =
          verifier->Verify(passage.short_answer->In(sentence), question_.keys);
      passage.extracted = Extracted::kShortAnswer;
    }
    if (passage.verified == Verification::kMatches) return;
    passage.verified = verifier->Verify(sentence, question_.keys);
    passage.extracted = Extracted::kSentence;
  }

  const Inquiry& inquiry_;
  const ExamQuestion& question_;
  Arena& arena_;
  QuestionWords words_;
  std::optional<ShortAnswers> shorts_;  // Profile default only.
  CandidateEvidence all_;               // Of all chunks.
};

template <typename A>
Result<ExaminedQuestion> Examine(const Inquiry& inquiry,
                                 const ExamQuestion& question,
                                 KeyVerifier* verifier) {
  ExaminedQuestion examined;
  const auto chunks = Retrieve<A>(inquiry, question.passages);
  if (!chunks) return chunks.error();
  if (chunks->empty()) {
    examined.refusal = RefusalReason::kNoEvidence;
    return examined;
  }
  const auto passages =
      Examination<A>(inquiry, question).Grade(*chunks, verifier);
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
