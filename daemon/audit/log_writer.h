// Writes the log: a chain of lines, in files that rotate, with signed heads;
// and finds and reads its oldest files before they are removed, when it passes
// its bound. docs/audit-format.md.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "daemon/audit/audit_options.h"
#include "daemon/audit/key_files.h"
#include "daemon/audit/recovery.h"
#include "daemon/error.h"
#include "platform/file/appended_file.h"
#include "protocol/audit/chain.h"
#include "protocol/audit/digest.h"
#include "protocol/audit/evidence.h"
#include "protocol/audit/known_state.h"
#include "protocol/audit/record_line.h"

namespace answerbox::daemon {

// The oldest file of a log. All of it is what was written.
struct OldestFile {
  std::filesystem::path path;
  std::string log;      // Id.
  std::string members;  // Of the record, after the times.
};

// The bytes of the log's files; 0 for what can't be read.
[[nodiscard]] std::uint64_t LogBytes(const std::filesystem::path& folder);

// The files that must go so that the log has at most `keep_bytes`, the oldest
// first, and the file after them. Empty if none must go, or may: the newest two
// stay, as the kept head may end in the one before the newest. Errors:
// kStorage.
[[nodiscard]] Result<std::vector<std::filesystem::path>> ListSurplus(
    const std::filesystem::path& folder, std::uint64_t keep_bytes);

// Reads all of the oldest file and the first line of the next one. Takes two
// hashes a record and one of the file. Errors: kStorage; kCorrupt if one of
// them has been changed.
//   next_hash  of the first line of `next`, when that file was good
[[nodiscard]] Result<OldestFile> ReadOldest(const std::filesystem::path& path,
                                            const std::filesystem::path& next,
                                            const Digest& next_hash);

// The most bytes of one Append. A power cut tears at most this and a head. Each
// Append is synced, so smaller batches would let the disk limit the records per
// second.
inline constexpr std::size_t kMaxBatchBytes = std::size_t{1} << 20;

// Used by one thread; AuditLog has the queue for other threads.
class LogWriter {
 public:
  // Makes the folder and its keys, or goes on after the last whole record. A
  // torn end is moved to a file of its own, and a record names that. A log that
  // disagrees with its newest head is set aside, and a new one begins;
  // evidence() lists such logs.
  //   distrust  what is wrong with the present log, if that is known
  //   known     what the log told before, for a new one after a log that was
  //             set aside; gets what it tells now, even if the opening then
  //             fails
  // Errors: kStorage; kCorrupt for a damaged key, and for a log or key in the
  // format of another version, which stay as they are.
  [[nodiscard]] static Result<LogWriter> Open(
      LogOptions options, std::optional<Disagreement> distrust = {},
      KnownState* known = nullptr);

  // Returns what known() would have after Open, for a log that is not opened:
  // it is off, or the disk takes no records. Errors: kStorage; kCorrupt if Open
  // would set the log aside.
  [[nodiscard]] static Result<KnownState> ReadKnown(LogOptions options);

  // Appends all of the records or none, in one write. They are not synced.
  //   bodies  as AppendLine takes them; at most kMaxBatchBytes in all
  // Errors: kStorage; the log is then unchanged.
  [[nodiscard]] Result<void> Append(std::span<const std::string_view> bodies);

  // Returns when the appended records are on the disk. Errors: kStorage; then
  // is_broken().
  [[nodiscard]] Result<void> Sync();

  // Signs all records, unless they are signed already. Syncs before and after.
  // Errors: kStorage, kInternal.
  [[nodiscard]] Result<void> AppendHead();

  // Signs all records, and gives the log's files second names in `folder`; the
  // present one is copied. Errors: as AppendHead.
  [[nodiscard]] Result<void> LinkFiles(const std::filesystem::path& folder);

  // Makes a new key that signs from now on. The old key signs the new one, and
  // a head by each key encloses the change. Errors: kStorage, kInternal.
  [[nodiscard]] Result<void> RotateKey();

  // Removes the oldest file, after a record of it and a head that covers that
  // record are on the disk. After an error, or a power cut, the file may still
  // be there with its record. Errors: kStorage, also if `file` is of a log that
  // was set aside; kInternal.
  [[nodiscard]] Result<void> RemoveOldest(const OldestFile& file);

  // Signs all records, and that nothing follows. Call it last. Errors: as
  // AppendHead.
  [[nodiscard]] Result<void> End();

  // The last head that this object wrote; nothing if it wrote none.
  [[nodiscard]] const std::optional<SignedHead>& head() const noexcept {
    return head_;
  }
  [[nodiscard]] std::uint64_t size() const noexcept {
    return chain_.tree.size();
  }
  // The number of records that no head covers.
  [[nodiscard]] std::uint64_t unsigned_records() const noexcept {
    return size() - signed_end_;
  }
  [[nodiscard]] const std::string& log() const noexcept { return chain_.log; }
  // What the log tells of users and collections. Each file repeats it at its
  // beginning.
  [[nodiscard]] const KnownState& known() const noexcept { return known_; }
  // Earlier logs that were set aside, in order.
  [[nodiscard]] const std::vector<Evidence>& evidence() const noexcept {
    return evidence_;
  }
  // Returns whether a sync failed, a torn write could not be cut off, or a new
  // key could not be stored. Nothing more can then be appended, and it is
  // unknown which records since the last Sync are on the disk. Go on with
  // DropUnsynced and then Open.
  [[nodiscard]] bool is_broken() const noexcept {
    return is_key_unknown_ || file_.is_broken();
  }
  // Cuts off records that were not synced. Only the destructor may be called
  // afterwards. Errors: kStorage; then it may be tried again.
  [[nodiscard]] Result<void> DropUnsynced() const;
  // The number of records, among size(), that DropUnsynced cuts off.
  [[nodiscard]] std::uint64_t unsynced_records() const noexcept {
    return size() - synced_size_;
  }

 private:
  LogWriter(LogOptions options, SigningKey key, Chain chain,
            platform::AppendedFile file);

  // Begins a log where there is none, or after setting one aside.
  //   key    nothing: a new one is made, and the key files are set aside too
  //   found  what is wrong with the log that is set aside; null: there is none
  //   known  what the log before told, if that is sure
  static Result<LogWriter> BeginNew(LogOptions options,
                                    std::optional<SigningKey> key,
                                    const Disagreement* found,
                                    KnownState known);
  // Precondition: the kept head of no records and the key are stored.
  static Result<LogWriter> Begin(LogOptions options, SigningKey key,
                                 Chain chain, KnownState known);
  static Result<LogWriter> Resume(LogOptions options, SigningKey key,
                                  WholePart whole);
  [[nodiscard]] bool IsFileFull() const;
  // Continues the log in a new file.
  [[nodiscard]] Result<void> Rotate();
  // Makes the file that begins with the chain's next record, with an `open`
  // record that names `set_aside`, and `bodies`.
  [[nodiscard]] static Result<platform::AppendedFile> MakeFile(
      const LogOptions& options, const SigningKey& key, Chain& chain,
      const std::vector<NamedEvidence>& set_aside,
      std::span<const std::string> bodies = {});
  // Stores a head of all records beside the folder. Precondition: all records
  // are synced.
  [[nodiscard]] Result<void> KeepHead(HeadKind kind = HeadKind::kKept);
  [[nodiscard]] Result<void> AppendOne(std::string_view body);
  // The body of a `state` record of known_; nothing if the log knows nothing.
  [[nodiscard]] static std::vector<std::string> StateOf(
      const KnownState& known, const LogOptions& options);

  LogOptions options_;
  SigningKey key_;
  Chain chain_;
  platform::AppendedFile file_;
  std::int64_t file_begun_us_ = 0;
  // Bytes of the records that begin the file. They do not count for its length:
  // a long `state` record must not fill it.
  std::uint64_t beginning_bytes_ = 0;
  KnownState known_;
  std::uint64_t signed_end_ = 0;   // First record that no head covers.
  std::uint64_t synced_size_ = 0;  // First record that may not be on the disk.
  std::uint64_t kept_size_ = 0;    // Records that the kept head covers.
  // Whether the log's last key may differ from the stored one.
  bool is_key_unknown_ = false;
  std::vector<Evidence> evidence_;
  // The evidence that the log's first file names.
  std::vector<NamedEvidence> set_aside_;
  std::optional<SignedHead> head_;
  // Used by Append; members to reuse their memory.
  std::string buffer_;
  std::vector<Digest> hashes_;
};

}  // namespace answerbox::daemon
