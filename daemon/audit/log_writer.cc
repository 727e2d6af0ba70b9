#include "daemon/audit/log_writer.h"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <span>
#include <string_view>
#include <system_error>
#include <utility>

#include "daemon/audit/key_files.h"
#include "daemon/audit/recovery.h"
#include "daemon/error.h"
#include "platform/file/directory.h"
#include "platform/file/mapped_file.h"
#include "protocol/audit/log_folder.h"

namespace answerbox::daemon {
namespace {

namespace fs = std::filesystem;
namespace json = boost::json;

constexpr std::size_t kStayingFiles = 2;
// The most keys of a `removed` record, the newest. So it takes less than the
// smallest file that it makes room for.
constexpr std::size_t kMaxCopiedKeys = 64;

std::string_view FirstLine(std::string_view text) {
  return text.substr(0, text.find('\n'));
}

std::string Base64(std::string_view bytes) {
  return ToBase64(std::as_bytes(std::span(bytes)));
}

// Copies the `key` records of a good file: who has an older key can follow
// them by hand to the newest.
json::array CopyKeys(std::string_view text) {
  json::array keys;
  for (; !text.empty(); text.remove_prefix(text.find('\n') + 1)) {
    const std::string_view line = FirstLine(text);
    const auto prefix = ReadPrefix(line);
    if (!prefix || prefix->kind != "key") continue;
    const auto key = ParseKeyRecord(line);
    if (!key) continue;
    keys.push_back({{"record", prefix->seq},
                    {"public_key", Base64(key->public_key)},
                    {"by", key->by},
                    {"signature", Base64(key->signature)}});
    if (keys.size() > kMaxCopiedKeys) keys.erase(keys.begin());
  }
  return keys;
}

std::uint64_t SizeOf(const fs::path& file) {
  std::error_code error;
  const auto size = fs::file_size(file, error);
  return error ? 0 : size;
}

}  // namespace

std::uint64_t LogBytes(const fs::path& folder) {
  const auto files = ListLogFiles(folder);
  std::uint64_t bytes = 0;
  if (!files) return bytes;
  for (const fs::path& file : *files) bytes += SizeOf(file);
  return bytes;
}

Result<std::vector<fs::path>> ListSurplus(const fs::path& folder,
                                          std::uint64_t keep_bytes) {
  auto files = ListLogFiles(folder);
  if (!files) return AuditStorageError(files.error());
  std::vector<std::uint64_t> sizes;
  std::uint64_t bytes = 0;
  for (const fs::path& file : *files) {
    sizes.push_back(SizeOf(file));
    bytes += sizes.back();
  }
  std::size_t count = 0;
  while (bytes > keep_bytes && count + kStayingFiles < files->size()) {
    bytes -= sizes[count++];
  }
  files->resize(count == 0 ? 0 : count + 1);
  return std::move(*files);
}

Result<OldestFile> ReadOldest(const fs::path& path, const fs::path& next,
                              const Digest& next_hash) {
  const auto next_file = platform::MappedFile::Open(next);
  if (!next_file) return AuditStorageError(next_file.error());
  const std::string next_line(FirstLine(next_file->text()));
  auto mapped = platform::MappedFile::Open(path);
  if (!mapped) return AuditStorageError(mapped.error());
  const OpenLogFile file{path, std::move(*mapped)};
  const std::string_view text = file.file.text();
  const std::string name = path.filename();
  if (HashLine(next_line) != next_hash) {
    return Error{ErrorKind::kCorrupt, "The first record of " +
                                          next.filename().native() +
                                          " has been changed."};
  }
  if (const auto found = CheckClosedFile(file, next, next_line)) {
    return Error{ErrorKind::kCorrupt, name + ": " + found->message};
  }
  // Both lines were read by the check.
  const json::object members{{"file", name},
                             {"first", ReadPrefix(FirstLine(text))->seq},
                             {"last", ReadPrefix(next_line)->seq - 1},
                             {"bytes", text.size()},
                             {"sha256", ToHex(engine::ComputeSha256(text))},
                             {"keys", CopyKeys(text)}};
  OldestFile oldest{path, ResumeChain(next_line)->log,
                    "," + json::serialize(members).substr(1)};
  file.file.Release();
  return oldest;
}

namespace {

// Of the file that grows, for a backup.
constexpr std::uint64_t kMaxCopiedBytes = std::uint64_t{1} << 20;

}  // namespace

LogWriter::LogWriter(LogOptions options, SigningKey key, Chain chain,
                     platform::AppendedFile file)
    : options_(std::move(options)),
      key_(std::move(key)),
      chain_(std::move(chain)),
      file_(std::move(file)),
      file_begun_us_(options_.clock().wall_us),
      synced_size_(chain_.tree.size()) {}

Result<platform::AppendedFile> LogWriter::MakeFile(
    const LogOptions& options, const SigningKey& key, Chain& chain,
    const std::vector<NamedEvidence>& set_aside,
    std::span<const std::string> bodies) {
  const OpenRecord record{
      chain.log,
      key.public_key().id(),
      key.public_key().der(),
      {chain.tree.peaks().begin(), chain.tree.peaks().end()},
      kLogFormat,
      set_aside};
  const auto path = options.folder / LogFileName(chain.tree.size());
  std::string text;
  // The chain moves on only once the file is on the disk: a failure must leave
  // the log as it was.
  Chain begun = chain;
  const auto add = [&](std::string_view body) {
    const std::size_t at = text.size();
    AppendLine(begun.tree.size(), begun.previous, body, text);
    begun.Append(HashLine(std::string_view(text).substr(at)));
    text += '\n';
  };
  add(OpenBody(record, TimeMembers(options.clock())));
  for (const std::string& body : bodies) add(body);
  auto file = platform::AppendedFile::Create(path);
  if (!file) return AuditStorageError(file.error());
  auto written = file->Append(std::as_bytes(std::span(text)));
  if (written) written = file->Sync();
  if (written) written = platform::SyncDirectory(options.folder);
  if (!written) {
    // If this fails too, the next start removes the file.
    static_cast<void>(platform::RemoveFile(path));
    return AuditStorageError(written.error());
  }
  chain = std::move(begun);
  if (options.on_begun) {
    options.on_begun(
        path, HashLine(std::string_view(text).substr(0, text.find('\n'))));
  }
  return std::move(*file);
}

bool LogWriter::IsFileFull() const {
  return file_.bytes() >= options_.file_bytes + beginning_bytes_ ||
         options_.clock().wall_us - file_begun_us_ >= options_.file_age.count();
}

Result<void> LogWriter::Rotate() {
  if (auto synced = Sync(); !synced) return synced;
  Chain chain = chain_;
  auto file =
      MakeFile(options_, key_, chain, set_aside_, StateOf(known_, options_));
  if (!file) return file.error();
  chain_ = std::move(chain);
  synced_size_ = size();
  file_ = std::move(*file);
  beginning_bytes_ = file_.bytes();
  file_begun_us_ = options_.clock().wall_us;
  // The last file is then enough to check the log at the start, even if older
  // files were moved away.
  return KeepHead();
}

Result<void> LogWriter::KeepHead(HeadKind kind) {
  if (kept_size_ == size() && kind == HeadKind::kKept) return {};
  auto head = SignHead(key_, chain_.log, size(), WallText(options_.clock()),
                       chain_.tree.Root(), kind);
  if (!head) return head.error();
  const auto stored =
      StoreKeptHead(options_.head_file, {std::move(*head), key_.public_key()});
  if (stored) kept_size_ = size();
  return stored;
}

Result<void> LogWriter::Append(std::span<const std::string_view> bodies) {
  if (IsFileFull()) {
    if (auto rotated = Rotate(); !rotated) return rotated;
  }
  buffer_.clear();
  hashes_.clear();
  Digest previous = chain_.previous;
  std::uint64_t seq = chain_.tree.size();
  for (const std::string_view body : bodies) {
    const std::size_t at = buffer_.size();
    AppendLine(seq++, previous, body, buffer_);
    previous = HashLine(std::string_view(buffer_).substr(at));
    hashes_.push_back(previous);
    buffer_ += '\n';
  }
  const auto appended = file_.Append(std::as_bytes(std::span(buffer_)));
  if (!appended) return AuditStorageError(appended.error());
  // The chain moves on only after the write, as a failed one was undone.
  for (const Digest& hash : hashes_) chain_.Append(hash);
  for (const std::string_view body : bodies) {
    constexpr std::size_t kKindAt = std::string_view("\"kind\":\"").size();
    const std::string_view kind =
        body.substr(kKindAt, body.find('"', kKindAt) - kKindAt);
    if (KnownState::IsToldBy(kind)) known_.Take(kind, "{" + std::string(body));
  }
  return {};
}

std::vector<std::string> LogWriter::StateOf(const KnownState& known,
                                            const LogOptions& options) {
  if (known == KnownState()) return {};
  return {StateBody(known, TimeMembers(options.clock()))};
}

Result<void> LogWriter::AppendOne(std::string_view body) {
  return Append({&body, 1});
}

Result<void> LogWriter::Sync() {
  if (file_.is_synced() && !file_.is_broken()) return {};
  const auto synced = file_.Sync();
  if (!synced) return AuditStorageError(synced.error());
  synced_size_ = size();
  return {};
}

Result<void> LogWriter::DropUnsynced() const {
  // After a failed write the kernel may mark the pages as clean without having
  // written them. So these records are cut off, and written anew by the caller.
  const auto cut =
      platform::AppendedFile::Open(file_.path(), file_.synced_bytes());
  if (!cut) return AuditStorageError(cut.error());
  return {};
}

Result<void> LogWriter::AppendHead() {
  if (signed_end_ == size()) return KeepHead();
  if (IsFileFull()) {
    if (auto rotated = Rotate(); !rotated) return rotated;
  }
  // Invariant: a head covers only records that are on the disk. A copy of it
  // outside of the box must not name records that a power cut takes.
  if (auto synced = Sync(); !synced) return synced;
  auto head = SignHead(key_, chain_.log, size(), WallText(options_.clock()),
                       chain_.tree.Root());
  if (!head) return head.error();
  if (auto appended = AppendOne(HeadBody(*head)); !appended) return appended;
  head_ = std::move(*head);
  signed_end_ = size();
  if (auto synced = Sync(); !synced) return synced;
  return KeepHead();
}

Result<void> LogWriter::LinkFiles(const std::filesystem::path& folder) {
  // Copying would hold up whoever waits for a record.
  if (file_.bytes() > kMaxCopiedBytes) {
    if (auto rotated = Rotate(); !rotated) return rotated;
  }
  if (auto is_signed = AppendHead(); !is_signed) return is_signed;
  const auto audit = folder / options_.folder.filename();
  const auto present = audit / file_.path().filename();
  auto linked = platform::LinkTree(options_.folder, audit);
  // A second name of the file that grows would grow with it.
  if (linked) linked = platform::RemoveFile(present);
  if (linked) linked = platform::CopyFile(file_.path(), present);
  if (linked) {
    linked = platform::LinkOrCopy(options_.head_file, folder / kKeptHeadFile);
  }
  if (!linked) return AuditStorageError(linked.error());
  return {};
}

Result<void> LogWriter::RemoveOldest(const OldestFile& file) {
  // The log may have been set aside since the file was read.
  if (file.log != chain_.log) {
    return Error{ErrorKind::kStorage, "Another log has begun."};
  }
  const auto told = AppendOne("\"kind\":\"removed\"," +
                              TimeMembers(options_.clock()) + file.members);
  if (!told) return told;
  // Signed before the file goes: then nobody can cut the record off unnoticed.
  if (auto is_signed = AppendHead(); !is_signed) return is_signed;
  auto removed = platform::RemoveFile(file.path);
  if (removed) removed = platform::SyncDirectory(options_.folder);
  if (!removed) return AuditStorageError(removed.error());
  return {};
}

Result<void> LogWriter::End() {
  if (auto appended = AppendHead(); !appended) return appended;
  return KeepHead(HeadKind::kStopped);
}

Result<void> LogWriter::RotateKey() {
  auto key = SigningKey::Generate();
  if (!key) return key.error();
  if (auto signed_before = AppendHead(); !signed_before) return signed_before;
  if (IsFileFull()) {
    if (auto rotated = Rotate(); !rotated) return rotated;
  }
  KeyRecord record{key->public_key().der(), key_.public_key().id(), {}};
  auto signature = key_.Sign(record.Statement(chain_.log, size()));
  if (!signature) return signature.error();
  record.signature = std::move(*signature);
  const auto appended =
      AppendOne(KeyBody(record, TimeMembers(options_.clock())));
  if (!appended) return appended;
  if (auto synced = Sync(); !synced) return synced;
  // The log names the new key before the key is stored. If it can't be stored,
  // the next opening makes the old key the current one again.
  if (auto stored = StoreSigningKey(options_.folder, *key); !stored) {
    is_key_unknown_ = true;
    return stored;
  }
  key_ = std::move(*key);
  return AppendHead();
}

}  // namespace answerbox::daemon
