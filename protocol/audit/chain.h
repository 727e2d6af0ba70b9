// The chain of records up to some record: the state that a verifier or a writer
// needs for the next one. The records that a verifier reads as JSON are here
// too.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/audit/merkle_tree.h"
#include "protocol/audit/record_line.h"
#include "protocol/audit/signed_head.h"
#include "protocol/audit/signing_key.h"

namespace answerbox::protocol {

// The most records between two heads.
inline constexpr std::uint64_t kMaxRecordsPerHead = 65'536;

// The format that `open` records name. Programs before the first release wrote
// formats with higher numbers, which are refused.
inline constexpr std::uint64_t kLogFormat = 1;

struct Chain {
  std::string log;  // Id; empty: no record was read yet.
  Digest previous{};
  MerkleTree tree;          // Its size is the number of the next record.
  std::uint64_t begin = 0;  // Number of the first record that was read.

  void Append(const Digest& line_hash) {
    tree.Append(line_hash);
    previous = line_hash;
  }
};

// A record of kind `evidence` at the beginning of the log.
struct NamedEvidence {
  std::uint64_t record = 0;
  std::string folder;
  std::string sha256;

  friend bool operator==(const NamedEvidence&, const NamedEvidence&) = default;
};

// The members of an `open` record, the first of each file.
struct OpenRecord {
  std::string log;
  std::string key;         // Id.
  std::string public_key;  // DER.
  std::vector<Digest> peaks;
  std::uint64_t format = kLogFormat;
  // Repeats the evidence of the first file, which may be kept elsewhere. Empty
  // in the first file.
  std::vector<NamedEvidence> set_aside = {};
};
[[nodiscard]] std::optional<OpenRecord> ParseOpenRecord(std::string_view line);
[[nodiscard]] std::string OpenBody(const OpenRecord& record,
                                   std::string_view times);

// The members of a `key` record: another key signs heads from here on.
struct KeyRecord {
  std::string public_key;  // DER of the new key.
  std::string by;          // Id of the old key; empty: it was lost.
  std::string signature;   // By the old key, of Statement.

  [[nodiscard]] std::string Statement(std::string_view log,
                                      std::uint64_t seq) const;
};
[[nodiscard]] std::optional<KeyRecord> ParseKeyRecord(std::string_view line);
[[nodiscard]] std::string KeyBody(const KeyRecord& record,
                                  std::string_view times);

// The members of an `evidence` record: an earlier log was set aside in
// `folder`.
struct EvidenceRecord {
  std::string folder;
  std::string sha256;  // As HashOfEvidence gives it.
  std::string found;   // What is wrong at byte `offset` of `file`; a sentence.
  std::string file;
  std::uint64_t offset = 0;
  std::string head;  // The newest trusted head, or empty.
};
[[nodiscard]] std::optional<EvidenceRecord> ParseEvidenceRecord(
    std::string_view line);
// What later files repeat of an `evidence` record.
[[nodiscard]] std::optional<NamedEvidence> NameEvidence(
    const LinePrefix& prefix, std::string_view line);

[[nodiscard]] std::optional<SignedHead> ParseHeadRecord(std::string_view line);
// The body of a `head` record. It has no members besides the head, and the
// head's time. So every byte of the line follows from the signed text.
[[nodiscard]] std::string HeadBody(const SignedHead& head);

// Whether a line is a JSON object of at most kMaxLineBytes. Other functions
// only hash most lines.
[[nodiscard]] bool IsWellFormed(std::string_view line);

// Starts a chain at the first line of a file, without the files before it.
// Nothing when the line is no `open` record.
[[nodiscard]] std::optional<Chain> ResumeChain(std::string_view line);

}  // namespace answerbox::protocol
