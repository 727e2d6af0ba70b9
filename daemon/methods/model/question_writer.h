// Has the language model write questions for the bank of an exam.
// docs/exam-make.md, "Questions of a language model".
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "daemon/cascade/model_file.h"
#include "daemon/cascade/model_options.h"
#include "daemon/cascade/model_queue.h"
#include "daemon/dispatch/method.h"
#include "daemon/energy/energy_monitor.h"
#include "daemon/generation/replies.h"
#include "daemon/methods/model/model_grader.h"
#include "daemon/methods/records/audit_trail.h"

namespace answerbox::daemon {

// The longest reply with questions; ten of them take about 200 tokens.
inline constexpr std::uint32_t kMaxQuestionTokens = 1024;

// What the model wrote.
struct ModelQuestions {
  WrittenQuestions written;
  bool is_cut = false;  // It might have written more.
  ModelIdentity model;
  std::chrono::nanoseconds time{0};
};

// A query whose reply waits for the model.
struct WritingTask {
  std::string collection;  // To which the energy is accounted.
  std::string query;       // As `subtopic`, valid UTF-8.
  std::string subtopic;    // May be empty.
  Reply to;
  // Called once, on any thread. Errors: kModelFailed.
  std::function<void(Result<ModelQuestions>)> then;
};

// Safe to use from any thread. Outlives its tasks.
class QuestionWriter {
 public:
  // All outlive it. Of the options, `context_tokens` is not used.
  QuestionWriter(ModelOptions options, ModelQueue& models, ModelFile& file,
                 EnergyMonitor& energy)
      : options_(std::move(options)),
        models_(models),
        file_(file),
        energy_(energy) {}

  // As ModelGrader's, the end is told when the model's file was read.
  void Write(WritingTask task);

 private:
  struct Work;
  // On the model's thread.
  [[nodiscard]] Result<ModelQuestions> Run(const WritingTask& task,
                                           ModelServer& server,
                                           const ModelPatience& patience);
  void Finish(const std::shared_ptr<Work>& work);

  const ModelOptions options_;
  ModelQueue& models_;
  ModelFile& file_;
  EnergyMonitor& energy_;
};

}  // namespace answerbox::daemon
