#include "client/ingest/inbox_folder.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <ctime>
#include <functional>
#include <set>
#include <span>
#include <utility>

#include "platform/file/directory.h"
#include "platform/file/file_writer.h"
#include "platform/file/open_file.h"

namespace answerbox::client {
namespace {

namespace fs = std::filesystem;

constexpr const char* kTakenFolder = ".taking";
// In it, for files of the inbox itself: no collection has this name.
constexpr const char* kOfInbox = ".inbox";
// In it, for notes of interruptions.
constexpr const char* kNotesFolder = ".notes";
constexpr const char* kAddedFolder = "added";
constexpr const char* kRefusedFolder = "refused";
constexpr std::string_view kReportSuffix = ".report.txt";
// What is left of the longest name, NAME_MAX, beside the suffixes.
constexpr std::size_t kMaxReportedName = 230;
// The most files or folders of one name. More of them need a person to look.
constexpr int kMaxNumber = 999;

Failure CannotKeep(const platform::Error& error) {
  return {
      ExitCode::kDaemonFailed, "storage",
      "cannot " + error.Describe() + ": see to the inbox's disk and rights"};
}

std::optional<struct stat> StatusOf(const fs::path& path) {
  struct stat status {};
  if (::lstat(path.c_str(), &status) != 0) return std::nullopt;
  return status;
}

// Names of what lies in the folder and is no folder, or only folders. Nothing
// if it can't be read: it may be gone.
std::vector<std::string> NamesIn(const fs::path& folder, bool are_folders) {
  std::vector<std::string> found;
  const auto names = platform::ListDirectory(folder);
  if (!names) return found;
  for (const std::string& name : *names) {
    const auto status = StatusOf(folder / name);
    if (!name.starts_with('.') && status &&
        S_ISDIR(status->st_mode) == are_folders) {
      found.push_back(name);
    }
  }
  return found;
}

// Makes a folder that the group of the inbox may write to, as the umask and the
// parent say.
platform::Result<void> MakeShared(const fs::path& folder) {
  if (::mkdir(folder.c_str(), S_IRWXU | S_IRWXG) == 0 || errno == EEXIST) {
    return {};
  }
  return platform::LastError("make folder", folder);
}

// Programs that convert files of strangers run with the rights of this process.
Outcome<void> CheckOwner(const fs::path& folder) {
  const auto access = platform::AccessTo(folder);
  if (!access || !platform::IsFolder(folder)) {
    return Rejected(folder.native() + " is no folder");
  }
  if (access->owner != ::geteuid()) {
    const std::string owner = std::to_string(access->owner);
    return Rejected(folder.native() + " belongs to user " + owner +
                    ": run this as that user, `sudo -u '#" + owner +
                    "' answerbox inbox`");
  }
  if (access->owner == 0 && access->others_may_write) {
    return Rejected("others than root may write to " + folder.native() +
                    ": give it to a user of its own");
  }
  return {};
}

std::string ReportName(const std::string& name) {
  return name.substr(0, kMaxReportedName) + std::string(kReportSuffix);
}

// "letter-2.txt"; number 1 is the name itself.
fs::path Numbered(const fs::path& path, int number) {
  if (number == 1) return path;
  const std::string extension = path.extension().native().substr(0, 20);
  return path.parent_path() / (path.stem().native().substr(0, 220) + "-" +
                               std::to_string(number) + extension);
}

// Everybody who may put files in may read what became of them.
platform::Result<void> WriteReport(const fs::path& folder,
                                   const std::string& name,
                                   std::string_view report) {
  const fs::path path = folder / ReportName(name);
  auto written = platform::AtomicFile::Create(path);
  if (!written) return written.error();
  auto done = written->Append(std::as_bytes(std::span(report)));
  if (done) done = written->Commit();
  if (!done) return done;
  const auto open = platform::OpenFile(path, O_RDONLY | O_NOFOLLOW);
  if (!open || ::fchmod(open->get(), 0660) != 0) {
    return platform::LastError("chmod", path);
  }
  return {};
}

Outcome<void> ForgetNote(const fs::path& note) {
  if (auto removed = platform::RemoveFile(note); !removed) {
    return CannotKeep(removed.error());
  }
  return {};
}

std::int64_t Nanoseconds(const struct timespec& time) {
  return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

}  // namespace

bool IsOwnFolder(std::string_view name) {
  return name == kAddedFolder || name == kRefusedFolder;
}

std::string NameOfWaiting(const std::string& collection) {
  return (collection.empty() ? "inbox" : collection) + ".full";
}

Outcome<InboxFolder> InboxFolder::Open(fs::path folder) {
  if (auto own = CheckOwner(folder); !own) return own.error();
  auto made = platform::MakeDirectory(folder / kTakenFolder);
  for (const char* name : {kAddedFolder, kRefusedFolder}) {
    if (made) made = MakeShared(folder / name);
  }
  if (!made) return Rejected("cannot " + made.error().Describe());
  // Whoever has made them could put links in the place of files.
  for (const char* name : {kTakenFolder, kAddedFolder, kRefusedFolder}) {
    const auto status = StatusOf(folder / name);
    const bool is_shared = name != kTakenFolder;
    if (!status || !S_ISDIR(status->st_mode) || status->st_uid != ::geteuid() ||
        (!is_shared && (status->st_mode & (S_IWGRP | S_IWOTH)) != 0)) {
      return Rejected((folder / name).native() +
                      " was made by another user: remove it");
    }
  }
  // A run that finds nothing to do writes nothing, either: it comes every few
  // minutes, and flash cards wear.
  auto lock = platform::OpenFile(folder / kTakenFolder, O_RDONLY | O_DIRECTORY);
  if (!lock) return Rejected("cannot " + lock.error().Describe());
  if (::flock(lock->get(), LOCK_EX | LOCK_NB) != 0) {
    return Rejected("another process empties " + folder.native());
  }
  return InboxFolder(std::move(folder), std::move(*lock));
}

fs::path InboxFolder::TakenPath(const InboxFile& file) const {
  return folder_ / kTakenFolder /
         (file.collection.empty() ? kOfInbox : file.collection) / file.name;
}

std::vector<InboxFile> InboxFolder::Abandoned() const {
  std::vector<InboxFile> files;
  const auto homes = platform::ListDirectory(folder_ / kTakenFolder);
  if (!homes) return files;
  for (const std::string& home : *homes) {
    if (home == kNotesFolder) continue;
    const auto names = platform::ListDirectory(folder_ / kTakenFolder / home);
    if (!names) continue;
    for (const std::string& name : *names) {
      files.push_back({home == kOfInbox ? std::string() : home, name});
    }
  }
  // A kill right after a file was done leaves its note.
  const auto notes =
      platform::ListDirectory(folder_ / kTakenFolder / kNotesFolder);
  for (const std::string& note : notes ? *notes : std::vector<std::string>()) {
    const bool is_of_one = std::ranges::any_of(files, [&](const auto& file) {
      return NotePath(file).filename() == note;
    });
    if (!is_of_one) {
      static_cast<void>(
          platform::RemoveFile(folder_ / kTakenFolder / kNotesFolder / note));
    }
  }
  return files;
}

std::vector<std::string> InboxFolder::Collections() const {
  auto folders = NamesIn(folder_, true);
  std::erase_if(folders, IsOwnFolder);
  return folders;
}

std::vector<std::string> InboxFolder::FoldersIn(
    const std::string& collection) const {
  return NamesIn(folder_ / collection, true);
}

std::vector<InboxFile> InboxFolder::Settled(std::chrono::seconds settle) {
  std::vector<InboxFile> settled;
  std::map<InboxFile, Seen> seen;
  struct timespec now {};
  ::clock_gettime(CLOCK_REALTIME, &now);
  std::vector<std::string> folders = Collections();
  folders.insert(folders.begin(), std::string());
  for (const std::string& folder : folders) {
    for (const std::string& name : NamesIn(folder_ / folder, false)) {
      const InboxFile file{folder, name};
      const auto status = StatusOf(PathOf(file));
      if (!status) continue;
      const Seen found{status->st_ino,
                       static_cast<std::uint64_t>(status->st_size),
                       Nanoseconds(status->st_ctim)};
      const auto last = seen_.find(file);
      const std::int64_t age_ns = Nanoseconds(now) - found.changed_ns;
      // A clock that was set back makes no file wait for ever.
      if ((last != seen_.end() && last->second == found) ||
          age_ns >= std::chrono::nanoseconds(settle).count()) {
        settled.push_back(file);
      } else {
        seen.emplace(file, found);
      }
    }
  }
  has_growing_ = !seen.empty();
  seen_ = std::move(seen);
  return settled;
}

bool InboxFolder::HasWork() const {
  if (!Abandoned().empty() || !NamesIn(folder_, false).empty()) return true;
  return std::ranges::any_of(Collections(), [this](const std::string& name) {
    return !NamesIn(folder_ / name, false).empty() || !FoldersIn(name).empty();
  });
}

platform::Result<fs::path> InboxFolder::Take(const InboxFile& file) const {
  const fs::path taken = TakenPath(file);
  auto done = platform::MakeDirectory(taken.parent_path());
  if (done) done = platform::Rename(PathOf(file), taken);
  if (!done) return done.error();
  return taken;
}

std::string InboxFolder::WhyNoFile(const fs::path& taken) {
  const auto status = StatusOf(taken);
  if (!status || S_ISREG(status->st_mode)) return {};
  if (S_ISLNK(status->st_mode)) {
    return "It is a link, and links are not followed: put the file itself "
           "there.";
  }
  return "It is no file, but a device, a pipe or a socket.";
}

// A member of the inbox's group may have put something else in its place.
platform::Result<fs::path> InboxFolder::Home(
    const char* in, const std::string& collection) const {
  const fs::path folder = folder_ / in / collection;
  for (int number = 1; number <= kMaxNumber; ++number) {
    const fs::path home = Numbered(folder, number);
    auto made = MakeShared(home);
    const auto status = StatusOf(home);
    if (made && status && S_ISDIR(status->st_mode) &&
        ::faccessat(AT_FDCWD, home.c_str(), W_OK | X_OK, AT_EACCESS) == 0) {
      return home;
    }
  }
  return platform::LastError("use folder", folder);
}

// The report first: a kill after it leaves a file that is named as taken.
Outcome<void> InboxFolder::MoveWithReport(const InboxFile& file, const char* in,
                                          std::string_view report) const {
  const auto home = Home(in, file.collection);
  if (!home) return CannotKeep(home.error());
  // One that is named like a report would be taken for it.
  int number = file.name.ends_with(kReportSuffix) ? 2 : 1;
  const fs::path taken = TakenPath(file);
  for (; number <= kMaxNumber; ++number) {
    const fs::path path = Numbered(*home / file.name, number);
    if (StatusOf(path)) continue;
    if (!WriteReport(*home, path.filename(), report)) continue;
    if (::renameat2(AT_FDCWD, taken.c_str(), AT_FDCWD, path.c_str(),
                    RENAME_NOREPLACE) == 0) {
      return ForgetNote(NotePath(file));
    }
    if (errno != EEXIST) return CannotKeep(platform::LastError("move", taken));
  }
  errno = EEXIST;
  return CannotKeep(platform::LastError("move", taken));
}

fs::path InboxFolder::NotePath(const InboxFile& file) const {
  return folder_ / kTakenFolder / kNotesFolder /
         std::to_string(std::hash<std::string>{}(TakenPath(file).native()));
}

bool InboxFolder::IsInterruptedAgain(const InboxFile& file) const {
  const fs::path note = NotePath(file);
  if (StatusOf(note)) return true;
  // Without the note it would be read for ever.
  return !platform::MakeDirectory(note.parent_path()) ||
         !platform::OpenFile(note, O_WRONLY | O_CREAT);
}

Outcome<void> InboxFolder::Add(const InboxFile& file, Original original,
                               std::string_view report) const {
  if (original == Original::kKept) {
    if (auto moved = MoveWithReport(file, kAddedFolder, report); !moved) {
      return moved;
    }
  } else {
    const auto home = Home(kAddedFolder, file.collection);
    if (!home) return CannotKeep(home.error());
    auto done = WriteReport(*home, file.name, report);
    if (done) done = platform::RemoveFile(TakenPath(file));
    if (!done) return CannotKeep(done.error());
  }
  // What was told of it, or of its folder, before is mended now.
  const fs::path refused = folder_ / kRefusedFolder;
  for (const fs::path& path :
       {refused / file.collection / ReportName(file.name),
        refused / ReportName(file.collection),
        refused / ReportName(NameOfWaiting(file.collection))}) {
    static_cast<void>(platform::RemoveFile(path));
  }
  return ForgetNote(NotePath(file));
}

Outcome<void> InboxFolder::Refuse(const InboxFile& file,
                                  std::string_view report) const {
  return MoveWithReport(file, kRefusedFolder, report);
}

bool InboxFolder::HasRoomForRefused(const std::string& collection) const {
  const fs::path home = folder_ / kRefusedFolder / collection;
  std::size_t files = 0;
  std::uint64_t bytes = 0;
  for (const std::string& name : NamesIn(home, false)) {
    const auto status = StatusOf(home / name);
    if (!status || name.ends_with(kReportSuffix)) continue;
    constexpr std::uint64_t kBlockBytes = 512;
    ++files;
    bytes += static_cast<std::uint64_t>(status->st_blocks) * kBlockBytes;
  }
  return files < kMaxRefusedFiles && bytes < kMaxRefusedBytes;
}

void InboxFolder::DropReports(const std::string& collection) const {
  const fs::path home = folder_ / kRefusedFolder / collection;
  const auto names = NamesIn(home, false);
  std::set<std::string> reports_of_files;
  for (const std::string& name : names) {
    if (!name.ends_with(kReportSuffix)) {
      reports_of_files.insert(ReportName(name));
    }
  }
  std::vector<std::pair<std::int64_t, std::string>> others;  // By age.
  for (const std::string& name : names) {
    const auto status = StatusOf(home / name);
    if (status && name.ends_with(kReportSuffix) &&
        !reports_of_files.contains(name)) {
      others.emplace_back(Nanoseconds(status->st_ctim), name);
    }
  }
  std::ranges::sort(others);
  for (std::size_t i = 0; i + kMaxRefusedFiles < others.size(); ++i) {
    static_cast<void>(platform::RemoveFile(home / others[i].second));
  }
}

Outcome<void> InboxFolder::Tell(const InboxFile& file,
                                std::string_view report) const {
  if (platform::IsFile(folder_ / kRefusedFolder / file.collection /
                       ReportName(file.name))) {
    return {};
  }
  const auto home = Home(kRefusedFolder, file.collection);
  if (!home) return CannotKeep(home.error());
  auto written = WriteReport(*home, file.name, report);
  if (!written) return CannotKeep(written.error());
  return {};
}

void InboxFolder::PutBack(const InboxFile& file) const {
  const fs::path taken = TakenPath(file);
  if (::renameat2(AT_FDCWD, taken.c_str(), AT_FDCWD, PathOf(file).c_str(),
                  RENAME_NOREPLACE) == 0) {
    return;
  }
  // One that came since would have replaced its document.
  if (errno == EEXIST && platform::IsFile(PathOf(file))) {
    static_cast<void>(platform::RemoveFile(taken));
  }
}

}  // namespace answerbox::client
