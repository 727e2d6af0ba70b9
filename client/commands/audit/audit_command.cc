// `answerbox audit head` and `rotate-key`, which ask the daemon; the other
// commands read the log's files.
#include "client/commands/audit/audit_command.h"

#include <iostream>

#include "client/commands/command_line.h"
#include "client/rpc/message.h"
#include "client/terminal/printable.h"

namespace answerbox::client {
namespace {

struct HeadOptions {
  CommonOptions common;
};

Outcome<ExitCode> PrintHead(const HeadOptions& options, const char* method) {
  const auto result = CallOnce(options.common, method, {});
  if (!result) return result.error();
  if (options.common.json) {
    PrintJson(*result);
  } else {
    // A line of its own, whatever the terminal's width: it is copied.
    std::cout << Escaped(TextAt(AsObject(*result), "head")) << "\n";
  }
  return ExitCode::kDone;
}

Outcome<ExitCode> Head(const HeadOptions& options) {
  return PrintHead(options, "audit.head");
}

Outcome<ExitCode> RotateKey(const HeadOptions& options) {
  return PrintHead(options, "audit.rotate_key");
}

}  // namespace

void AddFolderOption(CLI::App& command, AuditOptions& options) {
  command
      .add_option("--dir", options.folder,
                  "The audit folder (default /var/lib/answerbox/audit)")
      ->type_name("DIR");
}

void AddKeyOption(CLI::App& command, AuditOptions& options) {
  command
      .add_option("--key", options.keys,
                  "A public key to trust (default signing.pub of the folder)")
      ->type_name("FILE")
      ->allow_extra_args(false);
}

void AddAuditCommand(CLI::App& program, int& exit_code) {
  CLI::App* audit = program.add_subcommand(
      "audit", "Verify, sign and read the record of answers");
  audit->require_subcommand(1);
  AddAuditVerifyCommand(*audit, exit_code);
  CLI::App* head = audit->add_subcommand(
      "head", "Print a signed head, short enough for a QR code, to be kept");
  CompleteCommand(*head, std::make_shared<HeadOptions>(),
                  "Examples:\n"
                  "  answerbox audit head > head.txt\n"
                  "  answerbox audit head | qrencode -t utf8",
                  Head, exit_code);
  AddAuditProofCommands(*audit, exit_code);
  AddAuditReadingCommands(*audit, exit_code);
  AddAuditReplayCommand(*audit, exit_code);
  CLI::App* rotate = audit->add_subcommand(
      "rotate-key", "Have heads signed by a new key from now on");
  CompleteCommand(*rotate, std::make_shared<HeadOptions>(),
                  "Examples:\n"
                  "  answerbox audit rotate-key",
                  RotateKey, exit_code);
}

}  // namespace answerbox::client
