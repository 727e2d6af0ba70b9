#include "client/setup/file_changes.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <span>

#include "client/input/file_contents.h"
#include "platform/file/atomic_file.h"
#include "platform/file/directory.h"
#include "platform/file/open_file.h"

namespace answerbox::client {
namespace {

constexpr std::size_t kMaxSavedBytes = std::size_t{1} << 20;

Failure NotStored(const platform::Error& error) {
  return {ExitCode::kDaemonFailed, "storage", "can't " + error.Describe()};
}

Outcome<void> MakeEnterable(const std::filesystem::path& folder) {
  if (platform::IsFolder(folder)) return {};
  const auto made = platform::MakeDirectory(folder);
  if (!made) return NotStored(made.error());
  if (::chmod(folder.c_str(), 0755) != 0) {
    return NotStored(platform::LastError("set the mode of", folder));
  }
  return {};
}

}  // namespace

Outcome<SavedFile> SaveFile(const std::filesystem::path& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) {
    if (errno == ENOENT || errno == ENOTDIR) return SavedFile{.path = path};
    return NotStored(platform::LastError("look at", path));
  }
  // A pipe would be waited for.
  if (!S_ISREG(status.st_mode)) return Rejected(path.native() + " is no file");
  auto content = ReadFileContents(path, kMaxSavedBytes);
  if (!content) return content.error();
  return SavedFile{.path = path,
                   .content = std::move(*content),
                   .rights = {.mode = status.st_mode & 07777,
                              .owner = status.st_uid,
                              .group = status.st_gid}};
}

Outcome<void> ReplaceFile(const std::filesystem::path& path,
                          std::string_view content, const FileRights& rights) {
  const auto made = MakeEnterable(path.parent_path());
  if (!made) return made.error();
  auto file = platform::AtomicFile::Create(path);
  if (!file) return NotStored(file.error());
  auto written = file->Append(std::as_bytes(std::span(content)));
  if (!written) return NotStored(written.error());
  // Before it has its name: the daemon may start at any moment.
  const uid_t owner = rights.owner.value_or(static_cast<uid_t>(-1));
  const gid_t group = rights.group.value_or(static_cast<gid_t>(-1));
  written = file->SetRights(rights.mode, owner, group);
  if (!written) return NotStored(written.error());
  written = file->Commit();
  if (!written) return NotStored(written.error());
  return {};
}

Outcome<void> RemoveKnownFile(const std::filesystem::path& path) {
  auto removed = platform::RemoveFile(path);
  if (removed) removed = platform::SyncDirectory(path.parent_path());
  if (!removed) return NotStored(removed.error());
  return {};
}

Outcome<void> PutBack(const SavedFile& saved) {
  return saved.content ? ReplaceFile(saved.path, *saved.content, saved.rights)
                       : RemoveKnownFile(saved.path);
}

}  // namespace answerbox::client
