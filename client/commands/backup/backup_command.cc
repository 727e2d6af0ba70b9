// `answerbox backup`: one moment of the daemon's state, as a file.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "client/backup/age.h"
#include "client/backup/archive.h"
#include "client/commands/command.h"
#include "client/commands/command_line.h"
#include "client/commands/interruption.h"
#include "client/rpc/message.h"
#include "client/terminal/human_units.h"
#include "client/terminal/printable.h"
#include "client/terminal/progress_bar.h"
#include "platform/file/directory.h"
#include "platform/file/open_file.h"

namespace answerbox::client {
namespace {

namespace fs = std::filesystem;

struct BackupOptions {
  CommonOptions common;
  std::string file;
  std::string options_folder;  // Empty: kOptionsFolder, if it is there.
  std::string recipient;
};

constexpr const char* kOptionsFolder = "/etc/answerbox";

Failure CannotUse(const platform::Error& error) {
  const int code = error.code.value();
  const bool is_right = code == EACCES || code == EPERM;
  return {ExitCode::kDaemonFailed, "storage",
          "cannot " + error.Describe() +
              (is_right ? ": run this as root or as the daemon's user" : "")};
}

// The names that the daemon has given its files for this backup. While this
// lives, they stay.
class LinkedFiles {
 public:
  // Errors: kDaemonFailed, kRejected.
  [[nodiscard]] static Outcome<LinkedFiles> Hold(const fs::path& state) {
    const fs::path folder = state.parent_path();
    struct stat status {};
    struct stat above {};
    if (::lstat(state.c_str(), &status) != 0 ||
        ::lstat(folder.c_str(), &above) != 0) {
      return CannotUse(platform::LastError("open", state));
    }
    // It is read and removed, perhaps by root: what a daemon says is no reason
    // to do that to any folder of the machine.
    if (!S_ISDIR(status.st_mode) || !S_ISDIR(above.st_mode) ||
        status.st_uid != above.st_uid || state.filename() != "state" ||
        folder.filename() != "backup" ||
        !platform::IsFolder(folder.parent_path() / "collections")) {
      return Failure{ExitCode::kDaemonFailed, "internal",
                     "the daemon names " + state.native() +
                         ", which is no folder of a backup"};
    }
    LinkedFiles files(state.parent_path(), status.st_uid, status.st_gid);
    const ActingAs owner(status.st_uid, status.st_gid);
    auto lock = platform::DirectoryLock::Acquire(files.folder_ / "lock");
    if (!lock) return CannotUse(lock.error());
    files.lock_.emplace(std::move(*lock));
    return files;
  }
  LinkedFiles(LinkedFiles&&) = default;
  LinkedFiles& operator=(LinkedFiles&&) = delete;
  // What can't be removed is removed by the next backup or start.
  ~LinkedFiles() {
    if (!lock_) return;
    const ActingAs owner(user_, group_);
    static_cast<void>(platform::RemoveTree(folder_));
  }

  [[nodiscard]] fs::path state() const { return folder_ / "state"; }
  [[nodiscard]] uid_t user() const noexcept { return user_; }
  [[nodiscard]] gid_t group() const noexcept { return group_; }

 private:
  LinkedFiles(fs::path folder, uid_t user, gid_t group)
      : folder_(std::move(folder)), user_(user), group_(group) {}

  fs::path folder_;
  uid_t user_;
  gid_t group_;
  std::optional<platform::DirectoryLock> lock_;
};

// The file that is written. It gets its name when it is whole.
class OutputFile {
 public:
  [[nodiscard]] static Outcome<OutputFile> Create(const std::string& name) {
    OutputFile file(name);
    if (name == "-") {
      if (::isatty(STDOUT_FILENO) != 0) {
        return Rejected("a backup is not written to a terminal: name a file");
      }
      return file;
    }
    // A device or a pipe can't be replaced by a file that is whole.
    struct stat status {};
    if (::stat(name.c_str(), &status) == 0 && !S_ISREG(status.st_mode)) {
      return Rejected(name +
                      " is no file: write to standard output, -, and "
                      "from there to it");
    }
    // Whatever stands there already, only the owner may read this file.
    file.unfinished_ = name + ".new-XXXXXX";
    file.descriptor_ = platform::FileDescriptor(
        ::mkostemp(file.unfinished_.data(), O_CLOEXEC));
    if (!file.descriptor_.is_open()) {
      return CannotUse(platform::LastError("make", file.unfinished_));
    }
    return file;
  }
  OutputFile(OutputFile&&) = default;
  OutputFile& operator=(OutputFile&&) = delete;
  ~OutputFile() {
    if (descriptor_.is_open()) {
      static_cast<void>(platform::RemoveFile(unfinished_));
    }
  }

  [[nodiscard]] int descriptor() const noexcept {
    return descriptor_.is_open() ? descriptor_.get() : STDOUT_FILENO;
  }
  [[nodiscard]] Outcome<void> CheckRoom(std::uint64_t bytes) const {
    if (!descriptor_.is_open()) return {};
    const auto room = platform::AvailableBytes(unfinished_);
    if (!room || *room >= bytes) return {};
    return Failure{ExitCode::kOutputFailed, "output",
                   "the backup takes " + HumanBytes(bytes) +
                       ", and the disk of " + name_ + " has " +
                       HumanBytes(*room) + " of room"};
  }
  [[nodiscard]] Outcome<void> Finish() {
    if (!descriptor_.is_open()) return {};
    if (::fsync(descriptor_.get()) != 0) {
      return CannotUse(platform::LastError("sync", unfinished_));
    }
    auto done = platform::Rename(unfinished_, name_);
    if (!done) return CannotUse(done.error());
    descriptor_ = platform::FileDescriptor();
    const fs::path folder = fs::path(name_).parent_path();
    done = platform::SyncDirectory(folder.empty() ? "." : folder);
    if (!done) return CannotUse(done.error());
    return {};
  }

 private:
  explicit OutputFile(std::string name) : name_(std::move(name)) {}

  std::string name_;
  std::string unfinished_;
  platform::FileDescriptor descriptor_;  // None: standard output.
};

// Numbers of users and groups differ between machines: only those of root and
// the daemon can be restored.
Outcome<void> GatherOptions(const BackupOptions& options,
                            const LinkedFiles& linked, ArchiveFiles& files) {
  const std::string& named = options.options_folder;
  const fs::path folder = named.empty() ? kOptionsFolder : named;
  if (!platform::IsFolder(folder)) {
    if (named.empty()) return {};
    return Rejected(Escaped(named) +
                    " is no folder: name that of the options, or leave out "
                    "--options");
  }
  return files.AddTree(
      folder, kOptionsTree,
      [&linked](const struct stat& status) -> std::optional<FileOwner> {
        // It says no more than the rights of all others.
        const bool is_group_idle =
            ((status.st_mode >> 3U) & 7U) == (status.st_mode & 7U);
        if (status.st_uid == 0 && (status.st_gid == 0 || is_group_idle)) {
          return FileOwner::kRoot;
        }
        if (status.st_uid == 0 && status.st_gid == linked.group()) {
          return FileOwner::kShared;
        }
        if (status.st_uid == linked.user()) return FileOwner::kDaemon;
        return std::nullopt;
      });
}

Outcome<void> GatherFiles(const BackupOptions& options,
                          const LinkedFiles& linked, ArchiveFiles& files) {
  auto added = GatherOptions(options, linked, files);
  if (!added) return added;
  const std::size_t left_out = files.left_out().size();
  const ActingAs owner(linked.user(), linked.group());
  added = files.AddTree(linked.state(), kStateTree,
                        [](const struct stat&) { return FileOwner::kDaemon; });
  if (!added || files.left_out().size() == left_out) return added;
  return Rejected(files.left_out().back().native() +
                  " does not fit into a backup: it is no regular file, has 8 "
                  "GiB or more, or too long a name");
}

Outcome<void> WriteArchive(const BackupOptions& options, ArchiveFiles& files,
                           OutputFile& output) {
  if (options.recipient.empty()) {
    return files.Write(output.descriptor(), options.file);
  }
  auto age = AgeProcess::Encrypt(options.recipient, output.descriptor());
  if (!age) return age.error();
  auto written = files.Write(age->pipe(), options.file);
  // Why age ended says more than that it takes no more bytes.
  const auto finished = age->Finish();
  return finished ? written : finished;
}

void TellWritten(const BackupOptions& options, const ArchiveFiles& files) {
  for (const fs::path& left_out : files.left_out()) {
    std::cerr << "answerbox: left out " << Escaped(left_out.native())
              << ", which is no regular file: a restore does not bring it "
                 "back\n";
  }
  if (options.file == "-") return;
  const std::uint64_t bytes = files.list.TotalBytes();
  PrintDone(options.common,
            boost::json::object{{"file", options.file},
                                {"files", files.list.files.size()},
                                {"bytes", bytes},
                                {"time", files.list.time}},
            "Wrote " + Escaped(options.file) + ": " +
                Counted(files.list.files.size(), "file") + ", " +
                HumanBytes(bytes) +
                ". `answerbox restore --check` reads it again.");
}

Outcome<ExitCode> Backup(const BackupOptions& options) {
  // A reader that ends early is an error, after which the linked files go.
  static_cast<void>(std::signal(SIGPIPE, SIG_IGN));
  auto connection = Connect(options.common);
  if (!connection) return connection.error();
  auto output = OutputFile::Create(options.file);
  if (!output) return output.error();
  const auto reply = connection->Call("backup", {});
  if (!reply) return reply.error();
  const auto linked = LinkedFiles::Hold(TextAt(AsObject(*reply), "folder"));
  if (!linked) return linked.error();
  ProgressBar bar(options.common.json ? Terminal{} : options.common.Errors());
  const Interruption interruption;
  ArchiveFiles files(linked->user(), linked->group(),
                     [&](std::uint64_t done, std::uint64_t total) {
                       bar.Update({.done_bytes = done, .total_bytes = total});
                       return !interruption.requested();
                     });
  files.list.time = static_cast<std::uint64_t>(
      std::chrono::duration_cast<std::chrono::seconds>(
          std::chrono::system_clock::now().time_since_epoch())
          .count());
  auto done = GatherFiles(options, *linked, files);
  if (done) done = files.Digest();
  if (done) done = output->CheckRoom(files.ArchiveBytes());
  if (done) done = WriteArchive(options, files, *output);
  if (done) done = output->Finish();
  bar.Clear();
  if (!done) return done.error();
  TellWritten(options, files);
  return ExitCode::kDone;
}

}  // namespace

void AddBackupCommand(CLI::App& program, int& exit_code) {
  CLI::App* command = program.add_subcommand(
      "backup", "Write documents, log, users and options into one file");
  const auto options = std::make_shared<BackupOptions>();
  command
      ->add_option("file", options->file,
                   "The file to write; - is standard output")
      ->required()
      ->type_name("FILE");
  command
      ->add_option("--recipient", options->recipient,
                   "Encrypt for this public key of age")
      ->type_name("KEY");
  command
      ->add_option("--options", options->options_folder,
                   "The folder of options (default /etc/answerbox)")
      ->type_name("DIR");
  CompleteCommand(*command, options,
                  "Run it as root: it reads what only the daemon may.\n"
                  "Examples:\n"
                  "  sudo answerbox backup /media/stick/answerbox.tar\n"
                  "  sudo answerbox backup - | ssh nas 'cat > answerbox.tar'\n"
                  "  sudo answerbox backup --recipient age1... box.tar.age",
                  Backup, exit_code);
}

}  // namespace answerbox::client
