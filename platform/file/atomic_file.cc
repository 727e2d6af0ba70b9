#include "platform/file/atomic_file.h"

#include <utility>

#include "platform/file/directory.h"

namespace answerbox::platform {

// The temporary file is in the same folder, because rename(2) is atomic within
// one file system only.
Result<AtomicFile> AtomicFile::Create(const std::filesystem::path& target) {
  std::filesystem::path temporary = target;
  temporary += kSuffix;
  auto writer = FileWriter::Create(temporary);
  if (!writer) return writer.error();
  return AtomicFile(std::move(*writer), target);
}

AtomicFile::AtomicFile(FileWriter writer, std::filesystem::path target)
    : writer_(std::move(writer)), target_(std::move(target)) {}

AtomicFile::AtomicFile(AtomicFile&& other) noexcept
    : writer_(std::move(other.writer_)),
      target_(std::move(other.target_)),
      replaced_(other.replaced_),
      owns_temporary_(std::exchange(other.owns_temporary_, false)) {}

AtomicFile::~AtomicFile() {
  // If this fails, the next Create empties the temporary file that remains.
  if (owns_temporary_) static_cast<void>(RemoveFile(writer_.path()));
}

// The order matters: the bytes are on the disk before the name leads to them,
// and the folder is synced before anybody is told. rename(2) alone may reach
// the disk before the bytes do, which leaves an empty file after a power cut.
Result<void> AtomicFile::Commit() {
  if (auto synced = writer_.Sync(); !synced) return synced;
  writer_.Close();
  if (auto renamed = Rename(writer_.path(), target_); !renamed) return renamed;
  replaced_ = true;
  owns_temporary_ = false;
  const std::filesystem::path folder = target_.parent_path();
  return SyncDirectory(folder.empty() ? "." : folder);
}

}  // namespace answerbox::platform
