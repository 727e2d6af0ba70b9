#include "platform/service/journal.h"

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <condition_variable>
#include <cstdlib>
#include <exception>
#include <mutex>
#include <new>
#include <optional>
#include <thread>

namespace answerbox::platform {
namespace {

std::atomic<Priority> least_urgent{Priority::kInfo};

struct LogLine {
  std::array<char, kMaxLogLineBytes + 4> bytes;
  std::size_t size = 0;
  std::size_t written = 0;  // Its first bytes.
};

bool IsContinuation(char c) {
  return (static_cast<unsigned char>(c) & 0xc0u) == 0x80;
}

// The characters, in UTF-8, that steer a terminal or turn the direction of the
// text after them: C1 controls, marks and embeddings of direction, separators
// of lines, invisible ones.
bool IsSteering(std::string_view character) {
  const auto byte = [character](std::size_t i) {
    return static_cast<unsigned char>(character[i]);
  };
  if (character.size() == 2) {
    return (byte(0) == 0xc2 && byte(1) < 0xa0) ||
           (byte(0) == 0xd8 && byte(1) == 0x9c);
  }
  if (character.size() != 3 || byte(0) != 0xe2) {
    return character == "\xef\xbb\xbf";
  }
  return (byte(1) == 0x80 && ((byte(2) >= 0x8b && byte(2) <= 0x8f) ||
                              (byte(2) >= 0xa8 && byte(2) <= 0xae))) ||
         (byte(1) == 0x81 && byte(2) >= 0xa0 && byte(2) <= 0xaf);
}

// A line feed in a client's name would begin a line of its own in the journal,
// with any priority.
void BlankSteering(char* begin, char* end) {
  while (begin != end) {
    char* next = begin + 1;
    const auto byte = static_cast<unsigned char>(*begin);
    while (byte >= 0xc0 && next != end && IsContinuation(*next)) ++next;
    if (byte < 0x20 || byte == 0x7f || IsSteering({begin, next})) {
      std::fill(begin, next, ' ');
    }
    begin = next;
  }
}

LogLine MakeLine(Priority priority, std::string_view message) {
  LogLine line;
  line.bytes[0] = '<';
  line.bytes[1] = static_cast<char>('0' + static_cast<int>(priority));
  line.bytes[2] = '>';
  std::size_t size = std::min(message.size(), kMaxLogLineBytes);
  // No character is cut in two.
  if (size < message.size()) {
    while (size > 0 && IsContinuation(message[size])) --size;
  }
  char* const begin = line.bytes.data() + 3;
  std::copy_n(message.data(), size, begin);
  BlankSteering(begin, begin + size);
  begin[size] = '\n';
  line.size = size + 4;
  return line;
}

// Whether standard error takes a line, or fails, without waiting.
bool IsReady(int timeout_ms) {
  pollfd error{STDERR_FILENO, POLLOUT, 0};
  return ::poll(&error, 1, timeout_ms) > 0;
}

// Writes the rest of the line. A pipe that is ready takes it whole, as it is
// shorter than PIPE_BUF; a socket says how much it took. Errors of standard
// error count as written: there is nowhere to report them.
void WriteSome(LogLine& line, int flags) {
  const char* const rest = line.bytes.data() + line.written;
  const std::size_t size = line.size - line.written;
  ssize_t taken = ::send(STDERR_FILENO, rest, size, flags | MSG_NOSIGNAL);
  if (taken < 0 && errno == ENOTSOCK) {
    taken = ::write(STDERR_FILENO, rest, size);
  }
  if (taken >= 0) {
    line.written += static_cast<std::size_t>(taken);
  } else if (errno != EAGAIN && errno != EINTR) {
    line.written = line.size;
  }
}

// Never destroyed: other threads may still log while the process ends.
struct WaitingLines {
  std::mutex mutex;
  std::condition_variable drained;
  std::array<LogLine, kMaxWaitingLogLines> lines;
  std::size_t first = 0;
  std::size_t count = 0;
  bool is_writing = false;  // A thread writes the lines.
  std::uint64_t dropped = 0;
  std::uint64_t told = 0;  // Of the dropped ones.
};

WaitingLines& Waiting() {
  static WaitingLines* const waiting = new WaitingLines;
  return *waiting;
}

// Takes the next line out of the queue, or makes the one that tells of dropped
// lines; nothing when all is written.
std::optional<LogLine> TakeNext(WaitingLines& waiting) {
  if (waiting.count > 0) {
    const LogLine line = waiting.lines[waiting.first];
    waiting.first = (waiting.first + 1) % kMaxWaitingLogLines;
    --waiting.count;
    return line;
  }
  const std::uint64_t untold = waiting.dropped - waiting.told;
  if (untold == 0) return std::nullopt;
  waiting.told = waiting.dropped;
  std::array<char, 24> digits;
  const auto end =
      std::to_chars(digits.data(), digits.data() + digits.size(), untold).ptr;
  return MakeLine(Priority::kWarning,
                  LogText()
                      .Add({digits.data(), end})
                      .Add(" lines of the journal were dropped: whoever reads "
                           "them took none for a while")
                      .text());
}

void WriteWaiting(WaitingLines& waiting) noexcept {
  std::unique_lock lock(waiting.mutex);
  while (auto line = TakeNext(waiting)) {
    lock.unlock();
    while (line->written < line->size) {
      if (IsReady(-1)) WriteSome(*line, 0);
    }
    lock.lock();
  }
  waiting.is_writing = false;
  waiting.drained.notify_all();
}

// Precondition: the mutex is held. Without a thread the lines wait for the next
// call.
void BeginWriting(WaitingLines& waiting) noexcept {
  if (waiting.is_writing) return;
  try {
    std::thread([&waiting] { WriteWaiting(waiting); }).detach();
    waiting.is_writing = true;
  } catch (const std::exception&) {
  }
}

// Allocates nothing: lack of memory may be the reason for the end.
void LogEnd(const char* reason) noexcept {
  LogLast(Priority::kError,
          LogText().Add("can't go on, and end: ").Add(reason).text());
}

// std::terminate calls this with the exception that nobody caught. Its type
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
  // exit() would destroy objects that other threads still use.
  std::_Exit(EXIT_FAILURE);
}

}  // namespace

void SetLogLevel(Priority least) noexcept { least_urgent = least; }

// A line that can be written at once is, so that none is lost when the process
// is killed.
void Log(Priority priority, std::string_view message) noexcept {
  if (priority > least_urgent) return;
  LogLine line = MakeLine(priority, message);
  WaitingLines& waiting = Waiting();
  const std::lock_guard lock(waiting.mutex);
  // Under the mutex: of two threads that find room for one line, the second
  // would wait.
  if (waiting.count == 0 && !waiting.is_writing && IsReady(0)) {
    WriteSome(line, MSG_DONTWAIT);
    if (line.written == line.size) return;
  }
  if (waiting.count == kMaxWaitingLogLines) {
    ++waiting.dropped;
    return;
  }
  waiting.lines[(waiting.first + waiting.count++) % kMaxWaitingLogLines] = line;
  BeginWriting(waiting);
}

void LogLast(Priority priority, std::string_view message) noexcept {
  if (priority > least_urgent) return;
  LogLine line = MakeLine(priority, message);
  if (IsReady(kLastLinePatience.count())) WriteSome(line, MSG_DONTWAIT);
}

void FlushLog(std::chrono::milliseconds patience) noexcept {
  WaitingLines& waiting = Waiting();
  std::unique_lock lock(waiting.mutex);
  waiting.drained.wait_for(lock, patience, [&waiting] {
    return waiting.count == 0 && !waiting.is_writing;
  });
  // These lines wait because no thread could be begun.
  while (!waiting.is_writing) {
    auto line = TakeNext(waiting);
    if (!line) return;
    if (IsReady(kLastLinePatience.count())) WriteSome(*line, MSG_DONTWAIT);
  }
}

std::uint64_t DroppedLogLines() noexcept {
  WaitingLines& waiting = Waiting();
  const std::lock_guard lock(waiting.mutex);
  return waiting.dropped;
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
