// What a verifier or a writer knows after a record: enough to check or write
// the next one.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "daemon/audit/format/merkle_tree.h"
#include "daemon/audit/format/record_line.h"
#include "daemon/audit/format/signed_head.h"
#include "daemon/audit/format/signing_key.h"

namespace answerbox::daemon {

// Between two heads stand no more records than this.
inline constexpr std::uint64_t kMaxRecordsPerHead = 65'536;

// What `open` records name: 2 since answers name their model and a log is kept
// beside its newest head, 3 since records name their callers, 4 since failed
// logins are on record. Logs of formats 1 to 3 are read, and go on as format 4.
inline constexpr std::uint64_t kLogFormat = 4;

struct Chain {
  std::string log;  // Empty: no record was read yet.
  Digest previous{};
  MerkleTree tree;          // Its size is the next record's place.
  std::uint64_t begin = 0;  // Place of the first record that was read.

  void Append(const Digest& line_hash) {
    tree.Append(line_hash);
    previous = line_hash;
  }
};

// The members of an `open` record, the first of each file.
struct OpenRecord {
  std::string log;
  std::string key;         // Id.
  std::string public_key;  // DER.
  std::vector<Digest> peaks;
  std::uint64_t format = kLogFormat;
};
[[nodiscard]] std::optional<OpenRecord> ParseOpenRecord(std::string_view line);
[[nodiscard]] std::string OpenBody(const OpenRecord& record,
                                   std::string_view times);

// The members of a `key` record: from here on heads are signed by another key.
struct KeyRecord {
  std::string public_key;  // DER of the new key.
  std::string by;          // Id of the old key; empty when that was lost.
  std::string signature;   // By the old key, of Statement.

  [[nodiscard]] std::string Statement(std::string_view log,
                                      std::uint64_t seq) const;
};
[[nodiscard]] std::optional<KeyRecord> ParseKeyRecord(std::string_view line);
[[nodiscard]] std::string KeyBody(const KeyRecord& record,
                                  std::string_view times);

// The members of an `evidence` record: an earlier log is set aside in `folder`.
struct EvidenceRecord {
  std::string folder;
  std::string sha256;  // As HashOfEvidence gives it.
  std::string found;   // A sentence; where: byte `offset` of `file`.
  std::string file;
  std::uint64_t offset = 0;
  std::string head;  // The newest one that could be trusted, or empty.
};
[[nodiscard]] std::optional<EvidenceRecord> ParseEvidenceRecord(
    std::string_view line);

[[nodiscard]] std::optional<SignedHead> ParseHeadRecord(std::string_view line);
// A head has no members of its own: its time is the head's, so that every byte
// of the line follows from what is signed.
[[nodiscard]] std::string HeadBody(const SignedHead& head);

// Starts a chain at a file's first line, when no file before it is at hand.
// Nothing when the line is no open record.
[[nodiscard]] std::optional<Chain> ResumeChain(std::string_view line);

}  // namespace answerbox::daemon
