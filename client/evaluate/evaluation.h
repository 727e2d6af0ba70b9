// Runs the engine, in this process, over a SQuAD file: the same builder, reader
// and pipeline that the daemon uses, without its socket.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "client/evaluate/observed_sentences.h"
#include "client/evaluate/squad_file.h"
#include "daemon/error.h"
#include "engine/answer/model/answer_model.h"
#include "engine/answer/ranking/paper_sentences.h"
#include "engine/answer/spans/span_model.h"
#include "engine/numeric/arithmetic.h"
#include "engine/profile.h"

namespace answerbox::client {

// How the file's paragraphs are offered to its questions.
enum class EvaluationScope : std::uint8_t {
  kOwnParagraph,   // Each question is asked of its own paragraph.
  kAllParagraphs,  // All paragraphs are one collection, a document each.
};

// What of the best sentence is compared with the gold answers' words.
enum class AnswerLength : std::uint8_t {
  kSentence,
  kShort,  // The part that answers by itself; profile default only.
};

struct EvaluationOptions {
  EvaluationScope scope = EvaluationScope::kOwnParagraph;
  engine::Profile profile = engine::Profile::kDefault;
  engine::Arithmetic arithmetic = engine::Arithmetic::kFixed;
  engine::Chunking chunking = {};
  engine::PaperWeights paper_weights = {};  // Profile paper alone.
  AnswerLength answer = AnswerLength::kSentence;
  std::size_t threads = 1;
  // Profile default: weights to use instead of the program's own, if not null.
  const engine::AnswerModel* model = nullptr;
  const engine::SpanModel* span_model = nullptr;
  bool with_features = false;  // Fill QuestionOutcome::feature_lines.
  bool with_sights = false;    // Fill QuestionOutcome::sight.
  bool with_spans = false;     // Fill QuestionOutcome::span_lines.
};

// What the ranker saw of one question, for the analysis of errors.
struct QuestionSight {
  ObservedBest chosen;
  // Of the sentences that hold a gold answer the one that ranks highest.
  std::optional<ObservedSentence> right;
};

// What became of one question. Ranks count from 0.
struct QuestionOutcome {
  std::string id;
  std::size_t article = 0;
  engine::QuestionType type = engine::QuestionType::kOther;
  bool answerable = false;
  std::string answer;  // The best sentence, whatever its confidence.
  std::optional<std::string> short_answer;  // Of it; only where asked for.
  double confidence = 0.0;
  std::uint64_t score_bits = 0;
  std::uint32_t words_returned = 0;
  // First sentence, and first retrieved chunk, with the answer; kNever: none.
  std::size_t sentence_rank = kNever;
  std::size_t chunk_rank = kNever;
  double token_f1 = 0.0;
  bool exact_match = false;
  std::chrono::nanoseconds ask_time{};
  std::chrono::nanoseconds index_time{};  // Of its paragraph.
  // Only where asked for.
  std::string feature_lines;
  std::string span_lines;
  std::optional<QuestionSight> sight;

  // Whether somebody would have seen the answer.
  [[nodiscard]] bool IsAnswered(double theta) const {
    return !answer.empty() && confidence >= theta;
  }

  static constexpr std::size_t kNever = static_cast<std::size_t>(-1);
};

// Called now and then, from one thread at a time.
using EvaluationProgress =
    std::function<void(std::size_t done, std::size_t total)>;

// The outcome of every question, in the file's order whatever the number of
// threads. Errors: kLimit, kInternal (with the question's id).
[[nodiscard]] daemon::Result<std::vector<QuestionOutcome>> Evaluate(
    const std::vector<SquadArticle>& articles, const EvaluationOptions& options,
    const EvaluationProgress& progress);

}  // namespace answerbox::client
