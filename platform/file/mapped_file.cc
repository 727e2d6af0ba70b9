#include "platform/file/mapped_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include <cerrno>
#include <limits>

#include "platform/file/open_file.h"

namespace answerbox::platform {
namespace {

// The system calls take non-const pointers, but do not write.
void* Address(std::span<const std::byte> bytes) noexcept {
  return const_cast<std::byte*>(bytes.data());
}

}  // namespace

// The descriptor is closed at once; the mapping holds the file. mmap(2) refuses
// a length of 0, so an empty file is an empty mapping.
Result<MappedFile> MappedFile::Open(const std::filesystem::path& path) {
  auto file = OpenRegularFile(path, O_RDONLY);
  if (!file) return file.error();
  struct stat status {};
  if (::fstat(file->get(), &status) != 0) return LastError("stat", path);
  if (status.st_size == 0) return MappedFile();
  if (static_cast<std::uintmax_t>(status.st_size) >
      std::numeric_limits<std::size_t>::max() / 2) {
    errno = EFBIG;
    return LastError("map", path);
  }
  const auto size = static_cast<std::size_t>(status.st_size);
  void* address = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file->get(), 0);
  if (address == MAP_FAILED) return LastError("map", path);
  return MappedFile(std::span(static_cast<const std::byte*>(address), size));
}

MappedFile::~MappedFile() {
  if (!bytes_.empty()) ::munmap(Address(bytes_), bytes_.size());
}

// Questions touch a few pages here and there. Reading ahead would fill a small
// board's memory with pages that nobody asked for.
void MappedFile::SetReadAhead(ReadAhead ahead) const noexcept {
  if (!bytes_.empty()) {
    ::madvise(Address(bytes_), bytes_.size(),
              ahead == ReadAhead::kNothing ? MADV_RANDOM : MADV_NORMAL);
  }
}

// The pages are the file's own: they are read again when they are needed.
void MappedFile::Release() const noexcept {
  if (!bytes_.empty()) {
    ::madvise(Address(bytes_), bytes_.size(), MADV_DONTNEED);
  }
}

}  // namespace answerbox::platform
