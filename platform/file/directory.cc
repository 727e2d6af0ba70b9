#include "platform/file/directory.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "platform/file/file_writer.h"
#include "platform/file/open_file.h"

namespace answerbox::platform {
namespace {

struct CloseDirectory {
  void operator()(DIR* directory) const noexcept { ::closedir(directory); }
};

std::filesystem::path Parent(const std::filesystem::path& path) {
  const std::filesystem::path parent = path.parent_path();
  return parent.empty() ? "." : parent;
}

// Puts a copy of the open `file` in its place at `path`, of this process's
// user.
Result<void> ReplaceByCopy(int file, const std::filesystem::path& path,
                           ::mode_t mode) {
  // Somebody else may hold what has the name of the new file.
  auto removed = RemoveFile(std::filesystem::path(path) += AtomicFile::kSuffix);
  if (!removed) return removed;
  auto copy = AtomicFile::Create(path);
  if (!copy) return copy.error();
  std::vector<std::byte> bytes(FileWriter::kDefaultBufferBytes);
  for (;;) {
    const ::ssize_t read = ::read(file, bytes.data(), bytes.size());
    if (read < 0 && errno == EINTR) continue;
    if (read < 0) return LastError("read", path);
    if (read == 0) break;
    const auto length = static_cast<std::size_t>(read);
    auto written = copy->Append(std::span(bytes).first(length));
    if (!written) return written;
  }
  auto given = copy->SetRights(mode, uid_t(-1), gid_t(-1));
  return given ? copy->Commit() : given;
}

}  // namespace

// Each folder's parent is synced as soon as the folder is made: if its entry is
// lost, all of its content is lost too.
Result<void> MakeDirectory(const std::filesystem::path& path) {
  // "a/b/" names the same folder as "a/b".
  if (!path.has_filename() && path.has_relative_path()) {
    return MakeDirectory(path.parent_path());
  }
  if (::mkdir(path.c_str(), S_IRWXU) == 0) return SyncDirectory(Parent(path));
  if (errno == EEXIST) {
    if (IsFolder(path)) return {};
    errno = ENOTDIR;
  }
  if (errno != ENOENT || Parent(path) == path) {
    return LastError("make folder", path);
  }
  if (auto above = MakeDirectory(Parent(path)); !above) return above;
  if (::mkdir(path.c_str(), S_IRWXU) != 0) {
    return LastError("make folder", path);
  }
  return SyncDirectory(Parent(path));
}

Result<void> SyncDirectory(const std::filesystem::path& path) {
  auto directory = OpenFile(path, O_RDONLY | O_DIRECTORY);
  if (!directory) return directory.error();
  if (::fsync(directory->get()) != 0) return LastError("sync folder", path);
  return {};
}

// readdir(3) returns null at the end and for errors; only errno distinguishes
// them. The names are sorted, so that results do not depend on the file system.
Result<std::vector<std::string>> ListDirectory(
    const std::filesystem::path& path) {
  const std::unique_ptr<DIR, CloseDirectory> directory(::opendir(path.c_str()));
  if (!directory) return LastError("list folder", path);
  std::vector<std::string> names;
  for (;;) {
    errno = 0;
    const dirent* entry = ::readdir(directory.get());
    if (entry == nullptr) break;
    const std::string_view name = entry->d_name;
    if (name != "." && name != "..") names.emplace_back(name);
  }
  if (errno != 0) return LastError("list folder", path);
  std::sort(names.begin(), names.end());
  return names;
}

Result<std::string> SetAside(const std::filesystem::path& path) {
  for (int number = 1; number <= kMaxSetAside; ++number) {
    std::filesystem::path aside = path;
    aside += number == 1 ? ".damaged" : ".damaged." + std::to_string(number);
    std::error_code unknown;
    const auto there = std::filesystem::symlink_status(aside, unknown);
    // An existing entry of any kind is kept, even one whose status is unknown.
    if (there.type() != std::filesystem::file_type::not_found) continue;
    auto renamed = Rename(path, aside);
    if (renamed) renamed = SyncDirectory(Parent(path));
    if (!renamed) return renamed.error();
    return aside.filename().string();
  }
  return Error{FileError::kTooManySetAside, "set aside", path.string()};
}

// Uses f_bavail and not f_bfree, as the rest is reserved for root.
Result<std::uint64_t> AvailableBytes(const std::filesystem::path& path) {
  struct statvfs status {};
  if (::statvfs(path.c_str(), &status) != 0) return LastError("stat", path);
  return std::uint64_t{status.f_bavail} * status.f_frsize;
}

// The file may not exist, as there was no room for it.
bool IsOutOfInodes(const Error& error) {
  const std::filesystem::path path(error.path);
  struct statvfs disk {};
  return error.code.value() == ENOSPC &&
         (::statvfs(path.c_str(), &disk) == 0 ||
          ::statvfs(path.parent_path().c_str(), &disk) == 0) &&
         disk.f_files > 0 && disk.f_favail == 0;
}

Result<void> Rename(const std::filesystem::path& from,
                    const std::filesystem::path& to) {
  if (::rename(from.c_str(), to.c_str()) != 0) return LastError("rename", from);
  return {};
}

Result<void> Link(const std::filesystem::path& existing,
                  const std::filesystem::path& made) {
  if (::link(existing.c_str(), made.c_str()) != 0) {
    return LastError("link", existing);
  }
  return {};
}

Result<void> LinkOrCopy(const std::filesystem::path& existing,
                        const std::filesystem::path& made) {
  auto linked = Link(existing, made);
  if (linked) return linked;
  const int code = linked.error().code.value();
  const bool has_no_links =
      code == EPERM || code == EOPNOTSUPP || code == EMLINK;
  return has_no_links ? CopyFile(existing, made) : linked;
}

Result<void> LinkTree(const std::filesystem::path& folder,
                      const std::filesystem::path& made) {
  const auto names = ListDirectory(folder);
  if (!names) return names.error();
  if (::mkdir(made.c_str(), S_IRWXU) != 0) {
    return LastError("make folder", made);
  }
  for (const std::string& name : *names) {
    struct stat status {};
    if (::lstat((folder / name).c_str(), &status) != 0) {
      return LastError("stat", folder / name);
    }
    Result<void> linked;
    if (S_ISREG(status.st_mode))
      linked = LinkOrCopy(folder / name, made / name);
    if (S_ISDIR(status.st_mode)) linked = LinkTree(folder / name, made / name);
    if (!linked) return linked;
  }
  return {};
}

Result<void> CopyFile(const std::filesystem::path& existing,
                      const std::filesystem::path& made) {
  std::error_code error;
  std::filesystem::copy_file(existing, made, error);
  if (!error) return {};
  errno = error.value();
  return LastError("copy", existing);
}

Result<std::chrono::sys_seconds> LastWritten(
    const std::filesystem::path& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return LastError("stat", path);
  return std::chrono::sys_seconds(std::chrono::seconds(status.st_mtime));
}

Result<void> Touch(const std::filesystem::path& path) {
  if (::utimensat(AT_FDCWD, path.c_str(), nullptr, 0) != 0) {
    return LastError("touch", path);
  }
  return {};
}

Result<void> RemoveFile(const std::filesystem::path& path) {
  if (::unlink(path.c_str()) != 0 && errno != ENOENT) {
    return LastError("remove", path);
  }
  return {};
}

// Uses lstat(2): a link is removed, but not its target.
Result<void> RemoveTree(const std::filesystem::path& path) {
  struct stat status {};
  if (::lstat(path.c_str(), &status) != 0) {
    if (errno == ENOENT) return {};
    return LastError("stat", path);
  }
  if (!S_ISDIR(status.st_mode)) return RemoveFile(path);
  auto names = ListDirectory(path);
  if (!names) return names.error();
  for (const std::string& name : *names) {
    if (auto removed = RemoveTree(path / name); !removed) return removed;
  }
  if (::rmdir(path.c_str()) != 0) return LastError("remove folder", path);
  return {};
}

// Follows links, because the access to the content matters.
Result<Access> AccessTo(const std::filesystem::path& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return LastError("stat", path);
  return Access{status.st_uid, (status.st_mode & (S_IWGRP | S_IWOTH)) != 0,
                (status.st_mode & (S_IRWXG | S_IRWXO)) != 0};
}

Result<bool> TakeFromOthers(const std::filesystem::path& path,
                            TakenRight right) {
  auto file = OpenFile(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY);
  if (!file) return file.error();
  struct stat status {};
  if (::fstat(file->get(), &status) != 0) return LastError("stat", path);
  if (!S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode)) {
    return Error{FileError::kNotRegular, "chmod", path.string()};
  }
  const ::mode_t taken =
      right == TakenRight::kWriting ? S_IWGRP | S_IWOTH : S_IRWXG | S_IRWXO;
  const ::mode_t mode = status.st_mode & 07777u & ~taken;
  const bool is_file = S_ISREG(status.st_mode);
  if (!is_file || status.st_nlink == 1) {
    if (::fchmod(file->get(), mode) == 0) return false;
    if (!is_file || errno != EPERM) return LastError("chmod", path);
  }
  // The copy's group may be another one, and gets nothing.
  auto replaced =
      ReplaceByCopy(file->get(), path, (mode & S_IRWXU) | S_IRUSR | S_IWUSR);
  if (!replaced) return replaced.error();
  return true;
}

bool IsFolder(const std::filesystem::path& path) noexcept {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode);
}

bool IsFile(const std::filesystem::path& path) noexcept {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode);
}

Result<FolderWatch> FolderWatch::Open() {
  FileDescriptor events(::inotify_init1(IN_CLOEXEC | IN_NONBLOCK));
  if (!events.is_open()) return LastError("watch", "inotify");
  return FolderWatch(std::move(events));
}

// Cutting a file is a write, too.
Result<int> FolderWatch::Add(const std::filesystem::path& folder) {
  const int number = ::inotify_add_watch(events_.get(), folder.c_str(),
                                         IN_MODIFY | IN_ONLYDIR);
  if (number < 0) return LastError("watch", folder);
  return number;
}

void FolderWatch::Drain(const Written& written) {
  alignas(inotify_event) std::array<char, 4096> buffer;
  ssize_t bytes = 0;
  while ((bytes = ::read(events_.get(), buffer.data(), buffer.size())) > 0) {
    for (std::size_t at = 0; at < static_cast<std::size_t>(bytes);) {
      inotify_event event;
      std::memcpy(&event, buffer.data() + at, sizeof event);
      // The kernel pads the name with zeros.
      const std::string_view file(
          buffer.data() + at + sizeof event,
          ::strnlen(buffer.data() + at + sizeof event, event.len));
      if ((event.mask & IN_Q_OVERFLOW) != 0) {
        written(kLost, {});
      } else if ((event.mask & IN_MODIFY) != 0) {
        written(event.wd, file);
      }
      at += sizeof event + event.len;
    }
  }
}

namespace {

// A disk that is full or read-only must not stop a daemon from serving what it
// has. The process id is only for people, so it is left out then.
bool TakesNoWrites(const Error& error) {
  return error.code.value() == ENOSPC || error.code.value() == EDQUOT ||
         error.code.value() == EROFS;
}

// Leaves a file alone that has a second name or another owner.
Result<void> WriteHolder(int held, const std::filesystem::path& path) {
  struct stat status {};
  if (::fstat(held, &status) != 0) return LastError("stat", path);
  if (status.st_nlink != 1 || status.st_uid != ::geteuid()) return {};
  auto file = OpenRegularFile(path, O_WRONLY | O_TRUNC);
  if (!file) return file.error();
  const std::string holder = std::to_string(::getpid()) + "\n";
  if (::write(file->get(), holder.data(), holder.size()) < 0) {
    return LastError("write", path);
  }
  return {};
}

}  // namespace

// flock(2) locks the open file, so the kernel ends the lock with the process,
// however that ends. A file whose existence is the lock would outlive a crash.
Result<DirectoryLock> DirectoryLock::Acquire(
    const std::filesystem::path& path) {
  // The file is opened for reading only: a file open for writing would prevent
  // remounting the file system read-only.
  auto file = OpenRegularFile(path, O_RDONLY | O_CREAT);
  if (!file) return file.error();
  if (::flock(file->get(), LOCK_EX | LOCK_NB) != 0) {
    return LastError("lock", path);
  }
  const auto written = WriteHolder(file->get(), path);
  if (!written && !TakesNoWrites(written.error())) return written.error();
  return DirectoryLock(std::move(*file));
}

Result<DirectoryLock> DirectoryLock::AcquireFolder(
    const std::filesystem::path& folder) {
  auto file = OpenFile(folder, O_RDONLY | O_DIRECTORY);
  if (!file) return file.error();
  if (::flock(file->get(), LOCK_EX | LOCK_NB) != 0) {
    return LastError("lock", folder);
  }
  return DirectoryLock(std::move(*file));
}

std::optional<long> DirectoryLock::Holder(const std::filesystem::path& path) {
  auto file = OpenRegularFile(path, O_RDONLY);
  if (!file) return std::nullopt;
  std::array<char, 32> text{};
  const ::ssize_t length = ::read(file->get(), text.data(), text.size());
  long holder = 0;
  if (length <= 0 ||
      std::from_chars(text.data(), text.data() + length, holder).ec !=
          std::errc()) {
    return std::nullopt;
  }
  return holder;
}

}  // namespace answerbox::platform
