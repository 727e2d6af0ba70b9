// Proofs that a record is in a log, for people who do not have the log.
// docs/audit-format.md, "Proofs".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/audit/merkle_tree.h"
#include "protocol/audit/signed_head.h"

namespace answerbox::protocol {

struct RecordProof {
  std::uint64_t record = 0;
  SignedHead head;
  std::vector<Digest> path;  // RFC 6962, 2.1.1.

  // A line of JSON without its line feed. A checker needs this line and the
  // record's line, nothing else. At most 3 KB for a million records.
  [[nodiscard]] std::string Text() const;
};

// Nothing when `text` is no proof.
[[nodiscard]] std::optional<RecordProof> ParseProof(std::string_view text);

// The result of checking a proof.
enum class ProofVerdict : std::uint8_t {
  kProven,
  kOtherRecord,   // The line is not the record that the head covers.
  kBadSignature,  // The head is not signed by this key.
};
[[nodiscard]] ProofVerdict CheckProof(std::string_view line,
                                      const RecordProof& proof,
                                      const PublicKey& key);

}  // namespace answerbox::protocol
