// Asks the language model, judges its answer, and completes the reply of `ask`
// with it. What the documents answer stays as it is, whatever the model does.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "daemon/cascade/model_options.h"
#include "daemon/dispatch/method.h"
#include "daemon/methods/model/generated_answer.h"
#include "daemon/methods/model/language_model.h"
#include "daemon/methods/question_params.h"
#include "daemon/methods/records/audit_trail.h"
#include "engine/ask/ask.h"
#include "protocol/json/json_writer.h"

namespace answerbox::daemon {

// A question whose reply waits for the model.
struct GenerationTask {
  std::string collection;
  std::string question;
  std::string run;  // Of the record of the documents' answer; or empty.
  std::vector<GeneratedPassage> passages;
  JsonWriter reply;  // So far: a JSON object that is open.
  Reply to;
  AuditTrail audit;
};

// The caller in whose name the energy of generated answers is accounted.
inline constexpr std::string_view kModelAccount = "model";

[[nodiscard]] bool WantsModel(const ModelOptions& options, Generate generate,
                              const engine::Question& question,
                              const engine::Answer& answer);

// Sends the reply when the model has answered, could not answer in time, or at
// once if too many questions wait for it. Sends nothing to a client that has
// left.
void CompleteWithModel(LanguageModel& model, GenerationTask task);

// Why there is no generated answer: members of the reply.
struct WhyUngenerated {
  std::string_view status;  // "refused" or "failed".
  std::string_view reason;
  std::string message;  // A sentence.
};
[[nodiscard]] WhyUngenerated NoModel();
[[nodiscard]] WhyUngenerated NoContext();

// Sends the reply, completed with why there is no generated answer.
void SendUngenerated(JsonWriter reply, const WhyUngenerated& why,
                     const Reply& to);

}  // namespace answerbox::daemon
