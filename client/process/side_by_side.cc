#include "client/process/side_by_side.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <system_error>
#include <thread>
#include <vector>

namespace answerbox::client {

void RunSideBySide(std::span<const std::function<void()>> works) {
  std::atomic<std::size_t> next = 0;
  const auto run = [&] {
    for (std::size_t i = next++; i < works.size(); i = next++) works[i]();
  };
  const std::size_t cores = std::max(std::thread::hardware_concurrency(), 1u);
  std::vector<std::jthread> others(std::min(cores, works.size()));
  if (!others.empty()) others.pop_back();  // This thread runs works, too.
  try {
    for (std::jthread& other : others) other = std::jthread(run);
  } catch (const std::system_error&) {
    // If no more threads can be started, fewer do the same work.
  }
  run();
}

}  // namespace answerbox::client
