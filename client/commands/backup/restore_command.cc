// `answerbox restore`: a backup in the place of the state directory.
#include <fcntl.h>
#include <unistd.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "client/backup/age.h"
#include "client/backup/restore.h"
#include "client/commands/command.h"
#include "client/commands/command_line.h"
#include "client/commands/interruption.h"
#include "client/terminal/human_units.h"
#include "client/terminal/printable.h"
#include "client/terminal/progress_bar.h"
#include "platform/file/open_file.h"

namespace answerbox::client {
namespace {

struct RestoreOptions {
  CommonOptions common;
  std::string file;
  std::string identity;
  std::string state_folder = "/var/lib/answerbox";
  std::string options_folder = "/etc/answerbox";
  bool keep_options = false;
  bool check = false;
};

struct Restored {
  ReplacedFolders replaced;
  std::size_t files = 0;
  std::uint64_t bytes = 0;
};

Outcome<Restored> ReadBackup(const RestoreOptions& options, int descriptor) {
  ProgressBar bar(options.common.json ? Terminal{} : options.common.Errors());
  const Interruption interruption;
  auto reader = ArchiveReader::Open(
      descriptor, options.file, [&](std::uint64_t done, std::uint64_t total) {
        bar.Update({.done_bytes = done, .total_bytes = total});
        return !interruption.requested();
      });
  if (!reader) return reader.error();
  Restored restored{
      {}, reader->list().files.size(), reader->list().TotalBytes()};
  if (options.check) {
    if (auto checked = CheckArchive(*reader); !checked) return checked.error();
    return restored;
  }
  auto replaced = Restore(
      *reader, {options.state_folder,
                options.keep_options ? std::string() : options.options_folder});
  if (!replaced) return replaced.error();
  restored.replaced = std::move(*replaced);
  return restored;
}

Outcome<Restored> ReadDecrypted(const RestoreOptions& options, int descriptor) {
  if (options.identity.empty()) return ReadBackup(options, descriptor);
  // When age refuses a file that it did not write, its message holds raw bytes
  // of that file.
  if (!AgeProcess::MayHaveWritten(descriptor)) {
    return Rejected(Escaped(options.file) +
                    " is not encrypted by age: leave out --identity");
  }
  auto age = AgeProcess::Decrypt(options.identity, descriptor);
  if (!age) return age.error();
  // The reader reads up to the end, and age gives no part that it has not
  // verified: the state is exchanged after that.
  auto read = ReadBackup(options, age->pipe());
  // If age failed, for example by a wrong key, its message explains more than
  // that nothing could be read. Damage ends age, too, but by a signal.
  const auto finished = age->Finish();
  const bool has_failed =
      !finished && finished.error().exit_code == ExitCode::kRejected;
  if (!read && has_failed) return finished.error();
  return read;
}

std::string RestoreSentence(const RestoreOptions& options,
                            const Restored& restored) {
  const std::string what = Escaped(options.file) + ": " +
                           Counted(restored.files, "file") + ", " +
                           HumanBytes(restored.bytes) + ".";
  if (options.check) return "Sound: " + what;
  std::string text = "Restored " + what;
  for (const auto& folder :
       {restored.replaced.state, restored.replaced.options}) {
    if (folder.empty()) continue;
    text += " What was there before is " + Escaped(folder.native()) + ".";
  }
  return text + " Start the daemon, and remove what you no longer need.";
}

Outcome<ExitCode> RestoreBackup(const RestoreOptions& options) {
  std::optional<platform::FileDescriptor> file;
  int descriptor = STDIN_FILENO;
  if (options.file != "-") {
    auto open = platform::OpenRegularFile(options.file, O_RDONLY);
    if (!open) return Rejected("cannot " + open.error().Describe());
    descriptor = file.emplace(std::move(*open)).get();
  }
  const auto restored = ReadDecrypted(options, descriptor);
  if (!restored) {
    Failure failure = restored.error();
    if (!failure.details.contains("state_before")) {
      failure.message += ". Nothing was changed.";
    }
    return failure;
  }
  PrintDone(options.common,
            boost::json::object{
                {"file", options.file},
                {"files", restored->files},
                {"bytes", restored->bytes},
                {"restored", !options.check},
                {"state_before", restored->replaced.state.native()},
                {"options_before", restored->replaced.options.native()}},
            RestoreSentence(options, *restored));
  return ExitCode::kDone;
}

}  // namespace

void AddRestoreCommand(CLI::App& program, int& exit_code) {
  CLI::App* command = program.add_subcommand(
      "restore", "Put a backup in the place of what is there");
  const auto options = std::make_shared<RestoreOptions>();
  command->add_option("file", options->file, "The backup; - is standard input")
      ->required()
      ->type_name("FILE");
  command->add_flag("--check", options->check,
                    "Read and verify all of it, and change nothing");
  command
      ->add_option("--identity", options->identity,
                   "The file with the secret key of age")
      ->type_name("FILE");
  command->add_flag("--keep-options", options->keep_options,
                    "Leave the options as they are");
  command
      ->add_option("--state-dir", options->state_folder,
                   "The daemon's state directory (default /var/lib/answerbox)")
      ->type_name("DIR");
  command
      ->add_option("--options", options->options_folder,
                   "The folder of options (default /etc/answerbox)")
      ->type_name("DIR");
  CompleteOfflineCommand(
      *command, options,
      "Stop the daemon and its sockets before, and run it as root.\n"
      "Examples:\n"
      "  answerbox restore --check answerbox.tar\n"
      "  sudo systemctl stop answerboxd.socket answerboxd\n"
      "  sudo answerbox restore /media/stick/answerbox.tar\n"
      "  sudo systemctl start answerboxd.socket answerboxd",
      RestoreBackup, exit_code);
}

}  // namespace answerbox::client
