#include "daemon/collections/changes/spooled_text.h"

#include <algorithm>
#include <cstring>
#include <new>
#include <span>

#include "daemon/collections/files/errors.h"
#include "platform/file/directory.h"

namespace answerbox::daemon {
namespace {

std::span<const std::byte> Bytes(std::string_view text) {
  return std::as_bytes(std::span(text));
}

Error Changed(const std::filesystem::path& path, const std::string& how) {
  return {.kind = ErrorKind::kStorage,
          .message =
              path.string() +
              ", where the document waited, is not as it was written: " + how +
              ". Send the document again. If this comes back, the disk "
              "is failing: see the kernel's log.",
          .subject = path.string()};
}

// Maps the file, and checks that it is as it was written.
Result<platform::MappedFile> MapWritten(const std::filesystem::path& path,
                                        std::uint64_t bytes,
                                        const engine::Checksum& checksum) {
  auto mapping = platform::MappedFile::Open(path);
  if (!mapping) return StorageError(mapping.error());
  const std::size_t found = mapping->bytes().size();
  // A file that a bad card or somebody has changed must not become a document.
  if (found != bytes) {
    return Changed(path, "it has " + std::to_string(found) + " bytes, not " +
                             std::to_string(bytes));
  }
  if (engine::ComputeChecksum(mapping->bytes()) != checksum.value()) {
    return Changed(path, "its checksum differs");
  }
  return *std::move(mapping);
}

}  // namespace

StowedText::StowedText(StowedText&& other) noexcept
    : path_(std::exchange(other.path_, {})),
      bytes_(other.bytes_),
      checksum_(other.checksum_),
      mapping_(std::move(other.mapping_)) {}

StowedText::~StowedText() {
  // If this fails, the next opening of the store removes the file.
  if (!path_.empty()) static_cast<void>(platform::RemoveFile(path_));
}

Result<std::string_view> StowedText::Read() {
  auto mapping = MapWritten(path_, bytes_, checksum_);
  if (!mapping) return mapping.error();
  mapping_ = std::move(*mapping);
  return mapping_.text();
}

SpooledText::SpooledText(std::filesystem::path path,
                         std::shared_ptr<HeldBytes> budget)
    : path_(std::move(path)), budget_(std::move(budget)) {}

// Only the object that it was moved to removes the file.
SpooledText::SpooledText(SpooledText&& other) noexcept
    : path_(std::move(other.path_)),
      budget_(std::move(other.budget_)),
      held_(std::move(other.held_)),
      capacity_(std::exchange(other.capacity_, 0)),
      bytes_(std::exchange(other.bytes_, 0)),
      checksum_(other.checksum_),
      file_(std::exchange(other.file_, std::nullopt)),
      mapping_(std::move(other.mapping_)) {}

SpooledText::~SpooledText() {
  FreeHeld();
  // If this fails, the next opening of the store removes the file.
  if (file_) static_cast<void>(platform::RemoveFile(path_));
}

platform::Result<void> SpooledText::Append(std::string_view part) {
  // The checksum covers what was received, so that any fault of the file is
  // found.
  checksum_.Add(Bytes(part));
  if (!file_ && MakeRoom(bytes_ + part.size())) {
    part.copy(held_.get() + bytes_, part.size());
    bytes_ += part.size();
    return {};
  }
  if (!file_) {
    if (auto moved = MoveToFile(); !moved) return moved;
  }
  bytes_ += part.size();
  return file_->Append(Bytes(part));
}

bool SpooledText::MakeRoom(std::uint64_t size) {
  if (size <= capacity_) return true;
  // Long texts go to a file at once, so that one upload does not take the
  // memory that many short ones need.
  if (size > kMaxHeldTextBytes) return false;
  const auto wanted = static_cast<std::size_t>(size);
  // The capacity doubles, so that each byte is copied about once. Where the
  // budget has less, just enough is taken.
  return Grow(std::clamp(2 * capacity_, wanted, kMaxHeldTextBytes)) ||
         Grow(wanted);
}

// While the text is copied, the budget counts both places.
bool SpooledText::Grow(std::size_t capacity) {
  if (!budget_->TakeForText(capacity)) return false;
  // Without memory the text goes to a file: an upload must not end the daemon.
  std::unique_ptr<char[]> grown(new (std::nothrow) char[capacity]);
  if (grown == nullptr) {
    budget_->ReturnFromText(capacity);
    return false;
  }
  if (bytes_ != 0) {
    std::memcpy(grown.get(), held_.get(), static_cast<std::size_t>(bytes_));
  }
  FreeHeld();
  held_ = std::move(grown);
  capacity_ = capacity;
  return true;
}

void SpooledText::FreeHeld() noexcept {
  if (capacity_ == 0) return;
  held_.reset();
  budget_->ReturnFromText(std::exchange(capacity_, 0));
}

platform::Result<void> SpooledText::MoveToFile() {
  // The writer has no buffer: parts are large, so a buffer for each upload
  // would cost more than it saves.
  auto file = platform::FileWriter::Create(path_, 0);
  if (!file) return file.error();
  file_ = std::move(*file);
  auto appended =
      file_->Append(Bytes({held_.get(), static_cast<std::size_t>(bytes_)}));
  FreeHeld();
  return appended;
}

platform::Result<StowedText> SpooledText::Stow() {
  if (!file_) {
    if (auto moved = MoveToFile(); !moved) return moved.error();
  }
  if (file_->error()) return *file_->error();
  StowedText stowed(path_.string(), bytes_, checksum_);
  // The stowed text owns the file now, so this destructor must not remove it.
  file_.reset();
  return stowed;
}

Result<std::string_view> SpooledText::Read() {
  if (!file_) {
    return std::string_view(held_.get(), static_cast<std::size_t>(bytes_));
  }
  auto mapping = MapWritten(path_, bytes_, checksum_);
  if (!mapping) return mapping.error();
  mapping_ = std::move(*mapping);
  return mapping_.text();
}

}  // namespace answerbox::daemon
