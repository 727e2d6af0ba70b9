// Ctrl-C during long work: the first asks the work to stop in good order, the
// second ends the program.
#pragma once

#include <csignal>

namespace answerbox::client {

// Only one may live at a time. While it lives, the first SIGINT or SIGTERM is
// only noted.
class Interruption {
 public:
  Interruption();
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;
  ~Interruption();

  [[nodiscard]] bool requested() const;

 private:
  struct sigaction interrupt_before_;
  struct sigaction terminate_before_;
};

}  // namespace answerbox::client
