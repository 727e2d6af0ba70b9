// Asks the engine, in this process, every question of a corpus: the same
// builder, reader and pipeline that the daemon uses, without its socket.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "engine/answer/model/answer_model.h"
#include "engine/answer/ranking/paper_sentences.h"
#include "engine/ask/ask.h"
#include "engine/numeric/arithmetic.h"
#include "engine/profile.h"
#include "lab/client.h"
#include "lab/evaluate/corpus/corpus.h"
#include "lab/evaluate/question_outcome.h"
#include "lab/evaluate/run/observed_sentences.h"

namespace answerbox::lab {

// What is compared with the words of the gold answers.
enum class AnswerLength : std::uint8_t {
  kSentence,
  kShort,  // Its part that answers by itself; profile default only.
};

// One question that was asked.
struct AskedQuestion {
  std::size_t number;  // In the corpus's order, from 0.
  const CorpusQuestion& question;
  const QuestionOutcome& outcome;
  const ObservedSentences& observed;  // Empty in profile paper.
  engine::Workspace& workspace;       // The visitor may use it.
};

// Sees more of a question than its outcome holds. Training and error analysis
// need that.
class QuestionVisitor {
 public:
  // Once per question, in no particular order, from several threads at once.
  virtual void OnAsked(const AskedQuestion& asked) = 0;

 protected:
  ~QuestionVisitor() = default;
};

struct EvaluationOptions {
  EvaluationScope scope = EvaluationScope::kOwnParagraph;
  engine::Profile profile = engine::Profile::kDefault;
  engine::Arithmetic arithmetic = engine::Arithmetic::kFixed;
  engine::Chunking chunking = {};
  engine::PaperWeights paper_weights = {};  // For profile paper only.
  AnswerLength answer = AnswerLength::kSentence;
  bool with_thesaurus = true;  // As engine::Question's.
  std::size_t threads = 1;
  // For profile default: weights to use instead of the program's own. May be
  // null.
  const engine::AnswerModel* model = nullptr;
  QuestionVisitor* visitor = nullptr;  // May be null.
};

// Called now and then, from one thread at a time.
using EvaluationProgress =
    std::function<void(std::size_t done, std::size_t total)>;

// The outcome of every question, in the corpus's order whatever the number of
// threads. Errors: kRejected, with the question's id.
[[nodiscard]] Outcome<std::vector<QuestionOutcome>> Evaluate(
    const std::vector<CorpusArticle>& articles,
    const EvaluationOptions& options, const EvaluationProgress& progress);

}  // namespace answerbox::lab
