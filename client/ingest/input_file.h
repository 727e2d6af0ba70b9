// A regular file, read as it was when it was opened, and the document made of
// it. A file that changes while it is read is refused, not half read.
#pragma once

#include <sys/stat.h>

#include <cstdint>
#include <filesystem>
#include <string>

#include "client/convert/document/converted_document.h"
#include "client/convert/format.h"
#include "client/convert/pdf/pdf.h"
#include "platform/file_descriptor.h"

namespace answerbox::client {

// Whether a path is that of the folder or of something in it. Both are
// canonical.
[[nodiscard]] bool IsWithin(const std::filesystem::path& path,
                            const std::filesystem::path& folder);

class InputFile {
 public:
  // Opens a file without waiting: a FIFO or device is refused.
  //   within  the folder, without links, in which the file must lie when it is
  //           opened, whatever the path was when it was found; empty: anywhere
  // Errors: kChanged when there is no such file (any more), kNotAFile, kLink,
  // kUnreadable.
  [[nodiscard]] static Conversion<InputFile> Open(
      const std::filesystem::path& path,
      const std::filesystem::path& within = {});

  [[nodiscard]] int fd() const { return file_.get(); }
  [[nodiscard]] std::uint64_t size() const {
    return static_cast<std::uint64_t>(opened_.st_size);
  }

  // Reads the whole file. Errors: kTooLarge over `max_bytes`, before anything
  // is read; kChanged when it grew or shrank; kUnreadable.
  [[nodiscard]] Conversion<std::string> ReadAll(std::size_t max_bytes) const;

  // Errors: kChanged when the size or the time of modification differ from when
  // the file was opened.
  [[nodiscard]] Conversion<void> CheckUnchanged() const;

 private:
  InputFile(platform::FileDescriptor file, const struct stat& opened)
      : file_(std::move(file)), opened_(opened) {}

  platform::FileDescriptor file_;
  struct stat opened_;
};

// Opens, reads and converts a file. Errors: those of InputFile and of the
// format's converter.
//   recognition  reads the text on pictures; null: as ConvertFile says
//   within       as InputFile::Open takes it
//   drawing      null: no pictures of pages are made
[[nodiscard]] Conversion<ConvertedDocument> LoadDocument(
    const std::filesystem::path& path, Format format,
    const recognition::TextRecognition* recognition = nullptr,
    const std::filesystem::path& within = {},
    const PageDrawing* drawing = nullptr);

}  // namespace answerbox::client
