#include "daemon/protocol/mqtt/journal/journal_file.h"

#include <algorithm>
#include <cerrno>
#include <random>
#include <span>
#include <utility>
#include <variant>

#include "daemon/protocol/mqtt/journal/change_codec.h"
#include "engine/index/format/checksum.h"
#include "platform/file/directory.h"
#include "platform/file/file_writer.h"
#include "platform/file/mapped_file.h"

namespace answerbox::daemon::mqtt {
namespace {

// Ends with the version, which is 2 since a session's place is there, and 3
// since a message says what it quotes.
constexpr std::string_view kFileMagic = "ABMQTTS3";
constexpr char kOldestVersion = '1';
constexpr std::string_view kBatchMagic = "ABSB";
constexpr std::size_t kHeadChecksumAt = kBatchHeadBytes - 4;

void PutInteger(std::string& out, std::uint64_t value, std::size_t bytes) {
  for (std::size_t i = bytes; i > 0; --i) {
    out.push_back(static_cast<char>(value >> (8 * (i - 1))));
  }
}

std::uint64_t GetInteger(std::string_view bytes) noexcept {
  std::uint64_t value = 0;
  for (const char each : bytes) {
    value = (value << 8) | static_cast<unsigned char>(each);
  }
  return value;
}

std::uint32_t ChecksumOf(std::string_view bytes) noexcept {
  return engine::ComputeChecksum(std::as_bytes(std::span(bytes)));
}

// The file's id is included in the checksum, as if it preceded the head. So a
// batch of an older file, in blocks that the file system has reused, is not
// mistaken for one of this file.
std::uint32_t HeadChecksum(std::uint64_t file_id, std::string_view head) {
  std::string id;
  PutInteger(id, file_id, 8);
  engine::Checksum checksum;
  checksum.Add(std::as_bytes(std::span(id)));
  checksum.Add(std::as_bytes(std::span(head)));
  return checksum.value();
}

std::span<const std::byte> BytesOf(std::string_view text) noexcept {
  return std::as_bytes(std::span(text));
}

// The id need not be secret, only different from that of the earlier file.
std::uint64_t MakeFileId() {
  std::random_device random;
  return (std::uint64_t{random()} << 32) | random();
}

}  // namespace

std::string MakeFileHead(std::uint64_t file_id) {
  std::string head(kFileMagic);
  PutInteger(head, file_id, 8);
  return head;
}

std::string MakeBatchHead(std::uint64_t file_id, const Batch& batch) {
  std::string head(kBatchMagic);
  PutInteger(head, batch.body.size(), 4);
  PutInteger(head, batch.number, 8);
  PutInteger(head, static_cast<std::uint64_t>(batch.time_ms), 8);
  PutInteger(head, ChecksumOf(batch.body), 4);
  PutInteger(head, HeadChecksum(file_id, head), 4);
  return head;
}

namespace {

bool IsKnown(char version) noexcept {
  return version >= kOldestVersion && version <= kFileMagic.back();
}

}  // namespace

// Treats every other digit as a version, although a flipped bit may have made
// it. A damaged file that is refused loses nothing, but replacing a later
// version's file would lose everything.
bool IsOfOtherVersion(std::string_view bytes) noexcept {
  const std::string_view name = kFileMagic.substr(0, kFileMagic.size() - 1);
  if (bytes.size() < kFileMagic.size() || !bytes.starts_with(name)) {
    return false;
  }
  const char version = bytes[name.size()];
  return version >= '0' && version <= '9' && !IsKnown(version);
}

FileReader::FileReader(std::string_view bytes) noexcept : bytes_(bytes) {
  const std::string_view name = kFileMagic.substr(0, kFileMagic.size() - 1);
  if (bytes.size() < kFileHeadBytes || !bytes.starts_with(name) ||
      !IsKnown(bytes[name.size()])) {
    state_ = State::kDamaged;
    return;
  }
  has_quotes_ = bytes[name.size()] == kFileMagic.back();
  file_id_ = GetInteger(bytes.substr(kFileMagic.size(), 8));
  at_ = kFileHeadBytes;
}

// The head's checksum is compared first, as its length says how much to read.
bool FileReader::ReadHead(std::size_t at, Head& head) const noexcept {
  const std::string_view bytes = bytes_.substr(at, kBatchHeadBytes);
  if (bytes.size() < kBatchHeadBytes || !bytes.starts_with(kBatchMagic)) {
    return false;
  }
  if (GetInteger(bytes.substr(kHeadChecksumAt)) !=
      HeadChecksum(file_id_, bytes.substr(0, kHeadChecksumAt))) {
    return false;
  }
  head.body_bytes = static_cast<std::uint32_t>(GetInteger(bytes.substr(4, 4)));
  head.batch.number = GetInteger(bytes.substr(8, 8));
  head.batch.time_ms =
      static_cast<std::int64_t>(GetInteger(bytes.substr(16, 8)));
  head.body_checksum =
      static_cast<std::uint32_t>(GetInteger(bytes.substr(24, 4)));
  return true;
}

// Distinguishes torn from damaged. Each batch is synced before the next one
// begins. So an incomplete batch was never acknowledged if it is the last one;
// if another one follows, it was complete once.
bool FileReader::Next(Batch& batch) noexcept {
  if (state_ != State::kReading) return false;
  if (at_ == bytes_.size() && next_number_ > kFirstBatch) {
    state_ = State::kWhole;
    return false;
  }
  Head head;
  if (ReadHead(at_, head) && head.batch.number == next_number_) {
    const std::string_view body =
        bytes_.substr(at_ + kBatchHeadBytes, head.body_bytes);
    if (body.size() == head.body_bytes &&
        ChecksumOf(body) == head.body_checksum) {
      batch = head.batch;
      batch.body = body;
      at_ += kBatchHeadBytes + body.size();
      ++next_number_;
      return true;
    }
  }
  // A file is created with its first batch, which is synced, so that one can't
  // be torn.
  state_ = next_number_ == kFirstBatch || HasLaterBatch() ? State::kDamaged
                                                          : State::kTorn;
  return false;
}

// Checks every place where a head might begin: if the length of a batch is
// damaged, nobody knows where the next one is.
bool FileReader::HasLaterBatch() const noexcept {
  for (std::size_t at = bytes_.find(kBatchMagic, at_ + 1);
       at != std::string_view::npos; at = bytes_.find(kBatchMagic, at + 1)) {
    Head head;
    if (ReadHead(at, head) && head.batch.number > next_number_) return true;
  }
  return false;
}

// The new file is complete and synced under another name before it replaces the
// old one. A power cut leaves one of the two.
platform::Result<void> JournalWriter::Begin(std::string_view body,
                                            std::int64_t time_ms) {
  file_.reset();
  file_id_ = MakeFileId();
  const std::string head =
      MakeFileHead(file_id_) +
      MakeBatchHead(file_id_,
                    {.number = kFirstBatch, .time_ms = time_ms, .body = body});
  auto made = platform::AtomicFile::Create(path_);
  if (!made) return made.error();
  if (auto put = made->Append(BytesOf(head)); !put) return put;
  if (auto put = made->Append(BytesOf(body)); !put) return put;
  if (auto committed = made->Commit(); !committed) return committed;
  auto opened = platform::AppendedFile::Open(path_, head.size() + body.size());
  if (!opened) return opened.error();
  file_.emplace(std::move(*opened));
  next_batch_ = kFirstBatch + 1;
  return {};
}

platform::Result<void> JournalWriter::Append(std::string_view body,
                                             std::int64_t time_ms) {
  const std::string head = MakeBatchHead(
      file_id_, {.number = next_batch_, .time_ms = time_ms, .body = body});
  // Head and body are appended separately, so that the body is not copied.
  auto done = file_->Append(BytesOf(head));
  if (done) done = file_->Append(BytesOf(body));
  if (done) done = file_->Sync();
  if (!done) file_.reset();
  ++next_batch_;
  return done;
}

namespace {

// Returns the time of the newest batch. It sets the clock by which the times of
// the file's changes are read.
std::int64_t FindNewestTime(std::string_view bytes) {
  FileReader reader(bytes);
  std::int64_t newest = 0;
  for (Batch batch; reader.Next(batch);) {
    newest = std::max(newest, batch.time_ms);
  }
  return newest;
}

// Applies a batch. Returns false if a change is malformed, or a step has no
// end: batches hold whole steps, so no step is in two of them.
bool ApplyBatch(std::string_view body, const StoredClock& clock,
                bool has_quotes, Restorer& restorer) {
  ChangeReader reader(body, clock, has_quotes);
  bool is_in_step = false;
  while (!reader.is_at_end()) {
    const ChangeReader::Read read = reader.Next();
    if (std::holds_alternative<ChangeReader::Malformed>(read)) return false;
    const Change* change = std::get_if<Change>(&read);
    is_in_step = change != nullptr;
    if (change != nullptr) {
      restorer.Apply(*change);
    } else {
      restorer.EndStep();
    }
  }
  return !is_in_step;
}

std::filesystem::path KeptPath(std::filesystem::path file) {
  return file += kDamagedSuffix;
}

// Gives the file a second name, and sets its time to when it was found. The
// first name stays until the file is replaced: after a power cut before that,
// the damage is found again.
platform::Result<void> KeepDamaged(const std::filesystem::path& file) {
  const std::filesystem::path damaged = KeptPath(file);
  if (auto gone = platform::RemoveFile(damaged); !gone) return gone;
  if (!platform::Link(file, damaged)) {
    // The file system has no second names, so the file is renamed.
    if (auto moved = platform::Rename(file, damaged); !moved) return moved;
  }
  if (auto touched = platform::Touch(damaged); !touched) return touched;
  return platform::SyncDirectory(file.parent_path());
}

Error StorageError(const platform::Error& error) {
  return {ErrorKind::kStorage, "can't " + error.Describe()};
}

}  // namespace

// Reads the bytes twice, as the newest time must be known before any time is
// converted.
RestoredFile RestoreFrom(std::string_view bytes, Restorer& restorer, Time now,
                         std::chrono::system_clock::time_point system_now) {
  RestoredFile restored;
  restored.is_there = true;
  restored.newest_time = FindNewestTime(bytes);
  const StoredClock clock(now, system_now, restored.newest_time);
  FileReader reader(bytes);
  bool is_sound = true;
  for (Batch batch; is_sound && reader.Next(batch);) {
    restored.damaged_at = reader.whole_bytes() - batch.body.size();
    is_sound = ApplyBatch(batch.body, clock, reader.has_quotes(), restorer);
  }
  restored.state = is_sound ? reader.state() : FileReader::State::kDamaged;
  if (is_sound) restored.damaged_at = reader.whole_bytes();
  if (restored.state == FileReader::State::kDamaged) restorer.DropSessions();
  if (restored.state == FileReader::State::kTorn) {
    restored.torn_bytes = bytes.size() - reader.whole_bytes();
  }
  return restored;
}

Result<RestoredFile> RestoreFrom(
    const std::filesystem::path& file, Restorer& restorer, Time now,
    std::chrono::system_clock::time_point system_now) {
  RestoredFile restored;
  // A power cut may have left it, and without a session nothing replaces it.
  if (auto gone = platform::RemoveFile(file.native() + ".new"); !gone) {
    return StorageError(gone.error());
  }
  {
    const auto mapped = platform::MappedFile::Open(file);
    if (!mapped && mapped.error().code.value() == ENOENT) return restored;
    if (!mapped) return StorageError(mapped.error());
    if (IsOfOtherVersion(mapped->text())) return OfOtherVersion(file);
    restored = RestoreFrom(mapped->text(), restorer, now, system_now);
  }
  if (restored.state != FileReader::State::kDamaged) return restored;
  if (auto kept = KeepDamaged(file); !kept) return StorageError(kept.error());
  return restored;
}

Result<void> CheckVersion(const std::filesystem::path& file) {
  const auto mapped = platform::MappedFile::Open(file);
  if (!mapped && mapped.error().code.value() == ENOENT) return {};
  if (!mapped) return StorageError(mapped.error());
  if (IsOfOtherVersion(mapped->text())) return OfOtherVersion(file);
  return {};
}

std::optional<KeptDamage> FindKeptDamage(const std::filesystem::path& file) {
  std::filesystem::path kept = KeptPath(file);
  const auto found = platform::LastWritten(kept);
  if (!found) return std::nullopt;
  return KeptDamage{std::move(kept), *found};
}

}  // namespace answerbox::daemon::mqtt
