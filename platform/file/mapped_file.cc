#include "platform/file/mapped_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include <atomic>
#include <cerrno>
#include <limits>
#include <utility>

#include "platform/file/open_file.h"

namespace answerbox::platform {
namespace {

// The system calls take non-const pointers, but do not write.
void* Address(std::span<const std::byte> bytes) noexcept {
  return const_cast<std::byte*>(bytes.data());
}

// Of all mappings whose pages are kept.
constinit std::atomic<std::size_t> all_kept_bytes = 0;

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
  return MappedFile(std::span(static_cast<const std::byte*>(address), size),
                    {status.st_dev, status.st_ino});
}

MappedFile::~MappedFile() {
  // No longer protected before the addresses may belong to another mapping.
  protection_ = ProtectedMapping();
  all_kept_bytes -= kept_bytes_;
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

// Dropping the pages loses nothing: they are read from the file again.
void MappedFile::Release() const noexcept {
  if (!bytes_.empty()) {
    ::madvise(Address(bytes_), bytes_.size(), MADV_DONTNEED);
  }
}

// Not the whole file is read at once: only what is touched is kept.
bool MappedFile::KeepPages() const noexcept {
  if (kept_bytes_ != 0 || bytes_.empty()) return true;
  if (all_kept_bytes.fetch_add(bytes_.size()) + bytes_.size() <=
          kMostKeptBytes &&
      ::mlock2(Address(bytes_), bytes_.size(), MLOCK_ONFAULT) == 0) {
    kept_bytes_ = bytes_.size();
    return true;
  }
  all_kept_bytes -= bytes_.size();
  return false;
}

bool MappedFile::MapAgain(const std::filesystem::path& path) const {
  const auto file = OpenRegularFile(path, O_RDONLY);
  struct stat status {};
  if (!file || ::fstat(file->get(), &status) != 0 ||
      FileId{status.st_dev, status.st_ino} != file_ || bytes_.empty() ||
      ::mmap(Address(bytes_), bytes_.size(), PROT_READ, MAP_PRIVATE | MAP_FIXED,
             file->get(), 0) != Address(bytes_)) {
    return false;
  }
  all_kept_bytes -= std::exchange(kept_bytes_, 0);
  return true;
}

}  // namespace answerbox::platform
