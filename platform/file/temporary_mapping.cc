#include "platform/file/temporary_mapping.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <limits>

#include "platform/file/open_file.h"

namespace answerbox::platform {
namespace {

// Reserves the blocks. Returns the error, and does not set errno.
int SetAside(int file, std::uint64_t bytes) noexcept {
  int error = EINTR;
  while (error == EINTR) {
    error = ::posix_fallocate(file, 0, static_cast<::off_t>(bytes));
  }
  return error;
}

}  // namespace

// Without a name the file ends with the process, however that ends. Its blocks
// are reserved before it is mapped: writing to a mapping when the disk is full
// would end the process by SIGBUS.
Result<TemporaryMapping> TemporaryMapping::Create(
    const std::filesystem::path& path, std::uint64_t bytes) {
  if (bytes > std::numeric_limits<std::size_t>::max() / 2) {
    errno = EFBIG;
    return LastError("map", path);
  }
  auto file = OpenRegularFile(path, O_RDWR | O_CREAT | O_TRUNC);
  if (!file) return file.error();
  if (::unlink(path.c_str()) != 0) return LastError("remove", path);
  if (bytes == 0) return TemporaryMapping();
  errno = SetAside(file->get(), bytes);
  if (errno != 0) return LastError("write", path);
  const auto size = static_cast<std::size_t>(bytes);
  void* address =
      ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, file->get(), 0);
  if (address == MAP_FAILED) return LastError("map", path);
  return TemporaryMapping(std::span(static_cast<std::byte*>(address), size));
}

TemporaryMapping::~TemporaryMapping() {
  if (!bytes_.empty()) ::munmap(bytes_.data(), bytes_.size());
}

// Pages of a shared mapping go to the file, so nothing is lost.
void TemporaryMapping::Release() const noexcept {
  if (!bytes_.empty()) {
    ::madvise(bytes_.data(), bytes_.size(), MADV_DONTNEED);
  }
}

}  // namespace answerbox::platform
