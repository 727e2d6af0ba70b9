#include "platform/file/open_file.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <cerrno>

namespace answerbox::platform {

Result<FileDescriptor> OpenFile(const std::filesystem::path& path, int flags) {
  for (;;) {
    const int fd = ::open(path.c_str(), flags | O_CLOEXEC, S_IRUSR | S_IWUSR);
    if (fd >= 0) return FileDescriptor(fd);
    if (errno != EINTR) return LastError("open", path);
  }
}

Error LastError(const char* operation, const std::filesystem::path& path) {
  return Error{
      {errno, boost::system::system_category()}, operation, path.string()};
}

}  // namespace answerbox::platform
