// Runs work that mostly waits for other programs on several threads.
#pragma once

#include <functional>
#include <span>

namespace answerbox::client {

// Calls each of `works` once and returns when all are through: at most as many
// at a time as the machine has cores, begun in their order. No two may change
// the same object. None may throw.
void RunSideBySide(std::span<const std::function<void()>> works);

}  // namespace answerbox::client
