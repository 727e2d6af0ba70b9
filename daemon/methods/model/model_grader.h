// Has the language model grade the passages of an exam's question: self-rated
// answerability. docs/lab/exam-grading.md, "Grades of a language model".
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "daemon/cascade/model_options.h"
#include "daemon/dispatch/method.h"
#include "daemon/methods/model/language_model.h"
#include "daemon/methods/records/audit_trail.h"

namespace answerbox::daemon {

// The caller in whose name the energy of grades, and of questions for exams, is
// accounted. They are no generated answers, whose account kModelAccount is.
inline constexpr std::string_view kGraderAccount = "model:exam";

// The longest reply of a model that grades. A grade is one token; some models
// put a few words before it.
inline constexpr std::uint32_t kMaxGradeTokens = 16;
// The model reads so many bytes of a passage for each of model_context_tokens.
inline constexpr std::uint64_t kGradedBytesPerToken = 4;

// A question whose reply waits for the model.
struct GradingTask {
  std::string collection;  // To which the energy is accounted.
  std::string question;
  std::vector<std::string> passages;  // 1 or more; valid UTF-8.
  Reply to;
  // Called once, on any thread. Errors: kModelFailed; there are no grades then,
  // whatever the model said of other passages.
  std::function<void(Result<ModelGrades>)> then;
};

// What the model reads of a passage, at most.
[[nodiscard]] std::size_t GradedBytes(const ModelOptions& options) noexcept;

// The passages are texts of their own in the model's queue, one after the
// other, so that other texts go between them. The end is told when the model's
// file was read: so every grade says which model gave it.
void Grade(LanguageModel& model, GradingTask task);

// kModelFailed: the daemon has no language model for exams.
[[nodiscard]] Error NoModelToGrade();

}  // namespace answerbox::daemon
