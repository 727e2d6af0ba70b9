#include "platform/service/last_words.h"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>

#include "platform/service/journal.h"

namespace answerbox::platform {
namespace {

// Allocates nothing: lack of memory may be the reason for the end.
void LogEnd(const char* reason) noexcept {
  std::array<char, kMaxLogLineBytes> line{};
  std::snprintf(line.data(), line.size(), "can't go on, and end: %s", reason);
  Log(Priority::kError, line.data());
}

[[noreturn]] void End() noexcept {
  try {
    if (const std::exception_ptr thrown = std::current_exception()) {
      std::rethrow_exception(thrown);
    }
    LogEnd("a broken precondition");
  } catch (const std::bad_alloc&) {
    LogEnd("no memory is left");
  } catch (const std::exception& error) {
    LogEnd(error.what());
  }
  // Not exit(), which would destroy objects that other threads still use.
  std::_Exit(EXIT_FAILURE);
}

}  // namespace

void LogWhatEndsTheProcess() noexcept { std::set_terminate(End); }

}  // namespace answerbox::platform
