#include "client/commands/command_line.h"

#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <iostream>
#include <memory>
#include <streambuf>
#include <system_error>
#include <vector>

#include "client/commands/command.h"
#include "client/commands/usage.h"
#include "client/failure.h"
#include "client/terminal/printable.h"
#include "platform/file/standard_descriptors.h"

namespace answerbox::client {
namespace {

constexpr std::size_t kBufferBytes = std::size_t{64} << 10;

// Standard output while a command runs. Reports output that could not be
// written. Only one may live at a time. While it lives, std::cout writes
// through it.
class StandardOutput final : public std::streambuf {
 public:
  StandardOutput();
  StandardOutput(const StandardOutput&) = delete;
  StandardOutput& operator=(const StandardOutput&) = delete;
  ~StandardOutput() override;

  // Writes the buffered rest. Returns the first error that occurred, or 0.
  [[nodiscard]] int Finish();

 protected:
  int_type overflow(int_type character) override;
  int sync() override;

 private:
  std::streambuf* before_;
  std::vector<char> buffer_;
  int error_ = 0;
};

StandardOutput::StandardOutput()
    : before_(std::cout.rdbuf(this)), buffer_(kBufferBytes) {
  setp(buffer_.data(), buffer_.data() + buffer_.size());
}

StandardOutput::~StandardOutput() {
  sync();
  std::cout.rdbuf(before_);  // The stream accepts output again.
}

int StandardOutput::Finish() {
  sync();
  return error_;
}

StandardOutput::int_type StandardOutput::overflow(int_type character) {
  if (sync() != 0) return traits_type::eof();
  if (!traits_type::eq_int_type(character, traits_type::eof())) {
    sputc(traits_type::to_char_type(character));
  }
  return traits_type::not_eof(character);
}

int StandardOutput::sync() {
  const char* at = pbase();
  while (error_ == 0 && at != pptr()) {
    const ssize_t count =
        write(STDOUT_FILENO, at, static_cast<std::size_t>(pptr() - at));
    if (count >= 0) {
      at += count;
    } else if (errno != EINTR) {
      // The error is kept for Finish(): a full disk must not look like success.
      error_ = errno;
    }
  }
  setp(buffer_.data(), buffer_.data() + buffer_.size());
  return error_ == 0 ? 0 : -1;
}

constexpr AddCommand kCommands[] = {
    AddAddCommand,         AddAskCommand,       AddSearchCommand,
    AddContextCommand,     AddSummarizeCommand, AddGroundCommand,
    AddListCommand,        AddShowCommand,      AddRemoveCommand,
    AddCollectionsCommand, AddStatusCommand,    AddDoctorCommand,
    AddAuditCommand,       AddEnergyCommand,    AddUserCommand,
    AddCertificateCommand, AddConvertCommand,   AddEvaluateCommand,
    AddExamCommand,        AddPackCommand,      AddInboxCommand,
    AddBackupCommand,      AddRestoreCommand,   AddSetupCommand};

constexpr const char* kFooter =
    "Examples:\n"
    "  answerbox add handbook/                  add a folder of documents\n"
    "  answerbox ask how long is a vaccine kept  ask what they say\n"
    "  answerbox list                           see what is there\n"
    "\n"
    "Options stand before the command or after it. Exit codes: 0 answered or "
    "done, 1 refused, 2 usage, 3 no daemon, 4 input rejected, 5 daemon "
    "failure, 6 output not written. More: man answerbox";

constexpr ProgramFrame kClient{
    .name = "answerbox",
    .description =
        "Answers questions from your own documents, through answerboxd.",
    .footer = kFooter,
    .add_options = AddCommonOptions,
    .commands = kCommands};

int ParseAndRun(int argc, char** argv, const ProgramFrame& frame) {
  CLI::App program(frame.description, frame.name);
  // Set before any command is added, as commands inherit it.
  program.formatter(std::make_shared<HelpFormat>(
      Terminal::Of(STDOUT_FILENO, ColorChoice::kNever).columns));
  program.require_subcommand(1);
  program.footer(frame.footer);
  CommonOptions before_command;
  frame.add_options(program, before_command);
  int exit_code = static_cast<int>(ExitCode::kDone);
  for (const AddCommand add : frame.commands) add(program, exit_code);
  // CLI11 reports all results, --help included, by exceptions. They end here.
  try {
    program.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    const auto code = static_cast<CLI::ExitCodes>(error.get_exit_code());
    if (code == CLI::ExitCodes::Success) {
      return program.exit(error);  // Help or version: to standard output.
    }
    std::cerr << frame.name << ": " << Escaped(ExplainUsage(program, error))
              << "\nTry \"" << frame.name << " --help\" or \"" << frame.name
              << " COMMAND --help\".\n";
    return static_cast<int>(ExitCode::kUsage);
  }
  return exit_code;
}

}  // namespace

const ProgramFrame& ClientProgram() { return kClient; }

int RunCommandLine(int argc, char** argv, const ProgramFrame& frame) {
  if (!platform::OccupyStandardDescriptors()) {
    return static_cast<int>(ExitCode::kOutputFailed);
  }
  StandardOutput output;
  const int exit_code = ParseAndRun(argc, argv, frame);
  const int error = output.Finish();
  if (error == 0) return exit_code;
  const bool was_carried_out =
      exit_code == static_cast<int>(ExitCode::kDone) ||
      exit_code == static_cast<int>(ExitCode::kRefused);
  std::cerr << frame.name << ": can't write to standard output: "
            << std::generic_category().message(error)
            << (was_carried_out ? " (the command itself was carried out)\n"
                                : "\n");
  return was_carried_out ? static_cast<int>(ExitCode::kOutputFailed)
                         : exit_code;
}

}  // namespace answerbox::client
