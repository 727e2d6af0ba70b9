#include "daemon/methods/model/metered_generation.h"

namespace answerbox::daemon {

ModelResult<Generated> GenerateMetered(ModelServer& server,
                                       const Generation& generation,
                                       const ModelPatience& patience,
                                       QuestionClock::Run& run) {
  const auto feed = [&run](const ModelCost& cost) {
    if (cost.cpu_time) run.Feed(*cost.cpu_time);
  };
  // A window's energy is shared out when the window ends, so the model's time
  // has to come in while it works: whenever the call looks whether somebody
  // waits.
  ModelPatience feeding = patience;
  feeding.is_awaited = [&] {
    feed(server.CostSoFar());
    return patience.is_awaited();
  };
  ModelResult<Generated> generated = server.Generate(generation, feeding);
  feed(server.last_cost());
  run.Finish();
  return generated;
}

}  // namespace answerbox::daemon
