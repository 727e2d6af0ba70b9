#include "client/commands/retrieval_steps_check.h"

#include <string>

#include "engine/gathering/retrieval_steps.h"

namespace answerbox::client {

CLI::Validator RetrievalStepsCheck() {
  return {[](const std::string& steps) -> std::string {
            if (engine::ParseRetrievalSteps(steps)) return {};
            return std::string(engine::kRetrievalStepsWanted) + " It is \"" +
                   steps + "\".";
          },
          ""};
}

}  // namespace answerbox::client
