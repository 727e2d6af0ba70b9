// The daemon speaks in the protocol's terms: its errors, JSON, records and
// banks go by their own names here.
#pragma once

#include "protocol/error.h"

namespace answerbox::daemon {

using namespace protocol;

}  // namespace answerbox::daemon
