// Sends the progress of long work of the store to the client.
#pragma once

#include "daemon/collections/store.h"
#include "daemon/dispatch/method.h"

namespace answerbox::daemon {

// Sends progress at most as often as a person can follow. Sends none when
// `is_wanted` is false.
[[nodiscard]] Progress ReportTo(const Reply& reply, bool is_wanted);

}  // namespace answerbox::daemon
