// Generates a text, and tells a question's clock the processor time that the
// language model takes for it.
#pragma once

#include "daemon/cascade/model_server.h"
#include "daemon/energy/question_clock.h"

namespace answerbox::daemon {

// As ModelServer::Generate. Feeds the run while the model writes, and ends it.
//   run  made with QuestionClock::Run::Fed
[[nodiscard]] ModelResult<Generated> GenerateMetered(
    ModelServer& server, const Generation& generation,
    const ModelPatience& patience, QuestionClock::Run& run);

}  // namespace answerbox::daemon
