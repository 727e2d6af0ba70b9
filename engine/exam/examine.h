// Asks a question of an exam, and grades how likely each passage answers it.
// Each passage is graded as if it were the only one, so its grade does not
// depend on the other passages that a system finds.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "engine/answer/confidence/confidence.h"
#include "engine/answer/spans/short_answer.h"
#include "engine/ask/answer.h"
#include "engine/ask/question.h"
#include "engine/ask/workspace.h"
#include "engine/exam/key_verification.h"
#include "engine/index/reading/live_segment.h"
#include "engine/result.h"

namespace answerbox::engine {

// The grade of a passage for a question, from 0 (says nothing about it) to 5
// (answers it). docs/lab/exam-grading.md says how the thresholds were fitted,
// and what share of the passages of each grade answers.
inline constexpr std::uint8_t kMaxGrade = 5;
// EXAM-Cover counts a question as answered from this grade on, unless the
// caller says otherwise.
inline constexpr std::uint8_t kDefaultTau = 4;

// The least probability of each grade from 1 on. Ascending.
inline constexpr std::array<double, kMaxGrade> kGradeThresholds = {
    0.03, 0.06, 0.13, 0.31, 0.54};

// Returns how many thresholds the probability reaches; 0 for NaN.
[[nodiscard]] std::uint8_t GradeOf(double probability) noexcept;

// The k of EXAM-Cover, unless the caller says otherwise.
inline constexpr std::size_t kDefaultExaminedPassages = 20;
// The greatest ExamQuestion::passages.
inline constexpr std::size_t kMaxExaminedPassages = 1000;

struct ExamQuestion {
  std::string_view text;  // Valid UTF-8, at most kMaxQuestionBytes.
  // The right answers. If there are any, the answers in the passages are
  // compared with them.
  std::span<const std::string_view> keys = {};
  // As Question::documents. Of these, only chunks with a word of the question
  // are graded; the others have grade 0.
  std::span<const std::string_view> documents = {};
  std::size_t passages = kDefaultExaminedPassages;  // From 1.
  Arithmetic arithmetic = Arithmetic::kFixed;
  // Whether to find short answers without a key too.
  bool with_short = false;
  // As in Question.
  const Synonyms* synonyms = nullptr;
  bool with_spelling = false;
  bool with_abbreviations = false;
};

// The part of a passage that was taken as its answer.
enum class Extracted : std::uint8_t { kShortAnswer, kSentence };

// The protocol's name, e.g. "short".
[[nodiscard]] std::string_view ToString(Extracted extracted) noexcept;

// A chunk that was found. It has views into the segment's mapping and the
// workspace's arena.
struct GradedPassage {
  std::string_view document;
  DocumentNumber document_number = 0;
  std::size_t segment = 0;  // Index into the asked segments.
  ByteRange offsets;        // Of the chunk, in the document's text.
  ChunkId chunk{};
  // Its best sentence. Without a sentence that can answer, as in a chunk of
  // headings only, answer.sentence is empty and all below is 0.
  Citation answer;
  std::optional<ShortAnswer> short_answer;  // Part of answer.sentence.
  // How likely the passage answers, in [0, 1]. answer.confidence is that of its
  // best sentence, as Ask returns it.
  double probability = 0.0;
  std::uint8_t grade = 0;        // GradeOf(probability).
  PassageFeatureRow features{};  // For training; profile default only.
  // Only with keys: the result for the short answer or, if that does not match
  // or is missing, for the sentence. `extracted` says which.
  std::optional<Verification> verified;
  Extracted extracted = Extracted::kSentence;
};

struct ExaminedQuestion {
  // Set if there is no passage: kEmptyQuestion, kNoDocuments or kNoEvidence.
  std::optional<RefusalReason> refusal;
  // As retrieval orders them, best first.
  std::span<const GradedPassage> passages;
  // Index into `passages` of the first with the greatest probability, whose
  // sentence is the answer to the question. Nothing without passages.
  std::optional<std::size_t> best;
  std::uint8_t grade = 0;  // Of the best passage.
  // Only with keys: kMatches if any passage's answer matches, else the result
  // for the best passage.
  std::optional<Verification> verified;
  // As in Answer.
  std::string_view asked;
  std::span<const RespeltWord> respelt;
  std::span<const ExpandedAbbreviation> abbreviations;
};

// Profile paper has no probabilities: there, the published score of a sentence
// stands in for them.
// Takes time for each passage as asking one page does. No heap. The result is
// valid until the workspace's next question and while the segments are mapped.
// Errors: kNoSuchDocument, kTruncated, kCorrupt, kArenaExhausted;
// kInvalidArgument if `passages` is 0 or above kMaxExaminedPassages.
[[nodiscard]] Result<ExaminedQuestion> ExamineQuestion(
    std::span<const LiveSegment> segments, const ExamQuestion& question,
    Workspace& workspace) noexcept;

}  // namespace answerbox::engine
