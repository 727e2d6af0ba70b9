#include "client/commands/audit/audit_command.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <iostream>
#include <limits>

#include "client/commands/command_line.h"
#include "client/rpc/message.h"
#include "client/terminal/printable.h"
#include "protocol/audit/log_folder.h"

namespace answerbox::client {
namespace {

constexpr std::size_t kSmallFileBytes = std::size_t{1} << 20;

Failure Unreadable(const platform::Error& error) {
  return {ExitCode::kRejected, "unreadable", "can't " + error.Describe()};
}

// The number is read from the file's first line or, where that can't be read,
// from its name.
std::uint64_t FirstRecord(const AuditFile& file) {
  const std::string_view text = file.text();
  const auto prefix = protocol::ReadPrefix(text.substr(0, text.find('\n')));
  if (prefix) return prefix->seq;
  const std::string name = file.path.filename();
  std::uint64_t number = std::numeric_limits<std::uint64_t>::max();
  std::from_chars(name.data(), name.data() + name.size(), number);
  return number;
}

}  // namespace

Outcome<std::vector<AuditFile>> OpenAuditFiles(
    const std::vector<std::string>& files, const std::string& folder) {
  std::vector<std::filesystem::path> paths(files.begin(), files.end());
  if (paths.empty()) {
    const auto listed = protocol::ListLogFiles(folder);
    if (!listed) return Unreadable(listed.error());
    paths = *listed;
  }
  std::vector<AuditFile> opened;
  for (const auto& path : paths) {
    auto file = platform::MappedFile::Open(path);
    if (!file && files.empty() && file.error().code.value() == ENOENT) {
      // The daemon has removed it since the folder was listed, and all before.
      opened.clear();
      continue;
    }
    if (!file) return Unreadable(file.error());
    opened.push_back({path, std::move(*file)});
  }
  if (opened.empty()) {
    return Failure(ExitCode::kRejected, "not_found",
                   "there is no audit log in " + folder);
  }
  // A shell gives names in its own order, and copies may have other names than
  // the log's files.
  std::ranges::stable_sort(opened, {}, FirstRecord);
  return opened;
}

Outcome<std::string> ReadSmallFile(const std::string& path) {
  const auto file = platform::MappedFile::Open(path);
  if (!file) return Unreadable(file.error());
  if (file->bytes().size() > kSmallFileBytes) {
    return Failure(ExitCode::kRejected, "too_large", path + " is too large");
  }
  return std::string(reinterpret_cast<const char*>(file->bytes().data()),
                     file->bytes().size());
}

Outcome<std::vector<protocol::PublicKey>> ReadPublicKeys(
    const std::vector<std::string>& files, const std::string& folder) {
  std::vector<std::string> paths = files;
  const std::string own = folder + "/" + protocol::kPublicKeyFile;
  std::error_code ignored;
  if (paths.empty() && std::filesystem::exists(own, ignored)) {
    paths.push_back(own);
  }
  std::vector<protocol::PublicKey> keys;
  for (const std::string& path : paths) {
    const auto text = ReadSmallFile(path);
    if (!text) return text.error();
    auto key = protocol::PublicKey::Parse(*text);
    if (!key) {
      return Failure(ExitCode::kRejected, "bad_key",
                     path + ": " + key.error().message);
    }
    keys.push_back(std::move(*key));
  }
  return keys;
}

Outcome<protocol::SignedHead> ReadHead(const std::string& text) {
  std::string line = text;
  if (!text.starts_with("answerbox-")) {
    auto read = ReadSmallFile(text);
    if (!read) return read.error();
    line = std::move(*read);
  }
  // A kept head is followed by its key. That key is ignored: only --key names
  // keys to trust.
  const std::size_t key = line.find("\npublic_key ");
  if (key != std::string::npos) line.resize(key);
  while (!line.empty() && (line.back() == '\n' || line.back() == '\r')) {
    line.pop_back();
  }
  auto head = protocol::ParseHead(line);
  if (!head) {
    return Failure(ExitCode::kRejected, "bad_head",
                   "this is no head as `answerbox audit head` prints it: " +
                       line.substr(0, 80));
  }
  return std::move(*head);
}

void EachLine(const std::vector<AuditFile>& files,
              const std::function<bool(std::string_view line)>& take) {
  for (const AuditFile& file : files) {
    std::string_view text = file.text();
    // A last line without its end is still being written, or was torn by a
    // power cut.
    for (std::size_t end; (end = text.find('\n')) != std::string_view::npos;) {
      if (!take(text.substr(0, end))) return;
      text.remove_prefix(end + 1);
    }
  }
}

// `answerbox audit head` and `rotate-key`, which ask the daemon; the other
// commands read the log's files.

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
