// Questions about what causes, treats or holds a thing, where it is, what
// belongs to it and how large a share it has.
#pragma once

#include "client/exam/make/asker.h"

namespace answerbox::client {

// "The cause of X is Y."
void AskForValue(const Clause& clause, Asker& asker);

// "X is treated with Y."
void AskForFact(const Clause& clause, Asker& asker);

// "The key hangs in the hall."
void AskWhereItStands(const Clause& clause, Asker& asker);

// "Symptoms of X include A, B and C."
void AskForMembers(const Clause& clause, const EnglishWords& words,
                   Asker& asker);

// "40% of X do Y."
void AskForShare(const EnglishWords& words, Asker& asker);

}  // namespace answerbox::client
