// A file mapped into memory, read-only, and what a process does when the disk
// can't give a page of it: the file was cut, or the disk failed. The kernel
// then sends SIGBUS, which would end the process.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>
#include <utility>

#include "platform/error.h"

namespace answerbox::platform {

// From now on a page of a registered mapping that can't be read is replaced by
// a page of zeros, and counted; the thread goes on. Any other SIGBUS ends the
// process as before. Call it before there are other threads.
void SurviveUnreadablePages() noexcept;

// Grows with each page that was replaced, in all mappings. Whoever compares
// what he has read with checksums compares again when it has grown.
[[nodiscard]] std::uint32_t UnreadablePages() noexcept;

// Registers a mapping of whole pages while it lives. At most 4,096 at once;
// those beyond are not protected. For mappings whose readers compare checksums,
// since they must not take zeros for what was written. Safe to use from any
// thread.
class ProtectedMapping {
 public:
  ProtectedMapping() = default;
  explicit ProtectedMapping(std::span<const std::byte> mapping) noexcept;
  ProtectedMapping(ProtectedMapping&& other) noexcept;
  ProtectedMapping& operator=(ProtectedMapping&& other) noexcept;
  ~ProtectedMapping();

  // Grows with each of its pages that was replaced.
  [[nodiscard]] std::uint32_t unreadable_pages() const noexcept;

 private:
  static constexpr std::size_t kNone = SIZE_MAX;
  std::size_t place_ = kNone;
};

// How much of a mapping the kernel reads ahead when a page is touched.
enum class ReadAhead {
  kAsTheKernelSees,  // The kernel's default for the disk; possibly megabytes.
  kNothing,          // Only the page itself: for random access.
};

// Unmaps when destroyed. The mapping survives unlinking and replacing the file.
// A page that can't be read, as in a file that was cut since, is a page of
// zeros after SurviveUnreadablePages(); else it ends the process.
class MappedFile {
 public:
  [[nodiscard]] static Result<MappedFile> Open(
      const std::filesystem::path& path);

  MappedFile() = default;
  MappedFile(MappedFile&& other) noexcept
      : bytes_(std::exchange(other.bytes_, {})),
        file_(other.file_),
        kept_bytes_(std::exchange(other.kept_bytes_, 0)),
        protection_(std::move(other.protection_)) {}
  MappedFile& operator=(MappedFile&& other) noexcept {
    std::swap(bytes_, other.bytes_);
    std::swap(file_, other.file_);
    std::swap(kept_bytes_, other.kept_bytes_);
    std::swap(protection_, other.protection_);
    return *this;
  }
  ~MappedFile();

  [[nodiscard]] std::span<const std::byte> bytes() const noexcept {
    return bytes_;
  }
  [[nodiscard]] std::string_view text() const noexcept {
    return {reinterpret_cast<const char*>(bytes_.data()), bytes_.size()};
  }

  // Sets the advice for the whole mapping and all its readers. kAsTheKernelSees
  // until it is called.
  void SetReadAhead(ReadAhead ahead) const noexcept;

  // Lets the kernel drop the resident pages; they are read again when touched.
  // Does nothing after KeepPages().
  void Release() const noexcept;

  // From now on each page stays in memory once it was touched: what was read
  // from it is what is read later, whatever becomes of the disk. Takes no
  // memory by itself. Returns false, and changes nothing, if all files whose
  // pages are kept would be larger than kMostKeptBytes, or than the process may
  // lock (RLIMIT_MEMLOCK).
  static constexpr std::size_t kMostKeptBytes = std::size_t{64} << 20;
  [[nodiscard]] bool KeepPages() const noexcept;

  // From now on a page that can't be read is a page of zeros
  // (SurviveUnreadablePages). For readers who compare checksums.
  void Protect() noexcept { protection_ = ProtectedMapping(bytes_); }
  [[nodiscard]] std::uint32_t unreadable_pages() const noexcept {
    return protection_.unreadable_pages();
  }

  // Whether both map one file.
  [[nodiscard]] bool IsOf(const MappedFile& other) const noexcept {
    return file_ == other.file_;
  }
  // Maps the file again in the same place, so that its pages are read again
  // from the disk; advice and KeepPages() begin anew. Returns false, and
  // changes nothing, unless `path` is the file.
  [[nodiscard]] bool MapAgain(const std::filesystem::path& path) const;

 private:
  // What tells one file from all others of the machine.
  struct FileId {
    std::uint64_t device = 0;
    std::uint64_t inode = 0;
    friend bool operator==(const FileId&, const FileId&) = default;
  };

  MappedFile(std::span<const std::byte> bytes, FileId file) noexcept
      : bytes_(bytes), file_(file) {}
  std::span<const std::byte> bytes_;
  FileId file_;
  mutable std::size_t kept_bytes_ = 0;  // 0 before KeepPages().
  ProtectedMapping protection_;
};

}  // namespace answerbox::platform
