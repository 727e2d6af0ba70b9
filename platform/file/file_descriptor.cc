#include "platform/file/file_descriptor.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

namespace answerbox::platform {

FileDescriptor::~FileDescriptor() {
  // Nothing depends on close: what must last has been synced before.
  if (is_open()) ::close(value_);
}

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
