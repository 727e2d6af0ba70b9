// `answerbox audit verify`: the first thing that is wrong with a log, if
// anything. Needs no daemon, and nothing secret.
#include <iostream>

#include "daemon/client/commands/audit_command.h"

namespace answerbox::client {
namespace {

struct VerifyOptions : AuditOptions {
  std::vector<std::string> heads;
};

struct Verification {
  daemon::Verifier verifier;
  std::optional<daemon::Finding> finding;
  std::string file;  // Where the finding is.
};

Outcome<Verification> VerifyFiles(const VerifyOptions& options) {
  const auto files = OpenAuditFiles(options.files, options.folder);
  if (!files) return files.error();
  // The folder's own key says nothing that the log does not say itself.
  std::vector<daemon::PublicKey> trusted;
  if (!options.keys.empty()) {
    auto keys = ReadPublicKeys(options.keys, options.folder);
    if (!keys) return keys.error();
    trusted = std::move(*keys);
  }
  Verification done{daemon::Verifier(std::move(trusted)), {}, {}};
  for (const std::string& text : options.heads) {
    auto head = ReadHead(text);
    if (!head) return head.error();
    done.verifier.Expect(std::move(*head));
  }
  for (const AuditFile& file : *files) {
    done.finding = done.verifier.ReadFile(file.text());
    // One file after another: a large log does not stay in memory.
    file.file.Release();
    if (done.finding) {
      done.file = file.path.native();
      return done;
    }
  }
  done.finding = done.verifier.Finish();
  return done;
}

boost::json::object ToJson(const Verification& done) {
  const daemon::Verifier& verifier = done.verifier;
  boost::json::object object{{"intact", !done.finding.has_value()},
                             {"begin", verifier.begin()},
                             {"records", verifier.size() - verifier.begin()},
                             {"signed", verifier.signed_size()},
                             {"heads", verifier.heads()}};
  if (done.finding) {
    object["damage"] =
        boost::json::object{{"kind", std::string(Name(done.finding->damage))},
                            {"first", done.finding->first},
                            {"last", done.finding->last},
                            {"file", done.file},
                            {"offset", done.finding->offset},
                            {"message", done.finding->message}};
  }
  return object;
}

void PrintVerification(const Verification& done, bool has_key) {
  const daemon::Verifier& verifier = done.verifier;
  if (done.finding) {
    std::cout << Name(done.finding->damage) << ": " << done.finding->message;
    if (!done.file.empty()) {
      std::cout << " (" << done.file << ", byte " << done.finding->offset
                << ")";
    }
    std::cout << "\n";
    return;
  }
  std::cout << "intact: records " << verifier.begin() << " to "
            << verifier.size() - 1 << ", " << verifier.heads()
            << " signed heads\n";
  const std::uint64_t tail = verifier.size() - verifier.signed_size();
  if (tail > 1) {
    std::cout << "Records from " << verifier.signed_size()
              << " on are chained, but not signed yet.\n";
  }
  if (!has_key) {
    std::cout << "The signatures were checked by the key that the log itself "
                 "names; --key takes one that was kept elsewhere.\n";
  }
}

Outcome<ExitCode> Verify(const VerifyOptions& options) {
  const Outcome<Verification> done = VerifyFiles(options);
  if (!done) return done.error();
  if (options.common.json) {
    PrintJson(ToJson(*done));
  } else {
    PrintVerification(*done, !options.keys.empty());
  }
  return done->finding ? ExitCode::kRefused : ExitCode::kDone;
}

}  // namespace

void AddAuditVerifyCommand(CLI::App& audit, int& exit_code) {
  CLI::App* command = audit.add_subcommand(
      "verify", "Find the first record that was changed, removed or added");
  const auto options = std::make_shared<VerifyOptions>();
  command->add_option("file", options->files, "Files of a log (default: all)")
      ->type_name("FILE");
  AddFolderOption(*command, *options);
  AddKeyOption(*command, *options);
  command
      ->add_option("--head", options->heads,
                   "A head that was kept, or a file with it: finds truncation")
      ->type_name("HEAD")
      ->allow_extra_args(false);
  CompleteOfflineCommand(*command, options,
                         "Examples:\n"
                         "  answerbox audit verify\n"
                         "  answerbox audit verify --key box.pub --head "
                         "head.txt copy/*.jsonl\n"
                         "Exit codes: 0 intact, 1 damaged.",
                         Verify, exit_code);
}

}  // namespace answerbox::client
