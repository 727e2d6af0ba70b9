#include "client/commands/standard_output.h"

#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <iostream>

namespace answerbox::client {
namespace {

constexpr std::size_t kBufferBytes = std::size_t{64} << 10;

}  // namespace

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
      // The error is kept for Finish(): a full disk must not look like success.
      error_ = errno;
    }
  }
  setp(buffer_.data(), buffer_.data() + buffer_.size());
  return error_ == 0 ? 0 : -1;
}

}  // namespace answerbox::client
