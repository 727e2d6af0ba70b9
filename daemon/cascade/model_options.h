// How the language model on this machine is asked. Options set it: the defaults
// are here.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>

namespace answerbox::daemon {

struct ModelOptions {
  std::string server;  // Its address as text; empty: there is no model.
  std::string name;    // In requests; empty: the server's only model.
  std::string file;    // Whose hash is told; empty: unknown.
  std::string cgroup;  // Of the server; empty: its process is metered.
  // With `generate` auto, the model is asked if the confidence of the
  // documents' answer is within [from, below), or at least `from` where a
  // question wants several facts.
  double from = 0.35;
  double below = 0.6;
  std::uint64_t context_tokens = 1000;
  std::uint32_t max_tokens = 256;             // Of one text.
  std::chrono::milliseconds timeout{30'000};  // Of one text, with its wait.
  std::size_t queue = 4;                      // Texts that are made or wait.
};

}  // namespace answerbox::daemon
