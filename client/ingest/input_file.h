// A regular file, read as it was when it was opened: files that change while
// they are read are refused, not half read.
#pragma once

#include <sys/stat.h>

#include <cstdint>
#include <filesystem>
#include <string>

#include "client/convert/converted_document.h"
#include "platform/file_descriptor.h"

namespace answerbox::client {

class InputFile {
 public:
  // Never waits: a FIFO or device is refused. Errors: kChanged when there is no
  // such file (any more), kNotAFile, kUnreadable.
  [[nodiscard]] static Conversion<InputFile> Open(
      const std::filesystem::path& path);

  [[nodiscard]] int fd() const { return file_.get(); }
  [[nodiscard]] std::uint64_t size() const {
    return static_cast<std::uint64_t>(opened_.st_size);
  }

  // The whole file. Errors: kTooLarge over `max_bytes`, before anything is
  // read; kChanged when it grew or shrank; kUnreadable.
  [[nodiscard]] Conversion<std::string> ReadAll(std::size_t max_bytes) const;

  // Errors: kChanged when size or time of modification differ from when the
  // file was opened.
  [[nodiscard]] Conversion<void> CheckUnchanged() const;

 private:
  InputFile(platform::FileDescriptor file, const struct stat& opened)
      : file_(std::move(file)), opened_(opened) {}

  platform::FileDescriptor file_;
  struct stat opened_;
};

}  // namespace answerbox::client
