#include "client/ingest/input_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <system_error>
#include <utility>

namespace answerbox::client {
namespace {

Rejection Unreadable(int error) {
  return {RejectionReason::kUnreadable,
          "can't be read: " + std::generic_category().message(error)};
}

Rejection Changed(const char* how) {
  return {RejectionReason::kChanged,
          std::string(how) +
              " while it was read: add it again when nothing "
              "writes to it"};
}

std::string Mebibytes(std::uint64_t bytes) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f MiB",
                static_cast<double>(bytes) / (1u << 20));
  return text;
}

// The kernel says where an open file lies: a folder on its path may have become
// a link since the path was looked at.
bool LiesWithin(int file, const std::filesystem::path& folder) {
  std::error_code error;
  const std::filesystem::path path = std::filesystem::read_symlink(
      "/proc/self/fd/" + std::to_string(file), error);
  return !error && IsWithin(path, folder);
}

}  // namespace

bool IsWithin(const std::filesystem::path& path,
              const std::filesystem::path& folder) {
  return std::mismatch(folder.begin(), folder.end(), path.begin(), path.end())
             .first == folder.end();
}

Conversion<InputFile> InputFile::Open(const std::filesystem::path& path,
                                      const std::filesystem::path& within) {
  // O_NONBLOCK, as opening a FIFO without a writer would wait for ever.
  platform::FileDescriptor file(
      ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
  if (!file.is_open()) {
    if (errno == ENXIO) {
      return Rejection{RejectionReason::kNotAFile, "not a regular file"};
    }
    return Unreadable(errno);
  }
  struct stat status;
  if (fstat(file.get(), &status) != 0) return Unreadable(errno);
  if (!S_ISREG(status.st_mode)) {
    return Rejection{RejectionReason::kNotAFile, "not a regular file"};
  }
  if (!within.empty() && !LiesWithin(file.get(), within)) {
    return Rejection{RejectionReason::kLink,
                     "led out of its folder when it was to be read"};
  }
  return InputFile(std::move(file), status);
}

Conversion<std::string> InputFile::ReadAll(std::size_t max_bytes) const {
  if (size() > max_bytes) {
    return Rejection{RejectionReason::kTooLarge,
                     Mebibytes(size()) + " where " + Mebibytes(max_bytes) +
                         " is the limit: split it into parts"};
  }
  // One byte more than the size shows whether the file grew.
  std::string bytes(static_cast<std::size_t>(size()) + 1, '\0');
  std::size_t used = 0;
  while (used < bytes.size()) {
    const ssize_t count =
        read(file_.get(), bytes.data() + used, bytes.size() - used);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return Unreadable(errno);
    if (count == 0) break;
    used += static_cast<std::size_t>(count);
  }
  if (used > size()) return Changed("grew");
  if (used < size()) return Changed("shrank");
  bytes.resize(used);
  if (const auto same = CheckUnchanged(); !same) return same.error();
  return bytes;
}

// Compares size and time: a writer that replaces bytes in place leaves the
// size, and a quick one leaves the time.
Conversion<void> InputFile::CheckUnchanged() const {
  struct stat now;
  if (fstat(file_.get(), &now) != 0) return Unreadable(errno);
  if (now.st_size > opened_.st_size) return Changed("grew");
  if (now.st_size < opened_.st_size) return Changed("shrank");
  if (now.st_mtim.tv_sec != opened_.st_mtim.tv_sec ||
      now.st_mtim.tv_nsec != opened_.st_mtim.tv_nsec) {
    return Changed("was written to");
  }
  return {};
}

Conversion<ConvertedDocument> LoadDocument(
    const std::filesystem::path& path, Format format,
    const recognition::TextRecognition* recognition,
    const std::filesystem::path& within, const PageDrawing* drawing) {
  const Conversion<InputFile> file = InputFile::Open(path, within);
  if (!file) return file.error();
  if (IsReadFromFile(format)) {
    Conversion<ConvertedDocument> document =
        ConvertFile(format, file->fd(), file->size(), recognition);
    if (drawing != nullptr && document && format == Format::kPdf) {
      const auto drawn = DrawPages(file->fd(), *drawing, *document);
      if (!drawn) document = drawn.error();
    }
    // A file that is still being copied looks damaged. That it is changing is
    // the more useful message.
    if (const auto same = file->CheckUnchanged(); !same) return same.error();
    return document;
  }
  Conversion<std::string> bytes = file->ReadAll(kMaxTextFileBytes);
  if (!bytes) return bytes.error();
  return ConvertBytes(format, *std::move(bytes));
}

}  // namespace answerbox::client
