// Writes the log: lines in a chain, files that rotate, signed heads. For one
// thread; AuditLog puts a queue before it. docs/audit-format.md.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "daemon/audit/format/chain.h"
#include "daemon/audit/format/evidence.h"
#include "daemon/audit/format/record_time.h"
#include "daemon/audit/key_files.h"
#include "daemon/audit/recovery.h"
#include "daemon/error.h"
#include "platform/file/appended_file.h"

namespace answerbox::daemon {

// One Append writes no more; so no more than this, and a head, can be torn.
// Each is synced: smaller ones would have a disk bound the records in a second.
inline constexpr std::size_t kMaxBatchBytes = std::size_t{1} << 20;

struct LogOptions {
  std::filesystem::path folder;
  // Where the kept head is stored; empty: kKeptHeadFile beside the folder.
  std::filesystem::path head_file = {};
  // A file that reached either gives way to a new one.
  std::uint64_t file_bytes = std::uint64_t{8} << 20;
  std::int64_t file_age_us = std::int64_t{7} * 24 * 3'600'000'000;
  // Whether a power cut may tear more than one batch: nothing was synced.
  bool is_synced = true;
  RecordClock clock = Now;
};

class LogWriter {
 public:
  // Makes the folder and its keys, or goes on after the last whole record. A
  // torn end is set aside in a file of its own and told of in a record. A log
  // that does not agree with its newest head is set aside whole, and a new one
  // begins that names it: evidence() tells.
  //   distrust  what is wrong with the log that is there, if that is known
  // Errors: kStorage; kCorrupt for a damaged key.
  [[nodiscard]] static Result<LogWriter> Open(
      LogOptions options, std::optional<Disagreement> distrust = {});

  // All of the records or none, in one write. Not yet on the disk.
  //   bodies  as AppendLine takes them; kMaxBatchBytes in all
  // Errors: kStorage; the log is then as before.
  [[nodiscard]] Result<void> Append(std::span<const std::string_view> bodies);

  // What was appended is on the disk when this returns. Errors: kStorage, and
  // then is_broken().
  [[nodiscard]] Result<void> Sync();

  // Signs what there is, unless it is signed already, and syncs before and
  // after. Errors: kStorage, kInternal.
  [[nodiscard]] Result<void> AppendHead();

  // A new key, signed by the old one, signs from now on; a head by each stands
  // around the change. Errors: kStorage, kInternal.
  [[nodiscard]] Result<void> RotateKey();

  // Signs what there is, and that nothing follows: the last thing to be done.
  // Errors: as AppendHead.
  [[nodiscard]] Result<void> End();

  // The last one that was written; nothing since the file began.
  [[nodiscard]] const std::optional<SignedHead>& head() const noexcept {
    return head_;
  }
  [[nodiscard]] std::uint64_t size() const noexcept {
    return chain_.tree.size();
  }
  // Records that no head covers.
  [[nodiscard]] std::uint64_t unsigned_records() const noexcept {
    return size() - signed_end_;
  }
  [[nodiscard]] const std::string& log() const noexcept { return chain_.log; }
  // Earlier logs that were set aside, in order.
  [[nodiscard]] const std::vector<Evidence>& evidence() const noexcept {
    return evidence_;
  }
  // A sync failed, a torn write could not be cut off, or a new key could not be
  // stored: nothing more can be appended, and nobody knows what of the records
  // since the last Sync is on the disk. DropUnsynced and Open go on from there.
  [[nodiscard]] bool is_broken() const noexcept {
    return is_key_unknown_ || file_.is_broken();
  }
  // Cuts off what was not synced. The last thing to be done with this object.
  // Errors: kStorage; then it may be tried again.
  [[nodiscard]] Result<void> DropUnsynced() const;
  // Records, of those in size(), that DropUnsynced takes.
  [[nodiscard]] std::uint64_t unsynced_records() const noexcept {
    return size() - synced_size_;
  }

 private:
  LogWriter(LogOptions options, SigningKey key, Chain chain,
            platform::AppendedFile file);

  // All of Open but the key's file, which is written anew last.
  static Result<LogWriter> OpenLog(LogOptions options, LoadedSigningKey loaded,
                                   bool had_key,
                                   std::optional<Disagreement> distrust);
  static Result<LogWriter> Begin(LogOptions options, SigningKey key);
  static Result<LogWriter> Resume(LogOptions options, SigningKey key,
                                  WholePart whole);
  [[nodiscard]] bool IsFileFull() const;
  // Goes on in a new file.
  [[nodiscard]] Result<void> Rotate();
  // Makes the file that begins with the chain's next record, and `bodies`.
  [[nodiscard]] static Result<platform::AppendedFile> MakeFile(
      const LogOptions& options, const SigningKey& key, Chain& chain,
      std::span<const std::string> bodies = {});
  // Stores a head of all that there is, beside the folder. Precondition: it is
  // synced.
  [[nodiscard]] Result<void> KeepHead(HeadKind kind = HeadKind::kKept);
  [[nodiscard]] Result<void> AppendOne(std::string_view body);

  LogOptions options_;
  SigningKey key_;
  Chain chain_;
  platform::AppendedFile file_;
  std::int64_t file_begun_us_ = 0;
  std::uint64_t signed_end_ = 0;   // First record that no head covers,
  std::uint64_t synced_size_ = 0;  // or that may not be on the disk.
  std::uint64_t kept_size_ = 0;    // Records that the kept head covers.
  // Whether the log names a key that may not be the stored one.
  bool is_key_unknown_ = false;
  std::vector<Evidence> evidence_;
  std::optional<SignedHead> head_;
  // Of the batch at hand; kept for their room.
  std::string buffer_;
  std::vector<Digest> hashes_;
};

}  // namespace answerbox::daemon
