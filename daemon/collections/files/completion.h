// How a store tells that a change is done, and how far it has come.
#pragma once

#include <cstdint>
#include <functional>

#include "daemon/error.h"

namespace answerbox::daemon {

// Called once, from a thread of the store's, or from the caller's before the
// function returns when the change is refused at once: keep it short. It may
// ask the store for more, but not wait for it.
template <typename T>
using Completion = std::function<void(Result<T>)>;
// Work done and work in all, in bytes; from a thread of the store's. The whole
// grows when compacting takes more than one step.
using Progress = std::function<void(std::uint64_t done, std::uint64_t total)>;

}  // namespace answerbox::daemon
