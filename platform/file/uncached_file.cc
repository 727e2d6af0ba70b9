#include "platform/file/uncached_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

#include "platform/file/open_file.h"

namespace answerbox::platform {

// tmpfs and some network file systems have no O_DIRECT: there the kernel is
// asked to forget its copy, which it does unless the pages are in use.
Result<UncachedFile> UncachedFile::Open(const std::filesystem::path& path) {
  auto file = OpenRegularFile(path, O_RDONLY | O_DIRECT);
  if (!file && file.error().code.value() == EINVAL) {
    file = OpenRegularFile(path, O_RDONLY);
    if (file) ::posix_fadvise(file->get(), 0, 0, POSIX_FADV_DONTNEED);
  }
  if (!file) return file.error();
  return UncachedFile(std::move(*file), path);
}

bool UncachedFile::GiveUpDirectReading() {
  const int flags = ::fcntl(file_.get(), F_GETFL);
  return flags >= 0 && (flags & O_DIRECT) != 0 &&
         ::fcntl(file_.get(), F_SETFL, flags & ~O_DIRECT) == 0;
}

Result<std::size_t> UncachedFile::Read(std::uint64_t offset,
                                       std::span<std::byte> buffer) {
  std::size_t done = 0;
  while (done < buffer.size()) {
    const ssize_t bytes =
        ::pread(file_.get(), buffer.data() + done, buffer.size() - done,
                static_cast<off_t>(offset + done));
    if (bytes < 0 && errno == EINTR) continue;
    // The disk has larger blocks than kAlignment.
    if (bytes < 0 && errno == EINVAL && GiveUpDirectReading()) continue;
    if (bytes < 0) return LastError("read", path_);
    done += static_cast<std::size_t>(bytes);
    // A read that does not fill whole blocks has met the end. Reading on would
    // begin within a block, which O_DIRECT refuses.
    if (bytes == 0 || done % kAlignment != 0) break;
  }
  return done;
}

}  // namespace answerbox::platform
