#include "platform/file/open_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <string>
#include <vector>

namespace answerbox::platform {

namespace {

class FileCategory final : public boost::system::error_category {
 public:
  const char* name() const noexcept override { return "file"; }

  std::string message(int value) const override {
    switch (static_cast<FileError>(value)) {
      case FileError::kNotRegular:
        return "it is no regular file but a pipe, a device or a socket; "
               "restore the file, or remove what is in its place";
      case FileError::kTooManySetAside:
        return "too many damaged ones of it are there already";
    }
    return "unknown error " + std::to_string(value);
  }
};

Error NotRegular(const std::filesystem::path& path) {
  return Error{FileError::kNotRegular, "open", path.string()};
}

}  // namespace

const boost::system::error_category& file_category() noexcept {
  static const FileCategory category;
  return category;
}

Result<FileDescriptor> OpenFile(const std::filesystem::path& path, int flags) {
  // Nothing is written or created through a symbolic link, as that would change
  // another file.
  const bool changes =
      (flags & O_ACCMODE) != O_RDONLY || (flags & O_CREAT) != 0;
  const int all_flags = flags | O_CLOEXEC | (changes ? O_NOFOLLOW : 0);
  for (;;) {
    const int fd = ::open(path.c_str(), all_flags, S_IRUSR | S_IWUSR);
    if (fd >= 0) return FileDescriptor(fd);
    if (errno != EINTR) return LastError("open", path);
  }
}

// Somebody who may write to the folder could put a pipe in a file's place, and
// opening it would hang the daemon. So the call never waits, and what was
// opened is checked.
Result<FileDescriptor> OpenRegularFile(const std::filesystem::path& path,
                                       int flags) {
  auto file = OpenFile(path, flags | O_NONBLOCK | O_NOCTTY);
  // ENXIO means a socket, or a pipe that is written to and has no reader.
  if (!file && file.error().code.value() == ENXIO) return NotRegular(path);
  if (!file) return file;
  struct stat status {};
  if (::fstat(file->get(), &status) != 0) return LastError("stat", path);
  if (S_ISDIR(status.st_mode)) {
    errno = EISDIR;
    return LastError("open", path);
  }
  if (!S_ISREG(status.st_mode)) return NotRegular(path);
  return file;
}

Result<void> ReadThrough(const std::filesystem::path& path) {
  auto file = OpenRegularFile(path, O_RDONLY);
  if (!file) return file.error();
  std::vector<char> buffer(std::size_t{64} << 10);
  for (;;) {
    const ::ssize_t read = ::read(file->get(), buffer.data(), buffer.size());
    if (read == 0) return {};
    if (read < 0 && errno != EINTR) return LastError("read", path);
  }
}

Error LastError(const char* operation, const std::filesystem::path& path) {
  return Error{
      {errno, boost::system::system_category()}, operation, path.string()};
}

// O_PATH, so that a write fails as it does to a closed descriptor: /dev/null
// would make lost output look written. Without O_CLOEXEC, as the programs that
// this one starts have the same three.
bool OccupyStandardDescriptors() noexcept {
  for (int number = STDIN_FILENO; number <= STDERR_FILENO; ++number) {
    if (::fcntl(number, F_GETFD) != -1) continue;
    // The lowest free number is this one: those below it are open.
    if (::open("/", O_PATH) != number) return false;
  }
  return true;
}

}  // namespace answerbox::platform
