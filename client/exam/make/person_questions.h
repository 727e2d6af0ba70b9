// Questions that a person's name answers: "Who does X?"
#pragma once

#include "client/exam/make/asker.h"

namespace answerbox::client {

void AskForPerson(const EnglishWords& words, Asker& asker);

}  // namespace answerbox::client
