#include "platform/file/open_file.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <cerrno>

namespace answerbox::platform {

Result<FileDescriptor> OpenFile(const std::filesystem::path& path, int flags) {
  // Never writes or creates through a symbolic link: it would change another
  // file.
  const bool changes =
      (flags & O_ACCMODE) != O_RDONLY || (flags & O_CREAT) != 0;
  const int all_flags = flags | O_CLOEXEC | (changes ? O_NOFOLLOW : 0);
  for (;;) {
    const int fd = ::open(path.c_str(), all_flags, S_IRUSR | S_IWUSR);
    if (fd >= 0) return FileDescriptor(fd);
    if (errno != EINTR) return LastError("open", path);
  }
}

Error LastError(const char* operation, const std::filesystem::path& path) {
  return Error{
      {errno, boost::system::system_category()}, operation, path.string()};
}

}  // namespace answerbox::platform
