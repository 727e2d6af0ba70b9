#include "daemon/inbox/inbox.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

#include "daemon/collections/files/errors.h"
#include "daemon/collections/files/names.h"
#include "platform/file/directory.h"
#include "platform/file/open_file.h"

namespace answerbox::daemon {
namespace {

using platform::FileDescriptor;

constexpr std::string_view kHeldPrefix = ".upload-";
constexpr const char* kAddedFolder = "added";
constexpr const char* kRefusedFolder = "refused";
constexpr std::string_view kReportSuffix = ".report.txt";
// COLLECTION/FOLDER/FILE
constexpr int kDeepest = 3;
// The most entries of a folder that are looked at: members of the inbox's group
// may put any number there, and must not hold up the daemon.
constexpr std::size_t kMaxLookedAt = 10'000;

Error CannotUse(const std::string& folder, const char* operation) {
  return StorageError(platform::LastError(operation, folder));
}

// Not open if there is no such folder, or something else in its place.
FileDescriptor OpenFolderIn(int parent, const std::string& name) {
  return FileDescriptor(::openat(
      parent, name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
}

// The same, made for the group if it is missing.
FileDescriptor OpenOrMakeIn(int parent, const std::string& name) {
  const bool is_made = ::mkdirat(parent, name.c_str(), 0770) == 0;
  FileDescriptor folder = OpenFolderIn(parent, name);
  struct stat status {};
  if (!is_made || ::fstat(folder.get(), &status) != 0 ||
      (status.st_mode & S_IRWXG) == S_IRWXG) {
    return folder;
  }
  // Without an access list, the umask has taken the group's rights. In the
  // sandbox of the unit nobody may hand the group on to what is made there.
  const ::mode_t kept = status.st_mode & 07777;
  if (::fchmod(folder.get(), kept | S_IRWXG) != 0) {
    static_cast<void>(::fchmod(folder.get(), 0770));
  }
  return folder;
}

// Calls `visit(name, status)` for each entry of the folder whose name does not
// begin with a dot, until it returns false. Returns whether it never did.
template <typename Visit>
bool ForEachIn(int folder, const Visit& visit) {
  // fdopendir takes the descriptor over, and the place in it is shared.
  const int own = ::openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR* const entries = own < 0 ? nullptr : ::fdopendir(own);
  if (entries == nullptr) {
    if (own >= 0) ::close(own);
    return true;
  }
  bool goes_on = true;
  std::size_t seen = 0;
  while (goes_on && ++seen <= kMaxLookedAt) {
    const dirent* const entry = ::readdir(entries);
    if (entry == nullptr) break;
    struct stat status {};
    if (entry->d_name[0] == '.' ||
        ::fstatat(folder, entry->d_name, &status, AT_SYMLINK_NOFOLLOW) != 0) {
      continue;
    }
    goes_on = visit(std::string(entry->d_name), status);
  }
  ::closedir(entries);
  return goes_on;
}

// What a document may not be named, or the inbox itself would not take in.
Result<void> CheckFileName(std::string_view name) {
  if (auto valid = CheckDocumentName(name); !valid) return valid;
  if (name.front() != '.' && name.find('/') == name.npos &&
      !name.ends_with(kReportSuffix) && name.size() <= Inbox::kMaxNameBytes) {
    return {};
  }
  return Rejected("bad_name",
                  "A file for the inbox has a name of at most " +
                      std::to_string(Inbox::kMaxNameBytes) +
                      " bytes without folders, that neither begins with a dot "
                      "nor ends with \".report.txt\".");
}

// The beginning of a regular file. Empty for anything else.
std::string ReadReport(int folder, const std::string& name) {
  const FileDescriptor file(
      ::openat(folder, name.c_str(),
               O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  struct stat status {};
  if (!file.is_open() || ::fstat(file.get(), &status) != 0 ||
      !S_ISREG(status.st_mode)) {
    return {};
  }
  std::string text(Inbox::kMaxReportBytes, '\0');
  const ::ssize_t got = ::read(file.get(), text.data(), text.size());
  text.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
  return text;
}

void AddFiles(int folder, InboxEntry::State state,
              std::vector<InboxEntry>& entries) {
  static_cast<void>(ForEachIn(folder, [&](const std::string& name,
                                          const struct stat& status) {
    if (!S_ISREG(status.st_mode)) return true;
    std::string_view file = name;
    if (state != InboxEntry::State::kWaiting) {
      if (!file.ends_with(kReportSuffix)) return true;
      file.remove_suffix(kReportSuffix.size());
    }
    entries.push_back(
        {std::string(file),
         state,
         std::chrono::sys_seconds(std::chrono::seconds(status.st_mtim.tv_sec)),
         {}});
    return true;
  }));
}

Error AlreadyWaits(const std::string& name) {
  return {ErrorKind::kAlreadyExists,
          "A file " + Quoted(name) +
              " already waits in the inbox: try again when it is taken in."};
}

Error NoInbox() {
  return {ErrorKind::kNotFound,
          "This box takes no files by this way: the option `inbox` names no "
          "folder. Add them by `answerbox add`."};
}

}  // namespace

std::string_view ToString(InboxEntry::State state) noexcept {
  switch (state) {
    case InboxEntry::State::kWaiting:
      return "waiting";
    case InboxEntry::State::kAdded:
      return "added";
    case InboxEntry::State::kRefused:
      break;
  }
  return "refused";
}

IncomingFile::IncomingFile(Inbox& inbox, std::string_view collection,
                           std::string_view name, std::uint64_t bytes)
    : inbox_(inbox), collection_(collection), name_(name), bytes_(bytes) {
  const std::lock_guard lock(inbox_.mutex_);
  Inbox::Usage& coming = inbox_.coming_[collection_];
  coming.bytes += bytes_;
  ++coming.files;
}

IncomingFile::~IncomingFile() {
  if (!held_name_.empty()) ::unlinkat(root_.get(), held_name_.c_str(), 0);
  const std::lock_guard lock(inbox_.mutex_);
  const auto coming = inbox_.coming_.find(collection_);
  coming->second.bytes -= bytes_;
  if (--coming->second.files == 0) inbox_.coming_.erase(coming);
}

Result<void> IncomingFile::Append(std::string_view bytes) {
  if (bytes.size() > bytes_ - received_bytes_) {
    return Rejected("too_large", "The file has more than the " +
                                     std::to_string(bytes_) +
                                     " bytes that it was to have.");
  }
  received_bytes_ += bytes.size();
  digest_.Add(bytes);
  while (!bytes.empty()) {
    const ::ssize_t written = ::write(file_.get(), bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return CannotUse(inbox_.options_.folder, "write to");
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return {};
}

Result<protocol::Digest> IncomingFile::Commit() {
  if (received_bytes_ != bytes_) {
    return Rejected("sha256_mismatch",
                    std::to_string(received_bytes_) + " of " +
                        std::to_string(bytes_) +
                        " bytes have come: send the file again.");
  }
  if (::fsync(file_.get()) != 0) {
    return CannotUse(inbox_.options_.folder, "sync a file in");
  }
  // Out of the inbox itself, which wakes who takes it in.
  if (::renameat2(root_.get(), held_name_.c_str(), folder_.get(), name_.c_str(),
                  RENAME_NOREPLACE) != 0) {
    if (errno == EEXIST) return AlreadyWaits(name_);
    return CannotUse(inbox_.options_.folder, "move a file in");
  }
  held_name_.clear();
  if (::fsync(folder_.get()) != 0) {
    return CannotUse(inbox_.options_.folder, "sync a folder in");
  }
  return digest_.Take();
}

Inbox::Inbox(InboxOptions options) : options_(std::move(options)) {
  const auto root = OpenRoot();
  const auto names = platform::ListDirectory(options_.folder);
  if (!root || !names) return;
  for (const std::string& name : *names) {
    if (name.starts_with(kHeldPrefix)) ::unlinkat(root->get(), name.c_str(), 0);
  }
}

Result<FileDescriptor> Inbox::OpenRoot() const {
  if (options_.folder.empty()) return NoInbox();
  FileDescriptor root(
      ::open(options_.folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!root.is_open()) return CannotUse(options_.folder, "open the inbox");
  return root;
}

bool Inbox::AddUp(int folder, int depth, const Usage& limits, Usage& used) {
  return ForEachIn(folder, [&](const std::string& name,
                               const struct stat& status) {
    if (S_ISDIR(status.st_mode)) {
      const bool is_own = name == kAddedFolder || name == kRefusedFolder;
      if (depth == kDeepest || (depth == 1 && is_own)) return true;
      const FileDescriptor inner = OpenFolderIn(folder, name);
      return !inner.is_open() || AddUp(inner.get(), depth + 1, limits, used);
    }
    used.bytes += static_cast<std::uint64_t>(status.st_size);
    ++used.files;
    return used.bytes <= limits.bytes && used.files <= limits.files;
  });
}

Result<void> Inbox::CheckShare(int root, const std::string& collection,
                               Usage used) const {
  const Usage limits{std::max(options_.max_bytes / 2, options_.max_file_bytes),
                     options_.max_files / 2};
  const FileDescriptor folder = OpenFolderIn(root, collection);
  if (used.bytes <= limits.bytes && used.files <= limits.files &&
      (!folder.is_open() || AddUp(folder.get(), 2, limits, used))) {
    return {};
  }
  return LimitError("Half of the inbox is full of files for collection " +
                    Quoted(collection) +
                    " that wait, and the rest is for others: try again when "
                    "they are taken in.");
}

Result<void> Inbox::CheckRoom(int root, const std::string& collection,
                              std::uint64_t bytes) const {
  const Usage limits{options_.max_bytes, options_.max_files};
  Usage used{bytes, 1};
  Usage coming;
  Usage own = used;
  {
    const std::lock_guard lock(mutex_);
    for (const auto& [name, usage] : coming_) {
      coming.bytes += usage.bytes;
      coming.files += usage.files;
      if (name != collection) continue;
      own.bytes += usage.bytes;
      own.files += usage.files;
    }
  }
  used.bytes += coming.bytes;
  used.files += coming.files;
  const bool fits = used.bytes <= limits.bytes && used.files <= limits.files;
  if (!fits || !AddUp(root, 1, limits, used)) {
    const char* const option =
        used.bytes > limits.bytes ? "inbox_max_bytes" : "inbox_max_files";
    return LimitError("The inbox is full (" + std::string(option) +
                      "): try again when the files that wait in it are taken "
                      "in.");
  }
  if (auto share = CheckShare(root, collection, own); !share) {
    return share;
  }
  const auto available = platform::AvailableBytes(options_.folder);
  if (!available) return StorageError(available.error());
  const std::uint64_t wanted = options_.spare_bytes + coming.bytes + bytes;
  if (*available >= wanted) return {};
  return Error{ErrorKind::kStorage,
               "The disk of the inbox has too little room: " +
                   std::to_string(*available) + " bytes, and not " +
                   std::to_string(wanted) + " (inbox_spare_bytes)."};
}

Result<void> Inbox::CheckFile(std::string_view collection,
                              std::string_view name,
                              std::uint64_t bytes) const {
  if (auto valid = CheckCollectionName(collection); !valid) {
    return valid.error();
  }
  if (collection == kAddedFolder || collection == kRefusedFolder) {
    return Rejected("bad_name", "The inbox has no folder for a collection " +
                                    Quoted(collection) + ".");
  }
  if (auto valid = CheckFileName(name); !valid) return valid.error();
  if (bytes <= options_.max_file_bytes) return {};
  return Rejected("too_large", "The file has " + std::to_string(bytes) +
                                   " bytes, and may have " +
                                   std::to_string(options_.max_file_bytes) +
                                   " (inbox_max_file_bytes).");
}

Result<std::unique_ptr<IncomingFile>> Inbox::Begin(std::string_view collection,
                                                   std::string_view name,
                                                   std::uint64_t bytes) {
  auto root = OpenRoot();
  if (!root) return root.error();
  if (auto valid = CheckFile(collection, name, bytes); !valid) {
    return valid.error();
  }
  if (auto room = CheckRoom(root->get(), std::string(collection), bytes);
      !room) {
    return room.error();
  }
  std::unique_ptr<IncomingFile> file(
      new IncomingFile(*this, collection, name, bytes));
  file->folder_ = OpenOrMakeIn(root->get(), std::string(collection));
  if (!file->folder_.is_open()) {
    return CannotUse(options_.folder, "use a folder in");
  }
  // Nobody sends a long file in vain.
  if (::faccessat(file->folder_.get(), file->name_.c_str(), F_OK,
                  AT_SYMLINK_NOFOLLOW) == 0) {
    return AlreadyWaits(file->name_);
  }
  std::string held_name =
      std::string(kHeldPrefix) + std::to_string(++last_number_);
  file->file_ = FileDescriptor(
      ::openat(root->get(), held_name.c_str(),
               O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0660));
  if (!file->file_.is_open()) {
    return CannotUse(options_.folder, "make a file in");
  }
  file->root_ = std::move(*root);
  file->held_name_ = std::move(held_name);
  if (::fchmod(file->file_.get(), 0660) != 0) {
    return CannotUse(options_.folder, "share a file in");
  }
  return file;
}

Result<std::vector<InboxEntry>> Inbox::List(std::string_view collection) const {
  using State = InboxEntry::State;
  const auto root = OpenRoot();
  if (!root) return root.error();
  if (auto valid = CheckCollectionName(collection); !valid) {
    return valid.error();
  }
  const std::string name(collection);
  std::array<FileDescriptor, 3> folders;  // By state.
  folders[0] = OpenFolderIn(root->get(), name);
  for (const State state : {State::kAdded, State::kRefused}) {
    const FileDescriptor outer =
        OpenFolderIn(root->get(), std::string(ToString(state)));
    if (!outer.is_open()) continue;
    folders[static_cast<std::size_t>(state)] = OpenFolderIn(outer.get(), name);
  }
  std::vector<InboxEntry> entries;
  for (std::size_t i = 0; i < folders.size(); ++i) {
    if (!folders[i].is_open()) continue;
    AddFiles(folders[i].get(), static_cast<State>(i), entries);
  }
  std::ranges::sort(entries, [](const InboxEntry& a, const InboxEntry& b) {
    return a.time != b.time ? a.time > b.time : a.name < b.name;
  });
  if (entries.size() > kMaxListed) entries.resize(kMaxListed);
  for (InboxEntry& entry : entries) {
    if (entry.state == State::kWaiting) continue;
    entry.report =
        ReadReport(folders[static_cast<std::size_t>(entry.state)].get(),
                   entry.name + std::string(kReportSuffix));
  }
  return entries;
}

}  // namespace answerbox::daemon
