// A language model on this machine: generates text, and tells how likely a
// prompt's tokens are. Knows nothing of questions. docs/model-servers.md has
// the addresses, messages, failures and bounds.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "daemon/cascade/codec/completions.h"
#include "daemon/cascade/codec/model_address.h"
#include "daemon/cascade/codec/model_failure.h"
#include "daemon/cascade/model_options.h"
#include "daemon/cascade/model_process.h"

namespace answerbox::daemon {

class ModelCommand;
class CallWaiter;
class HttpExchange;

struct ModelSettings {
  ModelAddress address;
  // The model's name in requests; empty: the server's only one.
  std::string model = {};
  // The folder of the server's control group; empty: its process is metered.
  std::filesystem::path cgroup = {};
};

// Calls wait for the model, seconds long, so they belong on a thread of their
// own: daemon/cascade/model_queue.h. One call at a time. What a call allocates
// is bounded by the constants of codec/completions.h.
class ModelServer {
 public:
  // Opens nothing yet.
  explicit ModelServer(ModelSettings settings);
  ~ModelServer();  // Ends a command's program.
  ModelServer(const ModelServer&) = delete;
  ModelServer& operator=(const ModelServer&) = delete;

  // Generates text at temperature 0. Errors: all of ModelFault but kBusy.
  [[nodiscard]] ModelResult<Generated> Generate(const Generation& generation,
                                                const ModelPatience& patience);

  // The log-probability of each token of `prompt` after those before it.
  // Errors: as above; kRefused where the server does not offer it.
  [[nodiscard]] ModelResult<std::vector<TokenLogProbability>>
  PromptLogProbabilities(std::string_view prompt,
                         const ModelPatience& patience);

  // What the running call has cost so far: for ModelPatience::is_awaited, which
  // the calling thread asks.
  [[nodiscard]] ModelCost CostSoFar() const { return metering_.SoFar(); }
  // What the last call cost, whether it succeeded or not. A server that goes on
  // after its client has gone costs more than that.
  [[nodiscard]] const ModelCost& last_cost() const noexcept { return cost_; }
  // The model's process: of a command, or of the last peer by Unix socket. 0
  // when it is not known.
  [[nodiscard]] pid_t process() const noexcept { return process_; }
  [[nodiscard]] const ModelAddress& address() const noexcept {
    return settings_.address;
  }

 private:
  // Ask with metering.
  [[nodiscard]] ModelResult<void> AskCommand(
      const std::string& request, std::size_t max_line_bytes,
      CallWaiter& waiter,
      const std::function<ModelResult<bool>(std::string_view)>& on_line);
  [[nodiscard]] ModelResult<void> AskByHttp(
      const std::string& request, CallWaiter& waiter,
      const std::function<ModelResult<void>(HttpExchange&)>& read);

  const ModelSettings settings_;
  ModelMetering metering_;
  ModelCost cost_;
  std::unique_ptr<ModelCommand> command_;  // Null for other addresses.
  pid_t process_ = 0;
};

}  // namespace answerbox::daemon
