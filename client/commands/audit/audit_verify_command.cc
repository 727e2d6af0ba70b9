// `answerbox audit verify`: finds the first fault of a log, if it has any.
// Needs no daemon and no secret.
#include <string>

#include "client/commands/audit/audit_command.h"
#include "protocol/audit/evidence.h"
#include "protocol/audit/log_folder.h"

namespace answerbox::client {
namespace {

struct VerifyOptions : AuditOptions {
  std::vector<std::string> heads;
};

// An earlier log that this one replaced.
struct EarlierLog {
  protocol::AdmittedEvidence admitted;
  // What became of its files, where they were looked for.
  const char* state = "";
};

struct Verification {
  protocol::Verifier verifier;
  std::optional<protocol::Finding> finding;
  std::string file;  // The file with the finding.
  std::vector<EarlierLog> earlier;

  [[nodiscard]] bool is_intact() const { return !finding && earlier.empty(); }
};

// Reads the head that is kept beside the folder. It must be read before the
// log's files, because those grow while a daemon runs.
Outcome<protocol::FoundKeptHead> ReadHeadBeside(const std::string& folder) {
  std::filesystem::path path = std::filesystem::path(folder) / "";
  path = path.parent_path().parent_path() / protocol::kKeptHeadFile;
  auto found = protocol::ReadKeptHead(path);
  if (!found) {
    return Failure(ExitCode::kRejected, "unreadable", found.error().message);
  }
  return std::move(*found);
}

// Returns what the head beside the folder shows to be wrong with the folder,
// apart from what the verifier finds.
std::optional<protocol::Finding> CheckHeadBeside(
    const protocol::FoundKeptHead& found, const protocol::Verifier& verifier) {
  using protocol::KeptHeadState;
  const std::string name = protocol::kKeptHeadFile;
  if (found.state == KeptHeadState::kDamaged) {
    return protocol::Finding{
        protocol::Damage::kChanged, verifier.size(), verifier.size(), 0,
        name +
            ", beside the folder, is damaged: nothing says how long the log "
            "was."};
  }
  if (found.state == KeptHeadState::kMissing) {
    return protocol::Finding{
        protocol::Damage::kTruncated, verifier.size(), verifier.size(), 0,
        name +
            " is not beside the folder: nothing says how long the log was. "
            "To verify a copy without it, name its files."};
  }
  return std::nullopt;
}

const char* StateOf(const protocol::EvidenceRecord& record,
                    const std::filesystem::path& folder) {
  std::error_code ignored;
  if (!std::filesystem::exists(folder / record.folder, ignored)) {
    return "is not there";
  }
  const auto hash = protocol::HashOfEvidence(folder / record.folder);
  return hash && *hash == record.sha256 ? "is there, unchanged"
                                        : "has been changed";
}

Outcome<Verification> VerifyFiles(const VerifyOptions& options) {
  const bool is_folder = options.files.empty();
  auto beside = is_folder ? ReadHeadBeside(options.folder)
                          : Outcome<protocol::FoundKeptHead>({});
  if (!beside) return beside.error();
  const auto files = OpenAuditFiles(options.files, options.folder);
  if (!files) return files.error();
  // The folder's own key proves nothing that the log does not state itself.
  std::vector<protocol::PublicKey> trusted;
  if (!options.keys.empty()) {
    auto keys = ReadPublicKeys(options.keys, options.folder);
    if (!keys) return keys.error();
    trusted = std::move(*keys);
  }
  Verification done{protocol::Verifier(std::move(trusted)), {}, {}, {}};
  for (const std::string& text : options.heads) {
    auto head = ReadHead(text);
    if (!head) return head.error();
    done.verifier.Expect(std::move(*head));
  }
  // A log that was cut off at its end is whole in itself. Only a head that was
  // kept elsewhere shows what is missing.
  if (beside->kept) done.verifier.ExpectBeside(beside->kept->head);
  for (const AuditFile& file : *files) {
    done.finding = done.verifier.ReadFile(file.text());
    // One file after the other, so that a large log does not stay in memory.
    file.file.Release();
    if (done.finding) {
      done.file = file.path.native();
      return done;
    }
  }
  done.finding = done.verifier.Finish();
  if (!done.finding && is_folder) {
    done.finding = CheckHeadBeside(*beside, done.verifier);
  }
  for (const protocol::AdmittedEvidence& admitted : done.verifier.evidence()) {
    done.earlier.push_back(
        {admitted, is_folder ? StateOf(admitted.evidence, options.folder)
                             : "was not looked for"});
  }
  return done;
}

// Returns all that a program needs to find the fault: the kind of damage, the
// records and the byte.
boost::json::object ToJson(const Verification& done) {
  const protocol::Verifier& verifier = done.verifier;
  boost::json::object object{{"intact", done.is_intact()},
                             {"begin", verifier.begin()},
                             {"records", verifier.size() - verifier.begin()},
                             {"signed", verifier.signed_size()},
                             {"heads", verifier.heads()}};
  if (const auto sizes = verifier.NotCompared(); !sizes.empty()) {
    object["not_compared"] = boost::json::array(sizes.begin(), sizes.end());
  }
  if (done.finding) {
    object["damage"] = boost::json::object{
        {"kind", std::string(ToString(done.finding->damage))},
        {"first", done.finding->first},
        {"last", done.finding->last},
        {"file", done.file},
        {"offset", done.finding->offset},
        {"message", done.finding->message}};
  }
  boost::json::array earlier;
  for (const EarlierLog& log : done.earlier) {
    const protocol::EvidenceRecord& record = log.admitted.evidence;
    earlier.push_back(boost::json::object{{"record", log.admitted.record},
                                          {"folder", record.folder},
                                          {"sha256", record.sha256},
                                          {"state", log.state},
                                          {"found", record.found},
                                          {"file", record.file},
                                          {"offset", record.offset},
                                          {"head", record.head}});
  }
  if (!earlier.empty()) object["set_aside"] = std::move(earlier);
  return object;
}

// Describes what was wrong with an earlier log, and where.
std::string WhatWasFound(const protocol::EvidenceRecord& record) {
  if (record.found.empty()) return "The file with that record was not read.";
  return record.found + " (" + record.file + ", byte " +
         std::to_string(record.offset) + ")";
}

void PrintEarlier(const CommonOptions& options,
                  const std::vector<EarlierLog>& earlier) {
  for (const EarlierLog& log : earlier) {
    const protocol::EvidenceRecord& record = log.admitted.evidence;
    PrintSentence(options,
                  "begun anew: record " + std::to_string(log.admitted.record) +
                      " says that an earlier log did not agree with what was "
                      "signed. " +
                      WhatWasFound(record) + " It is kept in " + record.folder +
                      ", which " + log.state + ".");
  }
}

void PrintVerification(const VerifyOptions& options, const Verification& done) {
  const protocol::Verifier& verifier = done.verifier;
  if (done.finding) {
    std::string damage = std::string(ToString(done.finding->damage)) + ": " +
                         done.finding->message;
    if (!done.file.empty()) {
      damage += " (" + done.file + ", byte " +
                std::to_string(done.finding->offset) + ")";
    }
    PrintSentence(options.common, damage);
    return PrintEarlier(options.common, done.earlier);
  }
  PrintEarlier(options.common, done.earlier);
  PrintSentence(options.common,
                (done.earlier.empty() ? "intact: records "
                                      : "The rest is intact: records ") +
                    std::to_string(verifier.begin()) + " to " +
                    std::to_string(verifier.size() - 1) + ", " +
                    std::to_string(verifier.heads()) + " signed heads");
  for (const std::uint64_t size : verifier.NotCompared()) {
    PrintSentence(options.common,
                  "The head of " + std::to_string(size) +
                      " records was compared with nothing: the daemon removed "
                      "the records before " +
                      std::to_string(verifier.begin()) +
                      ", as a signed record says (audit_keep_bytes).");
  }
  const std::uint64_t tail = verifier.size() - verifier.signed_size();
  // The last record may be the newest head itself, which no head signs.
  if (tail > 1) {
    PrintSentence(options.common, "Records from " +
                                      std::to_string(verifier.signed_size()) +
                                      " on are chained, but not signed yet.");
  }
  if (options.keys.empty()) {
    PrintSentence(options.common,
                  "The signatures were checked by the key that the log itself "
                  "names; --key takes one that was kept elsewhere.");
  }
}

Outcome<ExitCode> Verify(const VerifyOptions& options) {
  const Outcome<Verification> done = VerifyFiles(options);
  if (!done) return done.error();
  if (options.common.json) {
    PrintJson(ToJson(*done));
  } else {
    PrintVerification(options, *done);
  }
  return done->is_intact() ? ExitCode::kDone : ExitCode::kRefused;
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
                         "Exit codes: 0 intact, 1 damaged, or begun anew after "
                         "damage.",
                         Verify, exit_code);
}

}  // namespace answerbox::client
