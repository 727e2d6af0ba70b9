// answerboxd: answers questions from a person's own documents, over a socket.
#include <malloc.h>

#include <csignal>
#include <iostream>
#include <variant>

#include "daemon/appliance.h"
#include "daemon/options/command_line.h"
#include "platform/service/journal.h"

namespace {

// Keeps the heap of a long-lived process small: threads share two arenas, and
// what is large is mapped, so that the system has it back once it is freed.
void BoundHeap() {
  ::mallopt(M_ARENA_MAX, 2);
  ::mallopt(M_MMAP_THRESHOLD, 64 * 1024);
  ::mallopt(M_TRIM_THRESHOLD, 128 * 1024);
}

}  // namespace

int main(int argument_count, char** arguments) {
  using namespace answerbox;
  BoundHeap();
  // A client or a log that went away, or a file that may not grow, is an error
  // where it is written to.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  const auto read = daemon::ReadCommandLine(argument_count, arguments);
  if (const auto* exit = std::get_if<daemon::EarlyExit>(&read)) {
    (exit->exit_code == 0 ? std::cout : std::cerr) << exit->output;
    return exit->exit_code;
  }
  const auto& options = std::get<daemon::Options>(read);
  platform::SetLogLevel(daemon::LogLevelOf(options));
  const daemon::Result<void> ran = daemon::RunAppliance(options);
  if (!ran) {
    platform::Log(platform::Priority::kError, ran.error().message);
    return 1;
  }
  return 0;
}
