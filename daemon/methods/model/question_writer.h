// Has the language model write questions for the bank of an exam.
// docs/exam-make.md, "Questions of a language model".
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>

#include "daemon/dispatch/method.h"
#include "daemon/generation/replies.h"
#include "daemon/methods/model/language_model.h"
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

// As with Grade, the end is told when the model's file was read.
void WriteQuestions(LanguageModel& model, WritingTask task);

}  // namespace answerbox::daemon
