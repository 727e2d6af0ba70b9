// answerboxd: answers questions from a person's own documents, over a socket.
#include <malloc.h>

#include <chrono>
#include <csignal>
#include <iostream>
#include <utility>
#include <variant>

#include "daemon/appliance.h"
#include "daemon/options/option_file.h"
#include "platform/file/mapped_file.h"
#include "platform/file/open_file.h"
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
  if (!platform::OccupyStandardDescriptors()) return 1;  // None can be told.
  BoundHeap();
  // Writing to a closed connection, or to a file that may not grow, gives an
  // error instead of a signal.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  std::signal(SIGHUP, SIG_IGN);  // Until the daemon can reload.
  // A page that a failing disk can't give costs the question that needs it.
  platform::SurviveUnreadablePages();
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
  }
  // Whoever reads the journal must not keep the daemon from stopping.
  platform::FlushLog(std::chrono::seconds(1));
  if (ran) return 0;
  // The service manager does not start a wrong option again.
  return ran.error().kind == daemon::ErrorKind::kInvalidParams
             ? daemon::kUsageExitCode
             : 1;
}
