// Questions that a definition answers: "What is X?"
#pragma once

#include "client/exam/make/asker.h"

namespace answerbox::client {

void AskForDefinition(const Clause& clause, Asker& asker);

}  // namespace answerbox::client
