#include "daemon/options/option_text.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <string_view>
#include <system_error>

#include "platform/file/open_file.h"

namespace answerbox::daemon {
namespace {

using Clock = std::chrono::steady_clock;

Error Unread(const std::filesystem::path& path, std::string_view why) {
  return {ErrorKind::kInvalidParams, path.native() + ": " + std::string(why),
          path.native()};
}

Error Unread(const std::filesystem::path& path, int error) {
  return Unread(path, std::generic_category().message(error));
}

Result<void> CheckKind(const std::filesystem::path& path, mode_t mode,
                       PipePatience patience) {
  if (S_ISDIR(mode)) {
    return Unread(path, "it is a folder; name a file with options");
  }
  if (S_ISFIFO(mode) && patience == kRefusePipes) {
    return Unread(path,
                  "it is a pipe, which can only be read when the daemon "
                  "starts; name a regular file, or restart the daemon");
  }
  if (!S_ISREG(mode) && !S_ISCHR(mode) && !S_ISFIFO(mode)) {
    return Unread(path, "it is no regular file; name a file with options");
  }
  return {};
}

// Whether something can be read before the deadline. False as soon as the last
// writer of a pipe has closed it.
bool WaitForText(int file, Clock::time_point deadline) {
  for (;;) {
    const auto left =
        std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now());
    if (left.count() < 0) return false;
    pollfd waiting{file, POLLIN, 0};
    const int ready = ::poll(&waiting, 1, static_cast<int>(left.count()));
    if (ready >= 0) return (waiting.revents & POLLIN) != 0;
    if (errno != EINTR) return false;
  }
}

Error TooLong(const std::filesystem::path& path) {
  return Unread(path, "it has more than " +
                          std::to_string(kMaxOptionFileBytes) +
                          " bytes, the most an option file may have");
}

Error Silent(const std::filesystem::path& path) {
  return Unread(path,
                "nothing was written to it in time; name a file with options, "
                "or /dev/null for none");
}

Result<std::string> ReadAll(const std::filesystem::path& path, int file,
                            mode_t mode, Clock::time_point deadline) {
  std::string text;
  std::array<char, 16384> block;
  for (;;) {
    const ssize_t count = ::read(file, block.data(), block.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && errno != EAGAIN) return Unread(path, errno);
    // A pipe that had no writer yet reads as if it had ended.
    const bool is_unwritten_pipe = S_ISFIFO(mode) && text.empty();
    if (count == 0 && !is_unwritten_pipe) return text;
    if (count <= 0) {
      if (!WaitForText(file, deadline)) return Silent(path);
      continue;
    }
    text.append(block.data(), static_cast<std::size_t>(count));
    if (text.size() > kMaxOptionFileBytes) return TooLong(path);
  }
}

}  // namespace

Result<std::string> ReadOptionText(const std::filesystem::path& path,
                                   PipePatience patience) {
  // Without O_NONBLOCK, opening a pipe would wait for a writer.
  const auto file = platform::OpenFile(path, O_RDONLY | O_NONBLOCK | O_NOCTTY);
  if (!file) return Unread(path, file.error().code.value());
  struct stat status {};
  if (::fstat(file->get(), &status) != 0) return Unread(path, errno);
  if (auto fit = CheckKind(path, status.st_mode, patience); !fit) {
    return fit.error();
  }
  return ReadAll(path, file->get(), status.st_mode, Clock::now() + patience);
}

}  // namespace answerbox::daemon
