// The laboratory speaks in the client's terms: its outcomes and failures, its
// exams, terminal and command line go by their own names here.
#pragma once

#include "client/failure.h"

namespace answerbox::lab {

using namespace client;

}  // namespace answerbox::lab
