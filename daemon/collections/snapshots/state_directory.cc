#include "daemon/collections/snapshots/state_directory.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

#include "daemon/collections/files/errors.h"
#include "daemon/collections/files/names.h"
#include "daemon/collections/snapshots/manifest.h"
#include "platform/file/directory.h"
#include "platform/file/open_file.h"

namespace answerbox::daemon {
namespace {

// daemon/identity keeps the first file, daemon/protocol/mqtt the second.
constexpr const char* kUsersFile = "users.json";
constexpr const char* kMqttSessionsFile = "mqtt-sessions";
constexpr const char* kBackupFolder = "backup";
constexpr const char* kIncomingFolder = "incoming";
constexpr const char* kLockFile = "lock";

Error InUse(const std::filesystem::path& path,
            const std::filesystem::path& lock) {
  const auto holder = platform::DirectoryLock::Holder(lock);
  const std::string by =
      holder ? "process " + std::to_string(*holder) : "another process";
  return {.kind = ErrorKind::kStorage,
          .message = "The state directory " + path.string() + " is in use by " +
                     by + ": stop that daemon, or choose another directory.",
          .subject = path.string()};
}

Error NotOurs(const std::filesystem::path& path, std::string message) {
  return {.kind = ErrorKind::kStorage,
          .message = std::move(message),
          .subject = path.string()};
}

// Whether a daemon of this user has had the directory. Otherwise it may be one
// that others share, such as /tmp.
bool WasOurs(const std::filesystem::path& state_directory) {
  const auto is_ours = [](const std::filesystem::path& path) {
    const auto access = platform::AccessTo(path);
    return access && access->owner == ::geteuid();
  };
  std::error_code unknown;
  return platform::IsFolder(state_directory / "collections") &&
         std::filesystem::exists(std::filesystem::symlink_status(
             state_directory / kLockFile, unknown)) &&
         is_ours(state_directory) && is_ours(state_directory / "collections");
}

}  // namespace

// What a start mended, to be told.
struct MendedAccess {
  // What others could write to, and secrets that they could read.
  std::vector<std::filesystem::path> closed;
  std::vector<std::filesystem::path> exposed;
  // Those that had other names, to which others may still have access, or were
  // root's.
  std::vector<std::filesystem::path> copied;
  std::vector<std::string> told;
};

namespace {

// Checks that no other user can write to the state directory or read its keys.
// A user who writes there could replace documents and records, or place links
// that redirect the daemon's writing. A user who reads a key could sign.
class AccessCheck {
 public:
  //   mended  null: nothing is mended
  explicit AccessCheck(const std::filesystem::path& state_directory,
                       MendedAccess* mended = nullptr)
      : state_directory_(state_directory), mended_(mended) {}

  [[nodiscard]] Result<void> CheckFolder(const std::filesystem::path& folder) {
    const auto access = platform::AccessTo(folder);
    if (!access) return StorageError(access.error());
    // A folder of root is refused too, as the daemon could not write to it.
    if (access->owner != ::geteuid()) return OfOther(folder, access->owner);
    if (access->others_may_write) return Close(folder);
    return {};
  }

  // Checks the folder and the files in it, but not its subfolders.
  [[nodiscard]] Result<void> CheckWithFiles(
      const std::filesystem::path& folder) {
    if (auto checked = CheckFolder(folder); !checked) return checked;
    const auto names = platform::ListDirectory(folder);
    // Who reads the folder later tells that it can't be read.
    if (!names) return {};
    for (const std::string& name : *names) {
      // Folders of evidence are checked when they are listed.
      if (platform::IsFolder(folder / name)) continue;
      if (auto checked = CheckFile(folder / name); !checked) return checked;
    }
    return {};
  }

  [[nodiscard]] Result<void> CheckFile(const std::filesystem::path& file) {
    const auto access = platform::AccessTo(file);
    if (!access) return {};  // As for a folder.
    // Files of root are allowed: an administrator may have restored a backup.
    if (access->owner != ::geteuid() && access->owner != 0) {
      return OfOther(file, access->owner);
    }
    const bool is_secret =
        file.extension() == ".key" || file.filename() == kUsersFile;
    if (is_secret && access->others_have_access) {
      return Hide(file, access->others_may_write);
    }
    if (access->others_may_write) return Close(file);
    return {};
  }

 private:
  // Takes the right to write from others.
  [[nodiscard]] Result<void> Close(const std::filesystem::path& path) {
    if (const auto mended = Mend(path, platform::TakenRight::kWriting);
        !mended) {
      return OpenToOthers(
          "write to " + path.string() + ", and so change what is answered",
          path, mended.error());
    }
    return {};
  }
  // Takes all rights from others.
  [[nodiscard]] Result<void> Hide(const std::filesystem::path& secret,
                                  bool others_may_write) {
    if (const auto mended = Mend(secret, platform::TakenRight::kAny); !mended) {
      return OpenToOthers("read the secret " + secret.string(), secret,
                          mended.error());
    }
    if (others_may_write) mended_->closed.push_back(secret);
    return {};
  }

  // The error is empty where nothing was tried.
  [[nodiscard]] Result<void> Mend(const std::filesystem::path& path,
                                  platform::TakenRight right) {
    if (mended_ == nullptr) return Error{};
    const auto taken = platform::TakeFromOthers(path, right);
    if (!taken) return StorageError(taken.error());
    (right == platform::TakenRight::kAny ? mended_->exposed : mended_->closed)
        .push_back(path);
    if (*taken) mended_->copied.push_back(path);
    return {};
  }

  [[nodiscard]] Error OfOther(const std::filesystem::path& path,
                              std::uint32_t owner) const {
    const std::string own = std::to_string(::geteuid());
    return NotOurs(path,
                   path.string() + " belongs to user " + std::to_string(owner) +
                       ", the daemon runs as user " + own + ": run `chown -R " +
                       own + " " + state_directory_.string() +
                       "`, or run the daemon as that user.");
  }
  [[nodiscard]] Error OpenToOthers(const std::string& what,
                                   const std::filesystem::path& path,
                                   const Error& why) const {
    const std::string folder = state_directory_.string();
    std::string remedy = "run `chown -R " + std::to_string(::geteuid()) + " " +
                         folder + " && chmod -R go= " + folder;
    std::string reason = why.message.empty() ? "" : " " + why.message;
    // What a link leads to is not changed by these, and may not be ours.
    std::error_code unknown;
    if (const auto target = std::filesystem::canonical(path, unknown);
        !unknown && std::filesystem::is_symlink(path, unknown)) {
      remedy += " && chmod go= " + target.string();
      reason.clear();
    }
    return NotOurs(path, "Other users may " + what + ": " + remedy +
                             "`, see that nothing in it is theirs, and start "
                             "again." +
                             reason);
  }

  const std::filesystem::path& state_directory_;
  MendedAccess* mended_;
};

// Says what to do about a secret that somebody may have read.
std::string Exposed(const std::filesystem::path& secret) {
  const auto name = secret.filename();
  const std::string remedy = name == kUsersFile ? "give its users new passwords"
                             : name == "signing.key"
                                 ? "run `answerbox audit rotate-key`"
                                 : "move it away, so that a new one is made";
  return "Other users could read the secret " + secret.string() +
         ", and now can't. If somebody may have, " + remedy + ".";
}

// "FIRST" or "FIRST and 3 more WHAT".
std::string FirstOf(const std::vector<std::filesystem::path>& paths,
                    const char* what) {
  const std::size_t more = paths.size() - 1;
  return paths.front().string() +
         (more > 0 ? " and " + std::to_string(more) + " more " + what : "");
}

// Says what somebody may have changed who could write to these.
std::string Changeable(const std::vector<std::filesystem::path>& paths,
                       const std::filesystem::path& state_directory) {
  struct Part {
    std::string_view name;  // What its names begin with.
    const char* what;
  };
  constexpr Part kParts[] = {
      {"collections", "what is answered"},
      {"audit", "the log of answers and its keys"},
      {kUsersFile, "users and their rights"},
      {kMqttSessionsFile, "MQTT messages"},
      {"energy", "figures of energy"},
  };
  std::string list;
  for (const Part& part : kParts) {
    const bool is_part = std::ranges::any_of(paths, [&](const auto& path) {
      const auto below = path.lexically_relative(state_directory);
      return below == "." || below.begin()->native().starts_with(part.name);
    });
    if (is_part) list += (list.empty() ? "" : ", ") + std::string(part.what);
  }
  return list.empty() ? "what the daemon writes" : list;
}

std::vector<std::string> Told(const MendedAccess& mended,
                              const std::filesystem::path& state_directory) {
  std::vector<std::string> told = mended.told;
  if (!mended.closed.empty()) {
    told.push_back("Other users could write to " +
                   FirstOf(mended.closed, "files and folders") +
                   ", and now can't. If somebody may have, don't trust " +
                   Changeable(mended.closed, state_directory) +
                   ": restore a backup.");
  }
  for (const auto& secret : mended.exposed) told.push_back(Exposed(secret));
  if (!mended.copied.empty()) {
    told.push_back(FirstOf(mended.copied, "files") +
                   " had a second name (hard link) or was root's, and is a "
                   "copy now. What has a second name is as it was, and others "
                   "may use it: find it, and remove it or take their rights.");
  }
  return told;
}

constexpr std::string_view kDroppedPrefix = ".dropped-";

// Returns the snapshot that the name of a dropped collection's folder ends
// with; 0 for the names that earlier programs gave.
std::uint64_t SnapshotOfDropped(std::string_view name) {
  name.remove_prefix(kDroppedPrefix.size());
  std::uint64_t snapshot = 0;
  const std::size_t dash = name.find('-');
  if (dash == std::string_view::npos) return 0;
  const char* const digits = name.data() + dash + 1;
  std::from_chars(digits, name.data() + name.size(), snapshot);
  return snapshot;
}

// A folder with segments or synonyms but no manifest is a damaged collection.
bool HoldsCollection(const std::filesystem::path& folder) {
  const auto names = platform::ListDirectory(folder);
  // It has the name of a collection, and may be one.
  if (!names) return true;
  return std::ranges::any_of(*names, [](const std::string& name) {
    return name == kManifestFileName || name.ends_with(kSegmentExtension) ||
           name.ends_with(kSynonymsExtension);
  });
}

bool IsStray(const std::filesystem::path& entry) {
  // Examples are lost+found and folders of an administrator.
  return !IsCollectionName(entry.filename().native()) ||
         !platform::IsFolder(entry) || !HoldsCollection(entry);
}

// Checks every collection, and the entries that other parts of the daemon make
// when they need them.
Result<void> CheckContents(AccessCheck& access,
                           const std::filesystem::path& state_directory) {
  std::vector<std::filesystem::path> folders{state_directory / "audit",
                                             state_directory / "energy"};
  const auto names = platform::ListDirectory(state_directory / "collections");
  if (!names) return StorageError(names.error());
  for (const std::string& name : *names) {
    const auto folder = state_directory / "collections" / name;
    if (!IsStray(folder)) folders.push_back(folder);
  }
  for (const auto& folder : folders) {
    // The first start makes the folder.
    if (!platform::IsFolder(folder)) continue;
    if (auto ours = access.CheckWithFiles(folder); !ours) return ours;
  }
  for (const char* name : {"audit-head", kUsersFile, kMqttSessionsFile}) {
    const auto file = state_directory / name;
    if (!platform::IsFile(file)) continue;
    if (auto ours = access.CheckFile(file); !ours) return ours;
  }
  return {};
}

Result<void> RemoveEntries(const std::filesystem::path& folder,
                           bool (*is_leftover)(std::string_view)) {
  const auto names = platform::ListDirectory(folder);
  if (!names) return StorageError(names.error());
  for (const std::string& name : *names) {
    // Everything else in the folder belongs to others and stays. What can't be
    // removed keeps nobody from being served: the next start tries again.
    if (is_leftover(name)) {
      static_cast<void>(platform::RemoveTree(folder / name));
    }
  }
  return {};
}

// Returns the number that the name of a segment, of synonyms or of a guard
// begins with; 0 for other names.
std::uint64_t NumberOf(const std::string& name) {
  std::uint64_t number = 0;
  const auto [end, error] =
      std::from_chars(name.data(), name.data() + name.size(), number);
  const std::string_view rest(end, name.data() + name.size());
  const bool is_ours = std::ranges::any_of(
      kNumberedExtensions,
      [&](std::string_view extension) { return rest.starts_with(extension); });
  // No daemon gets that far: somebody made up the name.
  constexpr std::uint64_t kMaxNumber = std::uint64_t{1} << 62;
  return error == std::errc() && is_ours && number < kMaxNumber ? number : 0;
}

std::uint64_t HighestNumberIn(const std::filesystem::path& folder) {
  std::uint64_t highest = 0;
  const auto names = platform::ListDirectory(folder);
  if (!names) return highest;
  for (const std::string& name : *names) {
    highest = std::max(highest, NumberOf(name));
  }
  return highest;
}

// Makes room for a file or folder that holds nothing worth keeping.
platform::Result<void> SetAsideFor(const char* kind,
                                   const std::filesystem::path& path,
                                   std::vector<std::string>& told) {
  const auto name = platform::SetAside(path);
  if (!name) return name.error();
  told.push_back(path.string() + " was no " + kind +
                 ": what was there is set aside as " + *name + ".");
  return {};
}

// Whether a folder, a link, a pipe or the like is in the place of a file.
bool IsNoFile(const platform::Error& error) {
  return error.code == platform::FileError::kNotRegular ||
         error.code.value() == EISDIR || error.code.value() == ELOOP;
}

// Whether the file has a second name, or root restored it.
bool MayBeOfOthers(const std::filesystem::path& file) {
  std::error_code unknown;
  const auto names = std::filesystem::hard_link_count(file, unknown);
  const auto access = platform::AccessTo(file);
  return (!unknown && names > 1) ||
         (access && access->owner == 0 && ::geteuid() != 0);
}

bool IsHeld(const platform::Result<platform::DirectoryLock>& lock) {
  return !lock && lock.error().code.value() == EWOULDBLOCK;
}

// Says what is left in the folder of a collection without a manifest.
std::string Leftovers(const std::filesystem::path& folder) {
  const auto names = platform::ListDirectory(folder);
  if (!names || names->empty()) return {};
  return " In the folder are " + std::to_string(names->size()) +
         " entries, such as " + Quoted(names->front()) +
         "; removing the collection deletes them.";
}

}  // namespace

Result<StateDirectory> StateDirectory::Open(const std::filesystem::path& path) {
  MendedAccess mended;
  auto opened = OpenMended(path, mended);
  const std::vector<std::string> told = Told(mended, path);
  if (opened) {
    opened->mended_ = told;
    return opened;
  }
  // The next start finds nothing to mend.
  Error error = opened.error();
  for (const std::string& one : told) error.message += " " + one;
  return error;
}

Result<StateDirectory> StateDirectory::OpenMended(
    const std::filesystem::path& path, MendedAccess& mended) {
  const bool was_ours = WasOurs(path);
  AccessCheck access(path, was_ours ? &mended : nullptr);
  // The folders are made one after the other and checked before the lock is
  // taken, because the lock file is in the first of them.
  for (const auto& folder :
       {path, path / "collections", path / kIncomingFolder}) {
    auto made = platform::MakeDirectory(folder);
    if (!made && was_ours && folder == path / kIncomingFolder) {
      made = SetAsideFor("folder", folder, mended.told);
      if (made) made = platform::MakeDirectory(folder);
    }
    if (!made) return StorageError(made.error());
    if (auto ours = access.CheckFolder(folder); !ours) return ours.error();
  }
  auto folder_lock = platform::DirectoryLock::AcquireFolder(path);
  // The file still names who holds it.
  if (IsHeld(folder_lock)) return InUse(path, path / kLockFile);
  auto lock = platform::DirectoryLock::Acquire(path / kLockFile);
  if (!lock && was_ours && folder_lock && IsNoFile(lock.error())) {
    if (SetAsideFor("file", path / kLockFile, mended.told)) {
      lock = platform::DirectoryLock::Acquire(path / kLockFile);
    }
  }
  // Two daemons in one directory would remove each other's files as leftovers.
  if (IsHeld(lock)) return InUse(path, path / kLockFile);
  if (!lock) return StorageError(lock.error());
  // The lock of the folder keeps other daemons out meanwhile, and this one is
  // held until there is another.
  if (was_ours && folder_lock && MayBeOfOthers(path / kLockFile)) {
    auto removed = platform::RemoveFile(path / kLockFile);
    if (!removed) return StorageError(removed.error());
    auto anew = platform::DirectoryLock::Acquire(path / kLockFile);
    if (!anew) return StorageError(anew.error());
    lock = std::move(anew);
  }
  StateDirectory directory(path, std::move(*lock));
  if (folder_lock) directory.folder_lock_ = std::move(*folder_lock);
  // A killed backup left second names of files, which would be copied below. A
  // backup that a client still reads stays.
  if (was_ours) static_cast<void>(directory.RemoveBackup());
  // The lock is held, so no other daemon adds or removes files. A copy of the
  // lock would not be held.
  auto ours = (MayBeOfOthers(path / kLockFile) ? AccessCheck(path) : access)
                  .CheckFile(path / kLockFile);
  if (!ours) return ours.error();
  ours = CheckContents(access, path);
  if (!ours) return ours.error();
  if (auto cleared = directory.ClearLeftovers(); !cleared) {
    return cleared.error();
  }
  return directory;
}

StateDirectory::StateDirectory(std::filesystem::path path,
                               platform::DirectoryLock lock)
    : path_(std::move(path)), lock_(std::move(lock)) {}

Result<void> StateDirectory::ClearLeftovers() {
  // A killed run may have left names that are not on the disk yet. Everything
  // done from here on relies on them.
  for (const auto& folder : {path_, CollectionsFolder()}) {
    auto synced = platform::SyncDirectory(folder);
    if (!synced && !IsReadOnly(synced.error())) {
      return StorageError(synced.error());
    }
  }
  auto cleared = RemoveEntries(IncomingFolder(), [](std::string_view name) {
    return name.ends_with(".upload");
  });
  if (!cleared) return cleared;
  cleared = RemoveEntries(CollectionsFolder(), [](std::string_view name) {
    return name.starts_with(".new-");
  });
  return cleared ? ClearDropped() : cleared;
}

Result<void> StateDirectory::ClearDropped() {
  const auto names = platform::ListDirectory(CollectionsFolder());
  if (!names) return StorageError(names.error());
  for (const std::string& name : *names) {
    if (!name.starts_with(kDroppedPrefix)) continue;
    const std::filesystem::path folder = CollectionsFolder() / name;
    // What can't be removed stays, as in RemoveEntries. A link may be that of a
    // collection that was dropped, or lead to files of others.
    std::error_code ignored;
    if (!std::filesystem::is_symlink(folder, ignored) ||
        HoldsCollection(folder)) {
      static_cast<void>(EmptyFolder(folder));
    }
    const std::uint64_t snapshot = SnapshotOfDropped(name);
    std::filesystem::path lower = folder;
    if (snapshot > last_dropped_.snapshot) {
      lower = std::exchange(last_dropped_, {folder, snapshot}).folder;
    }
    if (!lower.empty()) static_cast<void>(platform::RemoveTree(lower));
  }
  return {};
}

Result<std::filesystem::path> StateDirectory::BeginBackup() const {
  if (auto removed = RemoveBackup(); !removed) return removed.error();
  const auto folder = path_ / kBackupFolder;
  auto made = platform::MakeDirectory(folder / "state");
  // Made here, so that it belongs to the daemon and not to the client.
  const auto lock = platform::DirectoryLock::Acquire(folder / "lock");
  if (made && !lock) made = lock.error();
  if (!made) return StorageError(made.error());
  return folder / "state";
}

// The daemon replaces these files and never changes them, but for the MQTT
// sessions, which it appends to: a copy may end in a batch that is not whole,
// as after a power cut.
Result<void> StateDirectory::LinkSmallFiles(
    const std::filesystem::path& folder) const {
  auto done = platform::MakeDirectory(folder / "energy");
  for (const char* name : {kUsersFile, "energy/usage", "energy/baseline"}) {
    if (!done) break;
    done = platform::LinkOrCopy(path_ / name, folder / name);
    if (!done && done.error().code.value() == ENOENT) done = {};
  }
  if (done && platform::IsFile(path_ / kMqttSessionsFile)) {
    done = platform::CopyFile(path_ / kMqttSessionsFile,
                              folder / kMqttSessionsFile);
  }
  if (!done) return StorageError(done.error());
  return {};
}

bool StateDirectory::HasBackup() const {
  return platform::IsFolder(path_ / kBackupFolder);
}

Result<void> StateDirectory::RemoveBackup() const {
  const auto folder = path_ / kBackupFolder;
  // What a link leads to is not ours; the link itself stands in the way of the
  // next backup.
  std::error_code unknown;
  if (std::filesystem::is_symlink(folder, unknown)) {
    const auto removed = platform::RemoveFile(folder);
    if (!removed) return StorageError(removed.error());
  }
  if (!platform::IsFolder(folder)) return {};
  // The client holds it while it reads the files.
  const auto lock = platform::DirectoryLock::Acquire(folder / "lock");
  if (!lock && lock.error().code.value() == EWOULDBLOCK) {
    return Busy("A backup is being written: wait until it has ended.");
  }
  if (!lock && !IsNoFile(lock.error())) return StorageError(lock.error());
  const auto removed = platform::RemoveTree(folder);
  if (!removed) return StorageError(removed.error());
  return {};
}

Result<void> EmptyFolder(const std::filesystem::path& folder) {
  const auto names = platform::ListDirectory(folder);
  if (!names) return StorageError(names.error());
  for (const std::string& name : *names) {
    auto removed = platform::RemoveTree(folder / name);
    if (!removed) return StorageError(removed.error());
  }
  auto synced = platform::SyncDirectory(folder);
  if (!synced) return StorageError(synced.error());
  return {};
}

Result<OpenedCollections> StateDirectory::OpenCollections(
    std::uint64_t max_mapped_bytes, const OpeningTimes& times,
    const KnownState::Snapshots* known, std::uint64_t removed) const {
  const auto names = platform::ListDirectory(CollectionsFolder());
  if (!names) return StorageError(names.error());
  OpenedCollections opened;
  if (known != nullptr) opened.expected = *known;
  std::uint64_t mapped = 0;
  for (const std::string& name : *names) {
    const auto folder = CollectionFolder(name);
    const auto expected = opened.expected.find(name);
    const bool is_stray = IsStray(folder);
    // Of what the log tells of, even a folder without a manifest is not gone.
    if (is_stray && expected == opened.expected.end()) continue;
    opened.highest_number =
        std::max(opened.highest_number, HighestNumberIn(folder));
    std::optional<std::uint64_t> newest;
    if (known != nullptr) {
      // New ones begin above all that were removed.
      newest = expected != opened.expected.end() ? expected->second
               : removed == 0                    ? 0
                                                 : removed + 1;
    }
    auto collection =
        Collection::Open(folder, max_mapped_bytes - mapped, times, newest);
    if (!collection) {
      // The others are served. Whoever asks this one is told why it is not.
      Error why = collection.error();
      if (expected == opened.expected.end()) {
        if (IsOlderThanLog(why)) {
          why = RemovedInLog(folder, removed);
        } else {
          // So that it is not taken for a removed one when it is put right.
          const auto manifest = ReadManifest(folder / kManifestFileName);
          const std::uint64_t found = manifest ? manifest->snapshot : 0;
          opened.expected.emplace(name, std::max(newest.value_or(0), found));
        }
      }
      if (is_stray) why.message += Leftovers(folder);
      opened.out_of_service.emplace(name, OutOfService(name, std::move(why)));
      continue;
    }
    mapped += collection->snapshot()->totals().disk_bytes;
    if (expected != opened.expected.end()) opened.expected.erase(expected);
    opened.served.emplace(name, std::move(*collection));
  }
  return opened;
}

std::uint64_t StateDirectory::HighestNumber(
    const std::string& collection) const {
  return HighestNumberIn(CollectionFolder(collection));
}

Result<void> StateDirectory::CheckAccess(const std::string& collection) const {
  return AccessCheck(path_).CheckWithFiles(CollectionFolder(collection));
}

Result<std::vector<std::filesystem::path>> FindStrays(
    const std::filesystem::path& path) {
  const std::filesystem::path folder = path / "collections";
  const auto names = platform::ListDirectory(folder);
  if (!names) return StorageError(names.error());
  std::vector<std::filesystem::path> strays;
  for (const std::string& name : *names) {
    if (name.starts_with(kDroppedPrefix)) continue;
    if (IsStray(folder / name)) strays.push_back(folder / name);
  }
  return strays;
}

}  // namespace answerbox::daemon
