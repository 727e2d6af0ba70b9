// Scores an answer by a language model's probabilities: ConSens as it was
// published (consens.h has the formula), with a neural network
// in place of counts.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "daemon/cascade/codec/completions.h"
#include "daemon/dispatch/method.h"
#include "daemon/methods/model/language_model.h"
#include "engine/grounding/consens/consens.h"
#include "engine/grounding/contradictions/checked_answer.h"
#include "protocol/json/json_writer.h"

namespace answerbox::daemon {

// An answer after what a model reads before it.
struct EvaluatorPrompt {
  std::string text;
  std::size_t answer_begin = 0;
};

// The passages, the question, the answer. Without passages: P_E's prompt.
[[nodiscard]] EvaluatorPrompt MakeEvaluatorPrompt(
    std::span<const std::string_view> passages, std::string_view question,
    std::string_view answer);

struct ModelConsens {
  std::size_t scored_words = 0;  // 0: both scores are 0.
  double paper = 0;              // By the mean of 1 / p.
  double geometric = 0;          // By the geometric mean.
};

// The tokens of a prompt, and where the answer begins in it.
struct PromptScores {
  std::span<const TokenLogProbability> tokens;
  std::size_t answer_begin = 0;
};

// The probability of a word is the product of those of its tokens. A token that
// two words share counts for both.
//   words  of the answer: those to score
[[nodiscard]] ModelConsens ScoreByModel(
    std::span<const engine::ByteRange> words, const PromptScores& with,
    const PromptScores& without);

// The caller in whose name the energy of such scores is accounted.
inline constexpr std::string_view kEvaluatorAccount = "model:ground";

// An answer whose reply waits for the model.
struct EvaluationTask {
  EvaluatorPrompt with;
  EvaluatorPrompt without;
  std::vector<engine::ByteRange> words;
  std::string collection;  // Whose energy it is; empty: of none.
  AskerTag asker;
  JsonWriter reply;  // So far: a JSON object that is open.
  Reply to;
};

// Sends the reply with the member `evaluator`: the model's scores, or why there
// are none.
void Evaluate(LanguageModel& model, EvaluationTask task);

// Sends the reply, with the evaluator's failure.
void SendUnevaluated(JsonWriter reply, const ModelFailure& failure,
                     const Reply& to);

}  // namespace answerbox::daemon
