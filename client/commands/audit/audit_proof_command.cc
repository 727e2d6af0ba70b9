// `answerbox audit prove` and `check-proof`: prove one record to somebody who
// does not have the log.
#include <string>
#include <utility>

#include "client/commands/audit/audit_command.h"
#include "engine/text/whole_number.h"
#include "protocol/audit/proof.h"

namespace answerbox::client {
namespace {

struct ProveOptions : AuditOptions {
  std::string record;
};

struct CheckOptions : AuditOptions {
  std::string proof;
};

// The last head in the log, and the line of the wanted record.
struct Wanted {
  std::optional<protocol::SignedHead> head;
  std::uint64_t record = 0;
  std::string line;
  // Why it is not there, if the files begin after it.
  std::string missing;
};

// Finds the record by its number, or by the run that a reply named.
Wanted FindRecord(const std::vector<AuditFile>& files,
                  const std::string& record) {
  Wanted wanted;
  const auto number = engine::WholeNumber<std::uint64_t>(record);
  const bool is_number = number && record.size() < 16;  // Runs have 16 digits.
  // Quotes within a text are escaped, so only the member itself can match.
  const std::string run = "\"run\":\"" + record + "\"";
  std::string_view last_head;
  bool is_first = true;
  EachLine(files, [&](std::string_view line) {
    const auto prefix = protocol::ReadPrefix(line);
    // A damaged line ends the search; audit verify says what is wrong with it.
    if (!prefix) return false;
    if (std::exchange(is_first, false) && prefix->seq != 0 &&
        !(is_number && number >= prefix->seq)) {
      wanted.missing = "the files begin with record " +
                       std::to_string(prefix->seq) +
                       ": earlier ones were removed or moved away";
    }
    if (prefix->kind == "head") last_head = line;
    if (wanted.line.empty() &&
        (is_number ? prefix->seq == number : line.find(run) != line.npos)) {
      wanted.record = prefix->seq;
      wanted.line = line;
    }
    return true;
  });
  if (!last_head.empty()) wanted.head = protocol::ParseHeadRecord(last_head);
  return wanted;
}

Outcome<protocol::RecordProof> MakeProof(const std::vector<AuditFile>& files,
                                         const Wanted& wanted) {
  const std::string_view text = files.front().text();
  // The first file need not be the first of the log: its first line states the
  // tree of all records before it.
  const auto chain = protocol::ResumeChain(text.substr(0, text.find('\n')));
  if (!chain || chain->tree.size() > wanted.record) {
    return Failure(ExitCode::kRejected, "corrupt",
                   "the log's first file is damaged; audit verify tells more");
  }
  protocol::MerkleProver prover(chain->tree, wanted.record);
  EachLine(files, [&](std::string_view line) {
    prover.Append(protocol::HashLine(line));
    return prover.tree().size() < wanted.head->size;
  });
  // The log may have been changed after the head was signed. A proof made of it
  // would convince nobody.
  if (prover.tree().Root() != wanted.head->root) {
    return Failure(ExitCode::kRejected, "corrupt",
                   "the log is not what its last head was made of; audit "
                   "verify tells more");
  }
  return protocol::RecordProof{wanted.record, *wanted.head, prover.Path()};
}

Outcome<ExitCode> Prove(const ProveOptions& options) {
  const auto files = OpenAuditFiles(options.files, options.folder);
  if (!files) return files.error();
  const Wanted wanted = FindRecord(*files, options.record);
  if (wanted.line.empty()) {
    return Failure(ExitCode::kRejected, "not_found",
                   "no record has the number or the run " + options.record +
                       (wanted.missing.empty() ? "" : "; " + wanted.missing));
  }
  if (!wanted.head || wanted.head->size <= wanted.record) {
    return Failure(ExitCode::kRejected, "not_signed",
                   "no head covers the record yet; `answerbox audit head` has "
                   "one made");
  }
  const auto proof = MakeProof(*files, wanted);
  if (!proof) return proof.error();
  PrintJsonLine(wanted.line);
  PrintJsonLine(proof->Text());
  return ExitCode::kDone;
}

// Parses the two lines that audit prove prints; the first one ends at
// `line_end`. Returns nothing when there are more lines, or fewer.
std::optional<protocol::RecordProof> ReadProof(std::string_view text,
                                               std::size_t line_end) {
  if (line_end == std::string_view::npos) return std::nullopt;
  text.remove_prefix(line_end + 1);
  if (text.empty() || text.find('\n') != text.size() - 1) return std::nullopt;
  text.remove_suffix(1);
  return protocol::ParseProof(text);
}

void PrintVerdict(const CommonOptions& options,
                  const protocol::RecordProof& proof,
                  protocol::ProofVerdict verdict) {
  const bool is_proven = verdict == protocol::ProofVerdict::kProven;
  const boost::json::object json{
      {"proven", is_proven},
      {"record", proof.record},
      {"records", proof.head.size},
      {"time", proof.head.time},
      {"signature", verdict != protocol::ProofVerdict::kBadSignature}};
  if (is_proven) {
    PrintDone(options, json,
              "proven: record " + std::to_string(proof.record) +
                  " was in log " + proof.head.log + " of " +
                  std::to_string(proof.head.size) + " records when key " +
                  proof.head.key + " signed it at " + proof.head.time);
  } else {
    PrintDone(options, json,
              verdict == protocol::ProofVerdict::kOtherRecord
                  ? "not proven: the record is not what the head was made of"
                  : "not proven: no given key has signed this head");
  }
}

Outcome<ExitCode> Check(const CheckOptions& options) {
  const auto text = ReadSmallFile(options.proof);
  if (!text) return text.error();
  const auto keys = ReadPublicKeys(options.keys, options.folder);
  if (!keys) return keys.error();
  const std::size_t end = text->find('\n');
  const auto proof = ReadProof(*text, end);
  if (!proof) {
    return Failure(ExitCode::kRejected, "bad_proof",
                   options.proof +
                       " is no proof as audit prove prints it: the record's "
                       "line, a line of JSON, and nothing else");
  }
  // This verdict stays if no given key is the one that the head names: then
  // nobody who is trusted vouches for the head.
  auto verdict = protocol::ProofVerdict::kBadSignature;
  for (const protocol::PublicKey& key : *keys) {
    if (key.id() != proof->head.key) continue;
    verdict = protocol::CheckProof(std::string_view(*text).substr(0, end),
                                   *proof, key);
  }
  PrintVerdict(options.common, *proof, verdict);
  return verdict == protocol::ProofVerdict::kProven ? ExitCode::kDone
                                                    : ExitCode::kRefused;
}

}  // namespace

void AddAuditProofCommands(CLI::App& audit, int& exit_code) {
  CLI::App* prove = audit.add_subcommand(
      "prove", "Print a record with a proof that it is in the log");
  const auto prove_options = std::make_shared<ProveOptions>();
  prove
      ->add_option("record", prove_options->record,
                   "Its number, or the run that a reply named")
      ->required()
      ->type_name("RECORD");
  prove->add_option("file", prove_options->files, "Files of a log")
      ->type_name("FILE");
  AddFolderOption(*prove, *prove_options);
  CompleteOfflineCommand(*prove, prove_options,
                         "Examples:\n"
                         "  answerbox audit prove 4711 > proof.jsonl",
                         Prove, exit_code);
  CLI::App* check = audit.add_subcommand(
      "check-proof", "Check a proof, without the log, by the public key");
  const auto check_options = std::make_shared<CheckOptions>();
  check->add_option("proof", check_options->proof, "What audit prove printed")
      ->required()
      ->type_name("FILE");
  AddFolderOption(*check, *check_options);
  AddKeyOption(*check, *check_options);
  CompleteOfflineCommand(*check, check_options,
                         "Examples:\n"
                         "  answerbox audit check-proof --key box.pub "
                         "proof.jsonl\n"
                         "Exit codes: 0 proven, 1 not proven.",
                         Check, exit_code);
}

}  // namespace answerbox::client
