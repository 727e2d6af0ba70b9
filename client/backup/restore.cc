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
#include <vector>

#include "client/backup/archive.h"
#include "client/terminal/human_units.h"
#include "platform/file/directory.h"
#include "platform/file/file_writer.h"
#include "platform/file/open_file.h"

namespace answerbox::client {
namespace {

namespace fs = std::filesystem;

Failure Failed(const platform::Error& error) {
  const bool is_mine =
      error.code.value() == EACCES || error.code.value() == EPERM;
  return {ExitCode::kDaemonFailed, "storage",
          "cannot " + error.Describe() + (is_mine ? ": run this as root" : "")};
}

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

// Whoever can rename a folder on the way to the target could put a link in its
// place, which root would follow.
Outcome<void> CheckWay(const fs::path& target) {
  if (::geteuid() != 0) return {};
  for (fs::path folder = target.parent_path();; folder = folder.parent_path()) {
    struct stat status {};
    if (::lstat(folder.c_str(), &status) != 0) {
      return Failed(platform::LastError("stat", folder));
    }
    const bool is_shared = (status.st_mode & (S_IWGRP | S_IWOTH)) != 0 &&
                           (status.st_mode & S_ISVTX) == 0;
    if (status.st_uid != 0 || is_shared) {
      return Rejected(
          "others than root may write to " + folder.native() +
          ": run this as its owner, or restore into another folder");
    }
    if (!folder.has_relative_path()) return {};
  }
}

// The folder beside a target in which what takes its place is made. Nobody else
// can enter it, so no path in it leads elsewhere, whoever its files belong to.
class Workshop {
 public:
  // Removes what an earlier restore left there.
  [[nodiscard]] static Outcome<Workshop> Open(const fs::path& target) {
    if (auto safe = CheckWay(target); !safe) return safe.error();
    Workshop shop(target);
    if (auto cleared = shop.Clear(); !cleared) return cleared.error();
    if (::mkdir(shop.folder_.c_str(), S_IRWXU) != 0) {
      return Failed(platform::LastError("make folder", shop.folder_));
    }
    shop.is_open_ = true;
    return shop;
  }
  Workshop(Workshop&& other) noexcept
      : target_(other.target_),
        folder_(other.folder_),
        is_open_(std::exchange(other.is_open_, false)) {}
  Workshop& operator=(Workshop&&) = delete;
  ~Workshop() {
    if (is_open_) static_cast<void>(Clear());
  }

  // What is not whole yet.
  [[nodiscard]] fs::path tree() const { return folder_ / "tree"; }
  [[nodiscard]] Outcome<fs::path> Exchange();

 private:
  explicit Workshop(fs::path target)
      : target_(std::move(target)), folder_(target_.native() + ".restoring") {}

  // A kill may have left there what was in the target, or what is whole and was
  // to go there: that is never removed.
  [[nodiscard]] fs::path whole() const { return folder_ / "whole"; }
  [[nodiscard]] Outcome<void> Clear() const;

  fs::path target_;
  fs::path folder_;
  bool is_open_ = false;
};

Outcome<void> Workshop::Clear() const {
  struct stat status {};
  if (::lstat(folder_.c_str(), &status) != 0) return {};
  if (!S_ISDIR(status.st_mode) || status.st_uid != ::geteuid() ||
      (status.st_mode & (S_IRWXG | S_IRWXO)) != 0) {
    return Rejected(folder_.native() + " is not of a restore: remove it");
  }
  platform::Result<void> done;
  if (::lstat(whole().c_str(), &status) == 0) {
    done = platform::Rename(whole(), NameFor(target_));
  }
  if (done) done = platform::RemoveTree(folder_);
  if (!done) return Failed(done.error());
  return {};
}

// Puts the tree in the place of the target, and returns the name that what was
// there has now. A kill or a power cut leaves one of the two there, whole: the
// kernel exchanges the names in one step.
Outcome<fs::path> Workshop::Exchange() {
  struct stat status {};
  const bool is_there = ::lstat(target_.c_str(), &status) == 0;
  if (auto named = platform::Rename(tree(), whole()); !named) {
    return Failed(named.error());
  }
  if (::renameat2(AT_FDCWD, whole().c_str(), AT_FDCWD, target_.c_str(),
                  is_there ? RENAME_EXCHANGE : RENAME_NOREPLACE) != 0) {
    Failure failure = CanNotExchange(target_);
    static_cast<void>(platform::Rename(whole(), tree()));
    return failure;
  }
  const fs::path before = is_there ? NameFor(target_) : fs::path();
  auto kept =
      is_there ? platform::Rename(whole(), before) : platform::Result<void>();
  if (kept) kept = platform::SyncDirectory(target_.parent_path());
  if (!kept) {
    return Failure{ExitCode::kDaemonFailed,
                   "storage",
                   "cannot " + kept.error().Describe() +
                       ": after a power cut, the old " + target_.native() +
                       " may be back",
                   {{"state_before", before.native()}}};
  }
  return before;
}

// Where the two trees are extracted to. Nothing: that one stays.
struct Workshops {
  std::optional<Workshop> state;
  std::optional<Workshop> options;
};

// Empty: that tree stays.
fs::path PathOf(const Workshops& shops, const std::string& path) {
  const bool is_state = (path + "/").starts_with(kStateTree);
  const auto& shop = is_state ? shops.state : shops.options;
  const std::size_t tree = (is_state ? kStateTree : kOptionsTree).size() - 1;
  if (!shop) return {};
  return fs::path(shop->tree().native() + path.substr(tree));
}

Outcome<void> ExtractFile(ArchiveReader& reader, const fs::path& path) {
  auto writer = platform::FileWriter::Create(path);
  if (!writer) return Failed(writer.error());
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

Outcome<void> Extract(ArchiveReader& reader, const Workshops& shops) {
  for (const ArchivedFolder& folder : reader.list().folders) {
    const fs::path path = PathOf(shops, folder.path);
    if (!path.empty() && ::mkdir(path.c_str(), S_IRWXU) != 0) {
      return Failed(platform::LastError("make folder", path));
    }
  }
  for (const ArchivedFile& file : reader.list().files) {
    const fs::path path = PathOf(shops, file.path);
    auto read =
        !path.empty()
            ? ExtractFile(reader, path)
            : reader.ReadFile(
                  [](std::span<const char>) -> Outcome<void> { return {}; });
    if (!read) return read;
  }
  return reader.Finish();
}

// Only root can give files away, and for others all files are their own.
template <typename Entry>
Outcome<void> GiveAway(const fs::path& path, const Entry& entry, Owner daemon) {
  if (path.empty()) return {};
  const bool is_daemons = entry.owner == FileOwner::kDaemon;
  if (::geteuid() == 0 &&
      ::lchown(path.c_str(), is_daemons ? daemon.user : 0,
               entry.owner == FileOwner::kRoot ? 0 : daemon.group) != 0) {
    return Failed(platform::LastError("chown", path));
  }
  if (::chmod(path.c_str(), entry.mode) != 0) {
    return Failed(platform::LastError("chmod", path));
  }
  return {};
}

// From below, so that this process can enter all folders until the end.
Outcome<void> GiveAwayAll(const ArchiveList& list, const Workshops& shops,
                          Owner daemon) {
  for (const ArchivedFile& file : list.files) {
    auto given = GiveAway(PathOf(shops, file.path), file, daemon);
    if (!given) return given;
  }
  for (auto folder = list.folders.rbegin(); folder != list.folders.rend();
       ++folder) {
    auto given = GiveAway(PathOf(shops, folder->path), *folder, daemon);
    if (!given) return given;
  }
  return {};
}

// Names, owners and modes too are on the disk when this returns.
Outcome<void> Sync(const fs::path& above) {
  const auto folder = platform::OpenFile(above, O_RDONLY | O_DIRECTORY);
  if (!folder) return Failed(folder.error());
  if (::syncfs(folder->get()) != 0) {
    return Failed(platform::LastError("sync", above));
  }
  return {};
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
Outcome<std::vector<platform::DirectoryLock>> LockState(const fs::path& state,
                                                        Owner daemon) {
  std::vector<platform::DirectoryLock> held;
  if (!platform::IsFolder(state)) return held;
  const ActingAs owner(daemon.user, daemon.group);
  const auto is_held = [](const auto& lock) {
    return !lock && lock.error().code.value() == EWOULDBLOCK;
  };
  // A daemon holds both, as another file may be in the place of the second.
  auto folder = platform::DirectoryLock::AcquireFolder(state);
  auto lock = platform::DirectoryLock::Acquire(state / "lock");
  if (is_held(folder) || is_held(lock)) {
    const auto holder = platform::DirectoryLock::Holder(state / "lock");
    return Rejected(
        "a daemon uses " + state.native() +
        (holder ? " (process " + std::to_string(*holder) + ")" : "") +
        ": stop it, `systemctl stop answerboxd.socket answerboxd`, and start "
        "it afterwards");
  }
  if (!lock) return Failed(lock.error());
  held.push_back(std::move(*lock));
  if (folder) held.push_back(std::move(*folder));
  return held;
}

// A link is followed: what it leads to is replaced.
Outcome<fs::path> Plain(const fs::path& folder) {
  std::error_code error;
  fs::path path = fs::weakly_canonical(fs::absolute(folder), error);
  if (error) return Rejected(folder.native() + ": " + error.message());
  return path.has_filename() ? path : path.parent_path();
}

bool HasTree(const ArchiveList& list, std::string_view tree) {
  return std::ranges::any_of(list.folders, [&](const ArchivedFolder& folder) {
    return folder.path + "/" == tree;
  });
}

Outcome<void> Open(std::optional<Workshop>& shop, const fs::path& target) {
  auto opened = Workshop::Open(target);
  if (!opened) return opened.error();
  shop.emplace(std::move(*opened));
  return {};
}

Outcome<ReplacedFolders> Exchange(Workshops& shops, const fs::path& state) {
  ReplacedFolders replaced;
  auto before = shops.state->Exchange();
  if (!before) return before.error();
  replaced.state = *before;
  if (!shops.options) return replaced;
  before = shops.options->Exchange();
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

}  // namespace

Outcome<void> CheckArchive(ArchiveReader& reader) {
  return Extract(reader, {});
}

Outcome<ReplacedFolders> Restore(ArchiveReader& reader,
                                 const RestoreTargets& targets) {
  const auto state = Plain(targets.state);
  if (!state) return state.error();
  const auto daemon = OwnerOf(*state);
  if (!daemon) return daemon.error();
  const auto lock = LockState(*state, *daemon);
  if (!lock) return lock.error();
  const ArchiveList& list = reader.list();
  auto done = CheckRoom(list, state->parent_path());
  Workshops shops;
  if (done) done = Open(shops.state, *state);
  if (done && !targets.options.empty() && HasTree(list, kOptionsTree)) {
    const auto options = Plain(targets.options);
    done = options ? Open(shops.options, *options) : options.error();
  }
  if (done) done = Extract(reader, shops);
  if (done) done = GiveAwayAll(list, shops, *daemon);
  if (done) done = Sync(state->parent_path());
  if (done && shops.options) done = Sync(shops.options->tree().parent_path());
  if (!done) return done.error();
  return Exchange(shops, *state);
}

}  // namespace answerbox::client
