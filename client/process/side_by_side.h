// Runs work that mostly waits for other programs, on several threads.
#pragma once

#include <functional>
#include <span>

namespace answerbox::client {

// Calls each of `works` once and returns when all have ended. Runs at most as
// many at a time as the machine has cores, and starts them in order.
// Preconditions: no two change the same object, and none throws.
void RunSideBySide(std::span<const std::function<void()>> works);

}  // namespace answerbox::client
