#include "platform/service/journal.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <charconv>
#include <cstdlib>
#include <exception>
#include <new>

namespace answerbox::platform {
namespace {

std::atomic<Priority> least_urgent{Priority::kInfo};

// A line feed in a client's name would begin a line of its own in the journal,
// with any priority.
bool IsControl(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte < 0x20 || byte == 0x7f;
}

// Allocates nothing: lack of memory may be the reason for the end.
void LogEnd(const char* reason) noexcept {
  Log(Priority::kError,
      LogText().Add("can't go on, and end: ").Add(reason).text());
}

// Called by std::terminate, with the exception that nobody caught. Its type
// tells most of the story.
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

void SetLogLevel(Priority least) noexcept { least_urgent = least; }

// On the stack and by one write(2): it must work when memory is used up, and
// lines of several threads must not mix.
void Log(Priority priority, std::string_view message) noexcept {
  if (priority > least_urgent) return;
  std::array<char, kMaxLogLineBytes + 4> line{
      '<', static_cast<char>('0' + static_cast<int>(priority)), '>'};
  const std::size_t size = std::min(message.size(), kMaxLogLineBytes);
  char* const begin = line.data() + 3;
  std::copy_n(message.data(), size, begin);
  std::replace_if(begin, begin + size, IsControl, ' ');
  begin[size] = '\n';
  // Errors of standard error are ignored: there is nowhere to report them.
  [[maybe_unused]] const ssize_t written =
      ::write(STDERR_FILENO, line.data(), size + 4);
}

LogText& LogText::Add(std::string_view text) noexcept {
  const std::size_t size = std::min(text.size(), bytes_.size() - size_);
  std::copy_n(text.data(), size, bytes_.data() + size_);
  size_ += size;
  return *this;
}

LogText& LogText::Add(std::chrono::seconds time) noexcept {
  std::array<char, 24> digits;  // Of any 64-bit number, with its sign.
  const auto written =
      std::to_chars(digits.data(), digits.data() + digits.size(), time.count());
  return Add({digits.data(), written.ptr}).Add(" s");
}

void LogWhatEndsTheProcess() noexcept { std::set_terminate(End); }

}  // namespace answerbox::platform
