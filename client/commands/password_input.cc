#include "client/commands/password_input.h"

#include <fcntl.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <iostream>

#include "client/terminal/printable.h"
#include "platform/file_descriptor.h"

namespace answerbox::client {
namespace {

constexpr std::size_t kMaxBytes = 1024;

// Turns the terminal's echo off while it lives.
class EchoOff {
 public:
  explicit EchoOff(int terminal) : terminal_(terminal) {
    is_off_ = ::tcgetattr(terminal, &before_) == 0;
    if (!is_off_) return;
    termios silent = before_;
    silent.c_lflag &= ~static_cast<tcflag_t>(ECHO);
    // Drops what was typed before the prompt: it was not meant as a password.
    is_off_ = ::tcsetattr(terminal, TCSAFLUSH, &silent) == 0;
  }
  EchoOff(const EchoOff&) = delete;
  EchoOff& operator=(const EchoOff&) = delete;
  ~EchoOff() {
    if (is_off_) ::tcsetattr(terminal_, TCSAFLUSH, &before_);
  }
  [[nodiscard]] bool is_off() const { return is_off_; }

 private:
  int terminal_;
  termios before_{};
  bool is_off_ = false;
};

// Reads one line without its end. It reads byte by byte, so that what follows
// the line stays unread.
Outcome<std::string> ReadLine(int fd, const std::string& from) {
  std::string line;
  line.reserve(kMaxBytes + 1);  // Never reallocates, which would leave a copy.
  for (;;) {
    char c = 0;
    const ::ssize_t count = ::read(fd, &c, 1);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0)
      return Rejected("can't read the password from " + from + ".");
    if (count == 0 || c == '\n') break;
    if (line.size() == kMaxBytes) {
      Wipe(line);
      return Rejected("The password in " + from + " is longer than " +
                      std::to_string(kMaxBytes) + " bytes.");
    }
    line += c;
  }
  // A file written on Windows ends its lines with "\r\n".
  if (line.ends_with('\r')) line.pop_back();
  if (line.empty()) return Rejected("There is no password in " + from + ".");
  return line;
}

Outcome<std::string> AskTwice(const std::string& prompt_name) {
  const platform::FileDescriptor terminal(
      // Opens the terminal, not standard input: a password must not come from a
      // pipe unless the user says so.
      ::open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY));
  if (!terminal.is_open()) {
    return Rejected(
        "There is no terminal to ask for a password on: give "
        "--password-file.");
  }
  const EchoOff silence(terminal.get());
  if (!silence.is_off()) {
    return Rejected(
        "The terminal would show the password: give "
        "--password-file.");
  }
  std::array<std::string, 2> typed;
  const std::array<const char*, 2> prompts = {"Password of ",
                                              "Once more, password of "};
  for (std::size_t i = 0; i < typed.size(); ++i) {
    std::cerr << prompts[i] << Escaped(prompt_name) << ": " << std::flush;
    auto line = ReadLine(terminal.get(), "what was typed");
    std::cerr << "\n";
    if (!line) return line.error();
    typed[i] = std::move(*line);
  }
  const bool are_alike = typed[0] == typed[1];
  Wipe(typed[1]);
  if (are_alike) return std::move(typed[0]);
  Wipe(typed[0]);
  return Rejected("The two passwords are not the same; nothing was changed.");
}

}  // namespace

Outcome<std::string> ReadPassword(const std::string& file,
                                  const std::string& prompt_name) {
  if (file.empty()) return AskTwice(prompt_name);
  if (file == "-") return ReadLine(STDIN_FILENO, "standard input");
  const platform::FileDescriptor opened(
      ::open(file.c_str(), O_RDONLY | O_CLOEXEC));
  if (!opened.is_open()) {
    return Rejected("can't open " + file + ": " + ::strerror(errno) + ".");
  }
  return ReadLine(opened.get(), file);
}

void Wipe(std::string& text) {
  // A compiler may remove memset where the bytes are not read again.
  ::explicit_bzero(text.data(), text.size());
  text.clear();
}

}  // namespace answerbox::client
