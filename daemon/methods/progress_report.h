// Passes on how far long work of the store's has come.
#pragma once

#include "daemon/collections/store.h"
#include "daemon/dispatch/method.h"

namespace answerbox::daemon {

// As much of it as a person can follow; nothing when it is not wanted.
[[nodiscard]] Progress ReportTo(const Reply& reply, bool is_wanted);

}  // namespace answerbox::daemon
