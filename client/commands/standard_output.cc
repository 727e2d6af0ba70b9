#include "client/commands/standard_output.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <iostream>

namespace answerbox::client {
namespace {

constexpr std::size_t kBufferBytes = std::size_t{64} << 10;

}  // namespace

void OccupyStandardDescriptors() {
  for (const int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(fd, F_GETFD) >= 0 || errno != EBADF) continue;
    // The lowest free descriptor is this one. It is opened for the wrong
    // direction, so that using it gives an error.
    static_cast<void>(
        open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY));
  }
}

StandardOutput::StandardOutput()
    : before_(std::cout.rdbuf(this)), buffer_(kBufferBytes) {
  setp(buffer_.data(), buffer_.data() + buffer_.size());
}

StandardOutput::~StandardOutput() {
  sync();
  std::cout.rdbuf(before_);  // The stream accepts output again.
}

int StandardOutput::Finish() {
  sync();
  return error_;
}

StandardOutput::int_type StandardOutput::overflow(int_type character) {
  if (sync() != 0) return traits_type::eof();
  if (!traits_type::eq_int_type(character, traits_type::eof())) {
    sputc(traits_type::to_char_type(character));
  }
  return traits_type::not_eof(character);
}

int StandardOutput::sync() {
  const char* at = pbase();
  while (error_ == 0 && at != pptr()) {
    const ssize_t count =
        write(STDOUT_FILENO, at, static_cast<std::size_t>(pptr() - at));
    if (count >= 0) {
      at += count;
    } else if (errno != EINTR) {
      // Kept for Finish(): a full disk must not look like success.
      error_ = errno;
    }
  }
  setp(buffer_.data(), buffer_.data() + buffer_.size());
  return error_ == 0 ? 0 : -1;
}

}  // namespace answerbox::client
