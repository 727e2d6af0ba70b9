// Writes the files that commands of `answerbox exam` produce besides their
// page.

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <system_error>

#include "client/commands/exam/exam_command.h"
#include "client/terminal/json_text.h"

namespace answerbox::client {
namespace {

// A device or pipe can't be replaced.
bool IsSpecial(const std::string& path) {
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  return std::filesystem::exists(status) &&
         !std::filesystem::is_regular_file(status);
}

Failure NotWritable(const std::string& path, std::error_code reason) {
  return Rejected("cannot write " + path + ": " + reason.message());
}

// A stream may fail without setting errno, and "Success" would be no reason.
std::error_code LastError() {
  return {errno != 0 ? errno : EIO, std::generic_category()};
}

}  // namespace

Outcome<void> CheckOutput(const std::string& path) {
  if (path == kStandardStream) return {};
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) {
    return NotWritable(path, std::make_error_code(std::errc::is_a_directory));
  }
  if (IsSpecial(path)) return {};
  // The file will be replaced, so its folder must accept a new file.
  std::filesystem::path folder = std::filesystem::path(path).parent_path();
  if (folder.empty()) folder = ".";
  if (::access(folder.c_str(), W_OK | X_OK) != 0) {
    return NotWritable(path, LastError());
  }
  return {};
}

Outcome<void> CheckIsNoInput(const std::string& path,
                             std::span<const std::string> inputs) {
  // Files are compared by device and number, which finds links and other paths
  // to the same file, too.
  struct stat output;
  if (path == kStandardStream || ::stat(path.c_str(), &output) != 0 ||
      !S_ISREG(output.st_mode)) {
    return {};
  }
  for (const std::string& name : inputs) {
    struct stat input;
    const bool is_standard = name == kStandardStream;
    const int failed = is_standard ? ::fstat(STDIN_FILENO, &input)
                                   : ::stat(name.c_str(), &input);
    if (failed == 0 && input.st_dev == output.st_dev &&
        input.st_ino == output.st_ino) {
      return Rejected("writing " + path + " would replace " +
                      (is_standard ? "standard input" : name) +
                      ", which is read: they are one file; give another one");
    }
  }
  return {};
}

Outcome<void> WriteOutput(const std::string& path, std::string_view contents,
                          std::span<const std::string> inputs) {
  if (path == kStandardStream) {
    const Terminal terminal = Terminal::Of(STDOUT_FILENO, ColorChoice::kAuto);
    std::cout << ShownJson(terminal, contents);
    return {};
  }
  // The file is written under another name and then renamed, so that a full
  // disk leaves the old one intact.
  const bool is_special = IsSpecial(path);
  const std::string written = is_special ? path : path + ".new";
  for (const std::string& each : {path, written}) {
    const auto is_free = CheckIsNoInput(each, inputs);
    if (!is_free) return is_free.error();
  }
  errno = 0;
  std::ofstream file(written, std::ios::binary | std::ios::trunc);
  file << contents;
  file.close();
  std::error_code error;
  if (!file) {
    error = LastError();
  } else if (!is_special) {
    std::filesystem::rename(written, path, error);
  }
  if (!error) return {};
  std::error_code ignored;
  if (!is_special) std::filesystem::remove(written, ignored);
  return NotWritable(path, error);
}

}  // namespace answerbox::client
