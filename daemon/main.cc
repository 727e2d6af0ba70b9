// answerboxd: answers questions from a person's own documents, over a socket.
#include <malloc.h>

#include <csignal>
#include <iostream>
#include <utility>
#include <variant>

#include "daemon/appliance.h"
#include "daemon/options/command_line.h"
#include "platform/service/journal.h"

namespace {

// Keeps the heap of a long-lived process small. Threads share two arenas. Large
// blocks are mapped, so that the system gets them back once they are freed.
void BoundHeap() {
  ::mallopt(M_ARENA_MAX, 2);
  ::mallopt(M_MMAP_THRESHOLD, 64 * 1024);
  ::mallopt(M_TRIM_THRESHOLD, 128 * 1024);
}

}  // namespace

int main(int argument_count, char** arguments) {
  using namespace answerbox;
  BoundHeap();
  // Writing to a closed connection, or to a file that may not grow, gives an
  // error instead of a signal.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  std::signal(SIGHUP, SIG_IGN);  // Until the daemon can reload.
  platform::LogWhatEndsTheProcess();
  const auto read = daemon::ReadCommandLine(argument_count, arguments,
                                            daemon::kStartPatience);
  if (const auto* exit = std::get_if<daemon::EarlyExit>(&read)) {
    (exit->exit_code == 0 ? std::cout : std::cerr) << exit->output;
    return exit->exit_code;
  }
  const auto& options = std::get<daemon::Options>(read);
  platform::SetLogLevel(options.log_level);
  const auto read_again = [&]() -> daemon::Result<daemon::Options> {
    auto again = daemon::ReadCommandLine(argument_count, arguments,
                                         daemon::kRefusePipes);
    if (auto* read_options = std::get_if<daemon::Options>(&again)) {
      return std::move(*read_options);
    }
    return daemon::Error{daemon::ErrorKind::kInvalidParams,
                         std::get<daemon::EarlyExit>(again).output};
  };
  const daemon::Result<void> ran = daemon::RunAppliance(options, read_again);
  if (!ran) {
    platform::Log(platform::Priority::kError, ran.error().message);
    return 1;
  }
  return 0;
}
