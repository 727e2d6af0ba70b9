#include "platform/service/journal.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>

namespace answerbox::platform {
namespace {

std::atomic<Priority> least_urgent{Priority::kInfo};

bool IsControl(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte < 0x20 || byte == 0x7f;
}

}  // namespace

void SetLogLevel(Priority least) noexcept { least_urgent = least; }

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

}  // namespace answerbox::platform
