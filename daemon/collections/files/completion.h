// How the store reports the result of a change, and its progress.
#pragma once

#include <cstdint>
#include <functional>

#include "daemon/error.h"

namespace answerbox::daemon {

// Called once with the result of a change: by a thread of the store, or by the
// caller's thread before the function returns if the change is refused at once.
// Keep it short. It may start further changes, but must not wait for them.
template <typename T>
using Completion = std::function<void(Result<T>)>;
// Called by a thread of the store with the bytes done and the bytes in all.
// `total` grows when compacting takes more than one step.
using Progress = std::function<void(std::uint64_t done, std::uint64_t total)>;

}  // namespace answerbox::daemon
