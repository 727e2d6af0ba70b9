#include "client/ingest/input_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <map>
#include <optional>
#include <set>
#include <system_error>
#include <utility>

#include "protocol/names/document_name.h"

namespace answerbox::client {
namespace {

namespace fs = std::filesystem;

Rejection BadName(const char* why) {
  return {RejectionReason::kBadName,
          std::string("its name ") + why + ": rename it"};
}

class Walk {
 public:
  Walk(PictureFiles pictures, FolderLinks links)
      : pictures_(pictures), links_(links) {}

  void Add(const fs::path& given);
  [[nodiscard]] WalkResult Take() && { return std::move(result_); }

 private:
  using FileId = std::pair<dev_t, ino_t>;
  struct Named {
    fs::path path;
    FileId id;
  };

  // Returns the status of `path`, links followed. If nothing is there, adds an
  // entry to `refused` and returns nothing.
  std::optional<struct stat> Status(const fs::path& path,
                                    const std::string& name);
  void AddFile(const fs::path& path, const std::string& name,
               const struct stat& status, Format format);
  void AddFolder(const fs::path& folder, const struct stat& status);
  void AddEntry(const fs::path& path, const std::string& name);
  // Refuses a link that may not be followed.
  bool MayFollow(const fs::path& path, const std::string& name);
  void Refuse(std::string name, RejectionReason reason, std::string message) {
    result_.refused.push_back({std::move(name), {reason, std::move(message)}});
  }
  void Skip(std::string name, RejectionReason reason, std::string message) {
    result_.skipped.push_back({std::move(name), {reason, std::move(message)}});
  }

  [[nodiscard]] std::optional<Format> FormatOfFile(
      const std::string& file_name) const;

  const PictureFiles pictures_;
  const FolderLinks links_;
  fs::path within_;  // As in FoundDocument, for what is found now.
  WalkResult result_;
  std::map<std::string, Named> names_;
  std::set<FileId> folders_;
  // Folders still to be read, the next one last, each with the prefix of its
  // documents' names.
  std::vector<std::pair<fs::path, std::string>> pending_;
};

std::optional<struct stat> Walk::Status(const fs::path& path,
                                        const std::string& name) {
  struct stat status;
  if (stat(path.c_str(), &status) == 0) return status;
  const int error = errno;
  if (error == ELOOP) {
    Refuse(name, RejectionReason::kUnreadable,
           "a symbolic link that leads to itself");
  } else if (error == ENOENT) {
    Refuse(name, RejectionReason::kUnreadable,
           fs::is_symlink(fs::symlink_status(path))
               ? "a symbolic link that leads nowhere"
               : "no such file or folder");
  } else {
    Refuse(name, RejectionReason::kUnreadable,
           "can't be read: " + std::generic_category().message(error));
  }
  return std::nullopt;
}

std::optional<Format> Walk::FormatOfFile(const std::string& file_name) const {
  const auto format = FormatOf(file_name);
  const bool is_taken =
      format != Format::kPicture || pictures_ == PictureFiles::kTaken;
  return is_taken ? format : std::nullopt;
}

// Names of files from a Mac are in another normal form than typed ones: the
// same document would have two names that look alike.
void Walk::AddFile(const fs::path& path, const std::string& name_as_found,
                   const struct stat& status, Format format) {
  const std::string name = protocol::NormalizedDocumentName(name_as_found);
  if (!S_ISREG(status.st_mode)) {
    return Refuse(name, RejectionReason::kNotAFile, "not a regular file");
  }
  if (const auto checked = CheckDocumentName(name); !checked) {
    result_.refused.push_back({name, checked.error()});
    return;
  }
  const FileId id{status.st_dev, status.st_ino};
  // The same file twice is no error, as in `add . handbook.md`. Two files of
  // one name are, since the second would replace the first.
  const auto [entry, is_new] = names_.try_emplace(name, Named{path, id});
  if (!is_new && entry->second.id == id) {
    return Skip(name, RejectionReason::kDuplicateName, "given more than once");
  }
  if (!is_new) {
    return Refuse(name, RejectionReason::kDuplicateName,
                  path.string() + " has the same name as " +
                      entry->second.path.string() +
                      ": add it in a command of its own or rename it");
  }
  result_.documents.push_back({path, name, format,
                               static_cast<std::uint64_t>(status.st_size),
                               within_});
}

bool Walk::MayFollow(const fs::path& path, const std::string& name) {
  std::error_code error;
  if (!fs::is_symlink(fs::symlink_status(path, error))) return true;
  if (links_ == FolderLinks::kRefused) {
    Refuse(name, RejectionReason::kLink,
           "a symbolic link: --follow follows those that stay in the folder");
    return false;
  }
  if (IsWithin(fs::canonical(path, error), within_)) return true;
  Refuse(name, RejectionReason::kLink,
         "a symbolic link out of the folder: name what it leads to");
  return false;
}

void Walk::AddEntry(const fs::path& path, const std::string& name) {
  if (path.filename().native().starts_with('.')) {
    return Skip(name, RejectionReason::kUnknownFormat, "hidden");
  }
  const auto status = Status(path, name);
  if (!status) return;
  if (S_ISDIR(status->st_mode)) {
    if (!MayFollow(path, name)) return;
    // Compares device and inode, as links may form a circle of folders.
    if (!folders_.emplace(status->st_dev, status->st_ino).second) {
      return Skip(name, RejectionReason::kDuplicateName,
                  "a folder that was walked already");
    }
    pending_.emplace_back(path, name + "/");
    return;
  }
  const auto format = FormatOfFile(path.filename().native());
  if (!format) {
    return Skip(name, RejectionReason::kUnknownFormat,
                DescribeUnknownFormat(path.filename().native()));
  }
  if (MayFollow(path, name)) AddFile(path, name, *status, *format);
}

void Walk::AddFolder(const fs::path& folder, const struct stat& status) {
  if (!folders_.emplace(status.st_dev, status.st_ino).second) {
    return Skip(folder.string(), RejectionReason::kDuplicateName,
                "a folder that was walked already");
  }
  std::error_code unresolved;
  within_ = fs::canonical(folder, unresolved);
  if (unresolved) {
    return Refuse(folder.string(), RejectionReason::kUnreadable,
                  "can't be read: " + unresolved.message());
  }
  pending_.emplace_back(folder, "");
  while (!pending_.empty()) {
    // A stack of folders instead of recursion, as a hostile tree may be deeper
    // than our stack.
    const auto [path, prefix] = std::move(pending_.back());
    pending_.pop_back();
    std::error_code error;
    std::vector<fs::path> entries;
    for (fs::directory_iterator entry(path, error), end; !error && entry != end;
         entry.increment(error)) {
      entries.push_back(entry->path());
    }
    if (error) {
      Refuse(path.string(), RejectionReason::kUnreadable,
             "the folder can't be read: " + error.message());
    }
    std::sort(entries.begin(), entries.end());
    const std::size_t first_subfolder = pending_.size();
    for (const fs::path& entry : entries) {
      AddEntry(entry, prefix + entry.filename().native());
    }
    // Subfolders were pushed in the order of names; the next one is taken from
    // the back.
    std::reverse(
        pending_.begin() + static_cast<std::ptrdiff_t>(first_subfolder),
        pending_.end());
  }
}

void Walk::Add(const fs::path& given) {
  const auto status = Status(given, given.string());
  if (!status) return;
  if (S_ISDIR(status->st_mode)) return AddFolder(given, *status);
  const std::string name = given.filename().native();
  const auto format = FormatOfFile(name);
  if (!format) {
    return Refuse(given.string(), RejectionReason::kUnknownFormat,
                  DescribeUnknownFormat(name));
  }
  within_.clear();
  AddFile(given, name, *status, *format);
}

}  // namespace

Conversion<void> CheckDocumentName(std::string_view name) {
  using Fault = protocol::DocumentNameFault;
  switch (protocol::FaultOfDocumentName(name)) {
    case Fault::kNone:
      return {};
    case Fault::kEmpty:
      return BadName("is empty");
    case Fault::kTooLong:
      return BadName("is over 1,024 bytes long");
    case Fault::kNotUtf8:
      return BadName("is not valid UTF-8");
    case Fault::kControlCharacter:
      return BadName("holds a line end or another control character");
    case Fault::kHiddenCharacter:
      return BadName(
          "holds a character that shows nothing or turns the direction of "
          "text");
    case Fault::kBlank:
      return BadName("is blank, or a part of its path is");
    case Fault::kNotRelative:
      break;
  }
  return BadName("is not a plain relative path");
}

WalkResult FindDocuments(std::span<const fs::path> paths, PictureFiles pictures,
                         FolderLinks links) {
  Walk walk(pictures, links);
  for (const fs::path& path : paths) walk.Add(path);
  return std::move(walk).Take();
}

namespace {

Rejection Unreadable(int error) {
  return {RejectionReason::kUnreadable,
          "can't be read: " + std::generic_category().message(error)};
}

Rejection Changed(const char* how) {
  return {RejectionReason::kChanged,
          std::string(how) +
              " while it was read: add it again when nothing "
              "writes to it"};
}

std::string Mebibytes(std::uint64_t bytes) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f MiB",
                static_cast<double>(bytes) / (1u << 20));
  return text;
}

// The kernel says where an open file lies: a folder on its path may have become
// a link since the path was looked at.
bool LiesWithin(int file, const std::filesystem::path& folder) {
  std::error_code error;
  const std::filesystem::path path = std::filesystem::read_symlink(
      "/proc/self/fd/" + std::to_string(file), error);
  return !error && IsWithin(path, folder);
}

}  // namespace

bool IsWithin(const std::filesystem::path& path,
              const std::filesystem::path& folder) {
  return std::mismatch(folder.begin(), folder.end(), path.begin(), path.end())
             .first == folder.end();
}

Conversion<InputFile> InputFile::Open(const std::filesystem::path& path,
                                      const std::filesystem::path& within) {
  // O_NONBLOCK, as opening a FIFO without a writer would wait for ever.
  platform::FileDescriptor file(
      ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
  if (!file.is_open()) {
    if (errno == ENXIO) {
      return Rejection{RejectionReason::kNotAFile, "not a regular file"};
    }
    return Unreadable(errno);
  }
  struct stat status;
  if (fstat(file.get(), &status) != 0) return Unreadable(errno);
  if (!S_ISREG(status.st_mode)) {
    return Rejection{RejectionReason::kNotAFile, "not a regular file"};
  }
  if (!within.empty() && !LiesWithin(file.get(), within)) {
    return Rejection{RejectionReason::kLink,
                     "led out of its folder when it was to be read"};
  }
  return InputFile(std::move(file), status);
}

Conversion<std::string> InputFile::ReadAll(std::size_t max_bytes) const {
  if (size() > max_bytes) {
    return Rejection{RejectionReason::kTooLarge,
                     Mebibytes(size()) + " where " + Mebibytes(max_bytes) +
                         " is the limit: split it into parts"};
  }
  // One byte more than the size shows whether the file grew.
  std::string bytes(static_cast<std::size_t>(size()) + 1, '\0');
  std::size_t used = 0;
  while (used < bytes.size()) {
    const ssize_t count =
        read(file_.get(), bytes.data() + used, bytes.size() - used);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return Unreadable(errno);
    if (count == 0) break;
    used += static_cast<std::size_t>(count);
  }
  if (used > size()) return Changed("grew");
  if (used < size()) return Changed("shrank");
  bytes.resize(used);
  if (const auto same = CheckUnchanged(); !same) return same.error();
  return bytes;
}

// Compares size and time: a writer that replaces bytes in place leaves the
// size, and a quick one leaves the time.
Conversion<void> InputFile::CheckUnchanged() const {
  struct stat now;
  if (fstat(file_.get(), &now) != 0) return Unreadable(errno);
  if (now.st_size > opened_.st_size) return Changed("grew");
  if (now.st_size < opened_.st_size) return Changed("shrank");
  if (now.st_mtim.tv_sec != opened_.st_mtim.tv_sec ||
      now.st_mtim.tv_nsec != opened_.st_mtim.tv_nsec) {
    return Changed("was written to");
  }
  return {};
}

Conversion<ConvertedDocument> LoadDocument(
    const std::filesystem::path& path, Format format,
    const recognition::TextRecognition* recognition,
    const std::filesystem::path& within, const PageDrawing* drawing) {
  const Conversion<InputFile> file = InputFile::Open(path, within);
  if (!file) return file.error();
  if (IsReadFromFile(format)) {
    Conversion<ConvertedDocument> document =
        ConvertFile(format, file->fd(), file->size(), recognition);
    if (drawing != nullptr && document && format == Format::kPdf) {
      const auto drawn = DrawPages(file->fd(), *drawing, *document);
      if (!drawn) document = drawn.error();
    }
    // A file that is still being copied looks damaged. That it is changing is
    // the more useful message.
    if (const auto same = file->CheckUnchanged(); !same) return same.error();
    return document;
  }
  Conversion<std::string> bytes = file->ReadAll(kMaxTextFileBytes);
  if (!bytes) return bytes.error();
  return ConvertBytes(format, *std::move(bytes));
}

}  // namespace answerbox::client
