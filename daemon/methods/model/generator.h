// Asks the language model, judges its answer, and completes the reply of `ask`
// with it. What the documents answer stays as it is, whatever the model does.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "daemon/cascade/model_file.h"
#include "daemon/cascade/model_options.h"
#include "daemon/cascade/model_queue.h"
#include "daemon/cascade/model_server.h"
#include "daemon/energy/energy_monitor.h"
#include "daemon/methods/gathering_workspaces.h"
#include "daemon/methods/model/generated_answer.h"
#include "daemon/methods/records/audit_trail.h"
#include "engine/ask/ask.h"

namespace answerbox::daemon {

// Whether the daemon's language model, if it has one, is asked too.
enum class Generate : std::uint8_t {
  kAuto,  // When the documents' own sentences may not suffice.
  kNever,
  kAlways,
};

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

// Safe to use from any thread. Outlives its tasks.
class Generator {
 public:
  // All outlive it.
  Generator(ModelOptions options, ModelQueue& models, const ModelFile& file,
            GatheringWorkspaces& workspaces, EnergyMonitor& energy)
      : options_(std::move(options)),
        models_(models),
        file_(file),
        workspaces_(workspaces),
        energy_(energy) {}

  [[nodiscard]] bool IsWanted(Generate generate,
                              const engine::Question& question,
                              const engine::Answer& answer) const;
  [[nodiscard]] std::uint64_t context_tokens() const noexcept {
    return options_.context_tokens;
  }
  [[nodiscard]] std::chrono::milliseconds timeout() const noexcept {
    return options_.timeout;
  }

  // Sends the reply when the model has answered, could not answer in time, or
  // at once if too many questions wait for it. Sends nothing to a client that
  // has left.
  void Complete(GenerationTask task);

 private:
  // On the model's thread.
  void Run(const GenerationTask& task, ModelServer& server,
           const ModelPatience& patience);
  void Finish(const GenerationTask& task, const Generation& generation,
              const Generated& generated, const QuestionClock::Run& run);
  [[nodiscard]] ModelIdentity IdentityOf(const Generated& generated) const;

  const ModelOptions options_;
  ModelQueue& models_;
  const ModelFile& file_;
  GatheringWorkspaces& workspaces_;
  EnergyMonitor& energy_;
};

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
