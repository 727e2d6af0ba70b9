// Shows to somebody without the log that a record is in it.
// docs/audit-format.md, "Proofs".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "daemon/audit/format/merkle_tree.h"
#include "daemon/audit/format/signed_head.h"

namespace answerbox::daemon {

struct RecordProof {
  std::uint64_t record = 0;
  SignedHead head;
  std::vector<Digest> path;  // RFC 6962, 2.1.1.

  // A line of JSON without its end; with the record's line before it, it is all
  // that a checker needs. At most 3 KB for a million records.
  [[nodiscard]] std::string Text() const;
};

// Nothing when it is no proof.
[[nodiscard]] std::optional<RecordProof> ParseProof(std::string_view text);

// What a proof shows about a record's line.
enum class ProofVerdict : std::uint8_t {
  kProven,
  kOtherRecord,   // The line is not what the head was made of.
  kBadSignature,  // The head is not signed by this key.
};
[[nodiscard]] ProofVerdict CheckProof(std::string_view line,
                                      const RecordProof& proof,
                                      const PublicKey& key);

}  // namespace answerbox::daemon
