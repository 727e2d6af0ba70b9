// Finds the documents among files and folders, names them, and reads each as it
// was when it was opened. A file that changes while it is read is refused, not
// half read.
#pragma once

#include <sys/stat.h>

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "client/convert/document/converted_document.h"
#include "client/convert/format.h"
#include "client/convert/pdf/pdf.h"
#include "platform/file_descriptor.h"

namespace answerbox::client {

struct FoundDocument {
  std::filesystem::path path;
  std::string name;  // As the daemon will know it.
  Format format;
  std::uint64_t bytes;  // As the file system says; for progress only.
  // The folder that was named, without links; the file must lie in it. Empty if
  // the file itself was named.
  std::filesystem::path within;
};

struct NamedRejection {
  std::string name;  // As given or found; may hold any byte but U+0000.
  Rejection rejection;
};

struct WalkResult {
  std::vector<FoundDocument> documents;
  std::vector<NamedRejection> refused;  // Given or found, but unusable.
  std::vector<NamedRejection> skipped;  // In a folder, but not documents.
};

// Refuses a name that the daemon would refuse. Errors: kBadName, for the
// reasons in protocol/names/document_name.h.
[[nodiscard]] Conversion<void> CheckDocumentName(std::string_view name);

// Pictures are documents only if text recognition was asked for.
enum class PictureFiles : std::uint8_t { kLeftOut, kTaken };

// What becomes of symbolic links in folders.
enum class FolderLinks : std::uint8_t {
  kRefused,
  kFollowedWithin,  // Unless they lead out of the folder that was named.
};

// Finds the documents among `paths` without reading a file. A file is named by
// its base name, a file in a folder by its path within the given folder, with
// '/' between the parts, in normal form C. Folders are walked in the byte order
// of names. A symbolic link among `paths` is followed, because a person named
// it. One in a folder is not, because whoever may write there could make the
// person who adds the folder show files of his own. No folder is entered twice.
// Names that begin with a dot are skipped. When two files have one name, the
// later one is refused.
[[nodiscard]] WalkResult FindDocuments(
    std::span<const std::filesystem::path> paths,
    PictureFiles pictures = PictureFiles::kLeftOut,
    FolderLinks links = FolderLinks::kRefused);

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
