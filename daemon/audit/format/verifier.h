// Checks a log: every line's place, the hash it repeats, and every signed head.
// Needs the files and public keys alone. docs/audit-format.md, "Verifying".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "daemon/audit/format/chain.h"

namespace answerbox::daemon {

enum class Damage : std::uint8_t {
  kChanged,
  kRemoved,
  kInserted,
  kReordered,
  kTruncated,  // The log ends within a record, or before a head that was kept.
  kNotSigned,  // Consistent in itself, but not what a head was signed for.
  kUntrusted,  // Signed by a key that nobody vouches for.
};
[[nodiscard]] std::string_view ToString(Damage damage) noexcept;

// The first thing that is wrong. Records `first` to `last` are meant; for what
// was removed they are missing.
struct Finding {
  Damage damage = Damage::kChanged;
  std::uint64_t first = 0;
  std::uint64_t last = 0;
  std::uint64_t offset = 0;  // Bytes into the file, where it was noticed.
  std::string message;       // A sentence.
};

struct AdmittedEvidence {
  std::uint64_t record = 0;
  EvidenceRecord evidence;
};

// Reads file after file, in order. Copies go on from the same place.
class Verifier {
 public:
  // Without trusted keys, the key that the first file names is taken: that
  // shows damage, but no forgery.
  explicit Verifier(std::vector<PublicKey> trusted) noexcept
      : trusted_(std::move(trusted)), takes_first_key_(trusted_.empty()) {}

  // The log is to contain what this head says, when it gets that long.
  void Expect(SignedHead kept) { kept_.push_back(std::move(kept)); }
  // The same of the head beside the log's folder, which also says where the log
  // ends when the daemon has stopped.
  void ExpectBeside(SignedHead kept) {
    if (kept.kind == HeadKind::kStopped) end_ = kept.size;
    Expect(std::move(kept));
  }

  // All lines of one file. Linear; two hashes for each record.
  [[nodiscard]] std::optional<Finding> ReadFile(std::string_view text);
  // After the last file: the kept heads, and the signatures.
  [[nodiscard]] std::optional<Finding> Finish() const;

  // Records that were read: all below this, from begin().
  [[nodiscard]] std::uint64_t size() const noexcept {
    return chain_.tree.size();
  }
  [[nodiscard]] std::uint64_t begin() const noexcept { return chain_.begin; }
  // Records that the last good head covers.
  [[nodiscard]] std::uint64_t signed_size() const noexcept {
    return last_head_ ? last_head_->size : chain_.begin;
  }
  [[nodiscard]] const std::optional<SignedHead>& last_head() const noexcept {
    return last_head_;
  }
  [[nodiscard]] std::uint64_t heads() const noexcept { return heads_; }
  // Earlier logs that did not agree with their heads: this one admits that it
  // was begun in their place.
  [[nodiscard]] const std::vector<AdmittedEvidence>& evidence() const noexcept {
    return evidence_;
  }
  // The format that the last file names.
  [[nodiscard]] std::uint64_t format() const noexcept { return format_; }
  [[nodiscard]] const Chain& chain() const noexcept { return chain_; }
  [[nodiscard]] const std::vector<PublicKey>& trusted() const noexcept {
    return trusted_;
  }

 private:
  // The first line of all.
  [[nodiscard]] std::optional<Finding> Begin(std::string_view line);
  // A line that follows from those before it.
  [[nodiscard]] std::optional<Finding> ReadRecord(std::string_view line,
                                                  const LinePrefix& prefix);
  // A record in place whose kind says more than its hash.
  [[nodiscard]] std::optional<Finding> ReadSpecial(std::string_view line,
                                                   const LinePrefix& prefix);
  [[nodiscard]] std::optional<Finding> ReadHead(std::string_view line);
  [[nodiscard]] std::optional<Finding> ReadKey(std::string_view line);
  [[nodiscard]] std::optional<Finding> ReadOpen(std::string_view line);
  [[nodiscard]] std::optional<Finding> ReadEvidence(std::string_view line);
  // Bytes that an editor or a copy between systems adds.
  [[nodiscard]] std::optional<Finding> FindForeignBytes(std::string_view text,
                                                        std::size_t at,
                                                        std::size_t end) const;
  [[nodiscard]] std::optional<Finding> CheckKeptHeads() const;
  [[nodiscard]] std::optional<Finding> CheckHead(const SignedHead& head) const;

  Chain chain_;
  std::vector<PublicKey> trusted_;
  bool takes_first_key_;
  std::vector<SignedHead> kept_;
  std::optional<std::uint64_t> end_;  // Records of a log that is stopped.
  std::optional<SignedHead> last_head_;
  std::uint64_t heads_ = 0;
  std::uint64_t format_ = 0;
  std::vector<AdmittedEvidence> evidence_;
};

}  // namespace answerbox::daemon
