#include "client/backup/restore.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <ctime>
#include <optional>
#include <span>
#include <utility>

#include "client/backup/acting_as.h"
#include "client/terminal/human_units.h"
#include "platform/file/directory.h"
#include "platform/file/directory_lock.h"
#include "platform/file/file_writer.h"
#include "platform/file/open_file.h"

namespace answerbox::client {
namespace {

namespace fs = std::filesystem;

constexpr const char* kRestoringSuffix = ".restoring";

Failure Failed(const platform::Error& error) {
  const bool is_mine =
      error.code.value() == EACCES || error.code.value() == EPERM;
  return {ExitCode::kDaemonFailed, "storage",
          "cannot " + error.Describe() + (is_mine ? ": run this as root" : "")};
}

// Removes a folder that did not get its place.
class Beside {
 public:
  explicit Beside(fs::path folder) : folder_(std::move(folder)) {}
  Beside(const Beside&) = delete;
  Beside& operator=(const Beside&) = delete;
  ~Beside() {
    if (!folder_.empty()) static_cast<void>(platform::RemoveTree(folder_));
  }
  [[nodiscard]] const fs::path& path() const noexcept { return folder_; }
  void Keep() { folder_.clear(); }

 private:
  fs::path folder_;
};

// The daemon's user, who owns the state.
struct Owner {
  uid_t user;
  gid_t group;
};

Outcome<Owner> OwnerOf(const fs::path& state) {
  struct stat status {};
  if (::stat(state.c_str(), &status) == 0) {
    if (S_ISDIR(status.st_mode)) return Owner{status.st_uid, status.st_gid};
    return Rejected(state.native() +
                    " is no folder: name the state directory "
                    "by --state-dir");
  }
  if (errno == ENOENT && ::geteuid() != 0) {
    return Owner{::geteuid(), ::getegid()};
  }
  return Rejected(
      state.native() +
      " is not there, so its owner is unknown: start the daemon once and stop "
      "it, or name the state directory by --state-dir");
}

// Makes the file and gives it to its owner. Only root can do the latter, and
// for others all files are their own.
Outcome<platform::FileWriter> MakeFile(const fs::path& path,
                                       const ArchivedFile& file, Owner daemon) {
  auto writer = platform::FileWriter::Create(path);
  if (!writer) return Failed(writer.error());
  const bool is_daemons = file.owner == FileOwner::kDaemon;
  if (::geteuid() == 0 &&
      ::lchown(path.c_str(), is_daemons ? daemon.user : 0,
               file.owner == FileOwner::kRoot ? 0 : daemon.group) != 0) {
    return Failed(platform::LastError("chown", path));
  }
  if (::chmod(path.c_str(), file.mode) != 0) {
    return Failed(platform::LastError("chmod", path));
  }
  return std::move(*writer);
}

// Makes the folders of `path` below `root`, and gives them to their owner.
Outcome<void> MakeFolders(const fs::path& root, const fs::path& path,
                          Owner daemon, bool is_state) {
  if (platform::IsFolder(path)) return {};
  if (path != root) {
    auto above = MakeFolders(root, path.parent_path(), daemon, is_state);
    if (!above) return above;
  }
  if (::mkdir(path.c_str(), S_IRWXU) != 0) {
    return Failed(platform::LastError("make folder", path));
  }
  if (is_state && ::geteuid() == 0 &&
      ::lchown(path.c_str(), daemon.user, daemon.group) != 0) {
    return Failed(platform::LastError("chown", path));
  }
  // Anybody may see which options there are; the files' modes protect them.
  if (!is_state && ::chmod(path.c_str(), 0755) != 0) {
    return Failed(platform::LastError("chmod", path));
  }
  return {};
}

Outcome<void> ExtractFile(ArchiveReader& reader, const ArchivedFile& file,
                          const fs::path& root, Owner daemon) {
  const bool is_state = file.path.starts_with(kStateTree);
  const auto tree = is_state ? kStateTree : kOptionsTree;
  const fs::path path = root / file.path.substr(tree.size());
  if (auto made = MakeFolders(root, path.parent_path(), daemon, is_state);
      !made) {
    return made;
  }
  auto writer = MakeFile(path, file, daemon);
  if (!writer) return writer.error();
  auto read =
      reader.ReadFile([&](std::span<const char> bytes) -> Outcome<void> {
        auto written = writer->Append(std::as_bytes(bytes));
        if (!written) return Failed(written.error());
        return {};
      });
  if (!read) return read;
  if (auto synced = writer->Sync(); !synced) return Failed(synced.error());
  return {};
}

// Where the two trees are extracted to. Nothing: that one stays.
struct Roots {
  std::optional<Beside> state;
  std::optional<Beside> options;
};

Outcome<void> Extract(ArchiveReader& reader, const Roots& roots, Owner daemon) {
  for (const ArchivedFile& file : reader.list().files) {
    const auto& root =
        file.path.starts_with(kStateTree) ? roots.state : roots.options;
    auto read =
        root ? ExtractFile(reader, file, root->path(), daemon)
             : reader.ReadFile(
                   [](std::span<const char>) -> Outcome<void> { return {}; });
    if (!read) return read;
  }
  for (const std::string& folder : reader.list().folders) {
    if (!roots.state || !folder.starts_with(kStateTree)) continue;
    auto made = MakeFolders(
        roots.state->path(),
        roots.state->path() / folder.substr(kStateTree.size()), daemon, true);
    if (!made) return made;
  }
  return reader.Finish();
}

// Names, owners and modes too are on the disk when this returns.
Outcome<void> SyncTree(const fs::path& root) {
  const auto folder = platform::OpenFile(root, O_RDONLY | O_DIRECTORY);
  if (!folder) return Failed(folder.error());
  if (::syncfs(folder->get()) != 0) {
    return Failed(platform::LastError("sync", root));
  }
  return {};
}

// "answerbox.before-restore-20261130T021500Z", with a number if that is taken.
fs::path NameFor(const fs::path& target) {
  std::array<char, 32> time{};
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  ::gmtime_r(&now, &parts);
  std::strftime(time.data(), time.size(), "%Y%m%dT%H%M%SZ", &parts);
  const std::string name = target.native() + ".before-restore-" + time.data();
  for (int number = 1;; ++number) {
    const fs::path path =
        number == 1 ? name : name + "-" + std::to_string(number);
    struct stat status {};
    if (::lstat(path.c_str(), &status) != 0) return path;
  }
}

Failure CanNotExchange(const fs::path& target) {
  const platform::Error error = platform::LastError("exchange", target);
  if (error.code.value() != EBUSY && error.code.value() != EXDEV) {
    return Failed(error);
  }
  return Rejected(target.native() +
                  " can't be replaced as a whole: it is a mount point, or in "
                  "the lower layer of an overlay; use a folder on that disk");
}

// Puts `made` in the place of `target`, and returns the name that what was
// there has now. A kill or a power cut leaves one of the two there, whole: the
// kernel exchanges the names in one step. `made` gets its later name before, so
// that nothing takes what was there for a left-over.
Outcome<fs::path> Exchange(Beside& made, const fs::path& target) {
  struct stat status {};
  const bool is_there = ::lstat(target.c_str(), &status) == 0;
  fs::path before;
  if (is_there) {
    before = NameFor(target);
    if (auto named = platform::Rename(made.path(), before); !named) {
      return Failed(named.error());
    }
    if (::renameat2(AT_FDCWD, before.c_str(), AT_FDCWD, target.c_str(),
                    RENAME_EXCHANGE) != 0) {
      Failure failure = CanNotExchange(target);
      static_cast<void>(platform::Rename(before, made.path()));
      return failure;
    }
  } else if (auto named = platform::Rename(made.path(), target); !named) {
    return Failed(named.error());
  }
  made.Keep();
  auto synced = platform::SyncDirectory(target.parent_path());
  if (!synced) {
    return Failure{ExitCode::kDaemonFailed, "storage",
                   "cannot " + synced.error().Describe() +
                       ": after a power cut, the old " + target.native() +
                       " may be back"};
  }
  return before;
}

Outcome<void> CheckRoom(const ArchiveList& list, const fs::path& folder) {
  const auto available = platform::AvailableBytes(folder);
  if (!available) return Failed(available.error());
  // Each file takes whole blocks, and an inode.
  constexpr std::uint64_t kFileBytes = 8192;
  const std::uint64_t needed =
      list.TotalBytes() + kFileBytes * list.files.size();
  if (*available >= needed) return {};
  return Failure{ExitCode::kDaemonFailed, "storage",
                 "the disk of " + folder.native() + " has " +
                     HumanBytes(*available) +
                     " of room, and the backup needs " + HumanBytes(needed) +
                     " beside what is there: make room"};
}

// With the rights of the daemon's user, who could put a link there.
Outcome<std::optional<platform::DirectoryLock>> LockState(const fs::path& state,
                                                          Owner daemon) {
  std::optional<platform::DirectoryLock> held;
  if (!platform::IsFolder(state)) return held;
  const ActingAs owner(daemon.user, daemon.group);
  auto lock = platform::DirectoryLock::Acquire(state / "lock");
  if (!lock && lock.error().code.value() == EWOULDBLOCK) {
    const auto holder = platform::DirectoryLock::Holder(state / "lock");
    return Rejected(
        "a daemon uses " + state.native() +
        (holder ? " (process " + std::to_string(*holder) + ")" : "") +
        ": stop it, `systemctl stop answerboxd.socket answerboxd`, and start "
        "it afterwards");
  }
  if (!lock) return Failed(lock.error());
  held.emplace(std::move(*lock));
  return held;
}

// "a/b" also of "a/b/", so that a suffix makes a name beside it.
fs::path Plain(const fs::path& folder) {
  const fs::path path = fs::absolute(folder).lexically_normal();
  return path.has_filename() ? path : path.parent_path();
}

// Removes what an earlier restore left there, and makes the folder.
Outcome<void> Begin(std::optional<Beside>& root, const fs::path& target,
                    Owner daemon, bool is_state) {
  const fs::path path = target.native() + kRestoringSuffix;
  if (auto removed = platform::RemoveTree(path); !removed) {
    return Failed(removed.error());
  }
  root.emplace(path);
  return MakeFolders(path, path, daemon, is_state);
}

}  // namespace

Outcome<void> CheckArchive(ArchiveReader& reader) {
  return Extract(reader, {}, {});
}

Outcome<ReplacedFolders> Restore(ArchiveReader& reader,
                                 const RestoreTargets& targets) {
  const fs::path state = Plain(targets.state);
  const auto daemon = OwnerOf(state);
  if (!daemon) return daemon.error();
  const auto lock = LockState(state, *daemon);
  if (!lock) return lock.error();
  if (auto room = CheckRoom(reader.list(), state.parent_path()); !room) {
    return room.error();
  }
  Roots roots;
  auto done = Begin(roots.state, state, *daemon, true);
  const bool has_options =
      !targets.options.empty() &&
      std::ranges::any_of(reader.list().files, [](const ArchivedFile& file) {
        return file.path.starts_with(kOptionsTree);
      });
  const fs::path options = has_options ? Plain(targets.options) : fs::path();
  if (done && has_options) done = Begin(roots.options, options, *daemon, false);
  if (done) done = Extract(reader, roots, *daemon);
  if (done) done = SyncTree(roots.state->path());
  if (done && roots.options) done = SyncTree(roots.options->path());
  if (!done) return done.error();
  ReplacedFolders replaced;
  auto before = Exchange(*roots.state, state);
  if (!before) return before.error();
  replaced.state = *before;
  if (!roots.options) return replaced;
  before = Exchange(*roots.options, options);
  if (!before) {
    Failure failure = before.error();
    failure.message = state.native() +
                      " is restored, but not the options: " + failure.message;
    failure.details["state_before"] = replaced.state.native();
    return failure;
  }
  replaced.options = *before;
  return replaced;
}

}  // namespace answerbox::client
