// Checks a log: the number of every line, the hash that it repeats, and every
// signed head. Needs only the files and public keys. docs/audit-format.md,
// "Verifying".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/audit/chain.h"
#include "protocol/audit/key_succession.h"

namespace answerbox::protocol {

enum class Damage : std::uint8_t {
  kChanged,
  kRemoved,
  kInserted,
  kReordered,
  kTruncated,  // The log ends within a record, or before the end of a kept
               // head.
  kNotSigned,  // Consistent in itself, but not what a head signed.
  kUntrusted,  // Signed by a key that no trusted key signed.
};
[[nodiscard]] std::string_view ToString(Damage damage) noexcept;

// The first fault of a log. It is about records `first` to `last`; of kRemoved,
// these are missing.
struct Finding {
  Damage damage = Damage::kChanged;
  std::uint64_t first = 0;
  std::uint64_t last = 0;
  std::uint64_t offset = 0;  // Where it was noticed, in bytes of the file.
  std::string message;       // A sentence.
};

struct AdmittedEvidence {
  std::uint64_t record = 0;
  EvidenceRecord evidence;
};

// Reads the files of a log one after the other, in order. A copy can go on from
// the same place.
class Verifier {
 public:
  // If `trusted` is empty, the key that the first file names is trusted. This
  // finds damage, but no forgery.
  explicit Verifier(std::vector<PublicKey> trusted) noexcept
      : trusted_(std::move(trusted)), takes_first_key_(trusted_.empty()) {}

  // Demands that the log agrees with this head, once it is that long.
  void Expect(SignedHead kept) { kept_.push_back(std::move(kept)); }
  // The same for the head beside the log's folder. If the daemon has stopped,
  // this head also says where the log ends.
  void ExpectBeside(SignedHead kept) {
    if (kept.kind == HeadKind::kStopped) end_ = kept.size;
    Expect(std::move(kept));
  }

  // Checks all lines of one file. Takes linear time: two hashes for each
  // record.
  [[nodiscard]] std::optional<Finding> ReadFile(std::string_view text);
  // Checks the kept heads and the signatures. Call it after the last file.
  [[nodiscard]] std::optional<Finding> Finish() const;

  // The records from begin() to before size() were read.
  [[nodiscard]] std::uint64_t size() const noexcept {
    return chain_.tree.size();
  }
  [[nodiscard]] std::uint64_t begin() const noexcept { return chain_.begin; }
  // The number of records that the last good head covers.
  [[nodiscard]] std::uint64_t signed_size() const noexcept {
    return last_head_ ? last_head_->size : chain_.begin;
  }
  [[nodiscard]] const std::optional<SignedHead>& last_head() const noexcept {
    return last_head_;
  }
  [[nodiscard]] std::uint64_t heads() const noexcept { return heads_; }
  // Earlier logs that disagreed with their heads and that this log replaced, as
  // its records say. `found` is empty if the file with that record was not
  // read.
  [[nodiscard]] const std::vector<AdmittedEvidence>& evidence() const noexcept {
    return evidence_;
  }
  // Whether the daemon removed the records of a kept head of so many records,
  // as a record says that a head covers. So the head is compared with nothing.
  [[nodiscard]] bool IsRemoved(std::uint64_t size) const noexcept {
    return size < begin() && begin() <= removed_end_ &&
           removal_ < signed_size();
  }
  // The sizes of kept heads that were compared with nothing.
  [[nodiscard]] std::vector<std::uint64_t> NotCompared() const;
  [[nodiscard]] const Chain& chain() const noexcept { return chain_; }
  [[nodiscard]] const std::vector<PublicKey>& trusted() const noexcept {
    return trusted_;
  }

 private:
  // Reads the first line of the first file.
  [[nodiscard]] std::optional<Finding> Begin(std::string_view line);
  // Reads a line that follows from its predecessor.
  [[nodiscard]] std::optional<Finding> ReadRecord(std::string_view line,
                                                  const LinePrefix& prefix);
  // Reads a record whose content matters for the check.
  [[nodiscard]] std::optional<Finding> ReadSpecial(std::string_view line,
                                                   const LinePrefix& prefix);
  [[nodiscard]] std::optional<Finding> ReadHead(std::string_view line);
  [[nodiscard]] std::optional<Finding> ReadKey(std::string_view line);
  [[nodiscard]] std::optional<Finding> ReadOpen(std::string_view line);
  [[nodiscard]] std::optional<Finding> ReadEvidence(std::string_view line);
  void ReadRemoved(std::string_view line);
  // Finds bytes that editors or copying between systems add.
  [[nodiscard]] std::optional<Finding> FindForeignBytes(std::string_view text,
                                                        std::size_t at,
                                                        std::size_t end) const;
  // Whether the key was in use before, and another one replaced it.
  [[nodiscard]] bool IsReplaced(std::string_view key_id) const;
  [[nodiscard]] std::optional<Finding> CheckKeptHeads() const;
  // Compares the key of a kept head with the one in use where it was made.
  [[nodiscard]] std::optional<Finding> CheckKeysOfKeptHeads() const;
  [[nodiscard]] std::optional<Finding> CheckHead(const SignedHead& head) const;

  Chain chain_;
  std::vector<PublicKey> trusted_;
  KeySuccession keys_;
  std::vector<std::string> used_keys_;  // Ids of keys_, also of earlier ones.
  bool takes_first_key_;
  std::vector<SignedHead> kept_;
  std::optional<std::uint64_t> end_;  // Size of a log that is stopped.
  std::optional<SignedHead> last_head_;
  std::uint64_t heads_ = 0;
  std::uint64_t removal_ = 0;      // The newest `removed` record.
  std::uint64_t removed_end_ = 0;  // It names the records before this one.
  std::vector<AdmittedEvidence> evidence_;
};

// Where a file stops to be a chain. Verifier looks there for what happened.
struct BrokenPlace {
  const Chain& chain;     // Up to the previous line.
  std::string_view text;  // The whole file.
  std::size_t previous;   // Offset of the previous line; npos: other file.
  std::size_t broken;     // Offset of the line that does not follow.
};

// Finds out how a log was damaged, from the lines around the first line that
// does not follow from its predecessor. Takes time linear in the rest of the
// file.
[[nodiscard]] Finding Diagnose(const BrokenPlace& place);

}  // namespace answerbox::protocol
