#include "daemon/audit/log_writer.h"

#include <array>
#include <utility>

#include "daemon/audit/key_files.h"
#include "daemon/audit/log_folder.h"
#include "daemon/audit/torn_end.h"
#include "platform/file/directory.h"
#include "platform/file/mapped_file.h"

namespace answerbox::daemon {
namespace {

// What can be torn of a file: a batch, a head, and the padding of a block.
constexpr std::size_t kMaxTornBytes = kMaxBatchBytes + 8192;

std::string_view TextOf(const platform::MappedFile& file) {
  return {reinterpret_cast<const char*>(file.bytes().data()),
          file.bytes().size()};
}

Error Damaged(const std::filesystem::path& path, std::uint64_t offset) {
  return {ErrorKind::kCorrupt,
          path.native() +
              " is damaged, and not as a power cut would; `answerbox audit "
              "verify` tells more. Move the audit folder away to begin anew.",
          path.native(), offset, "record"};
}

std::string Hex(std::span<const std::byte> bytes) { return ToHex(bytes); }

}  // namespace

LogWriter::LogWriter(LogOptions options, SigningKey key, Chain chain,
                     platform::AppendedFile file)
    : options_(std::move(options)),
      key_(std::move(key)),
      chain_(std::move(chain)),
      file_(std::move(file)),
      file_begun_us_(options_.clock().wall_us),
      synced_size_(chain_.tree.size()) {}

Result<LogWriter> LogWriter::Open(LogOptions options) {
  const auto made = platform::MakeDirectory(options.folder);
  if (!made) return AuditStorageError(made.error());
  auto key = LoadOrMakeSigningKey(options.folder);
  if (!key) return key.error();
  auto files = ListLogFiles(options.folder);
  if (!files) return AuditStorageError(files.error());
  while (!files->empty()) {
    const std::filesystem::path path = files->back();
    const auto mapped = platform::MappedFile::Open(path);
    if (!mapped) return AuditStorageError(mapped.error());
    auto whole = FindWholePart(TextOf(*mapped));
    if (whole) {
      return Resume(std::move(options), std::move(*key), path,
                    std::move(*whole));
    }
    if (!MayBeBeingBegun(TextOf(*mapped))) return Damaged(path, 0);
    const auto removed = platform::RemoveFile(path);
    if (!removed) return AuditStorageError(removed.error());
    files->pop_back();
  }
  return Begin(std::move(options), std::move(*key));
}

Result<LogWriter> LogWriter::Begin(LogOptions options, SigningKey key) {
  std::array<std::byte, 8> log{};
  if (!FillRandom(log)) return Error{ErrorKind::kInternal, "no random numbers"};
  Chain chain;
  chain.log = Hex(log);
  auto file = MakeFile(options, key, chain);
  if (!file) return file.error();
  return LogWriter(std::move(options), std::move(key), std::move(chain),
                   std::move(*file));
}

Result<LogWriter> LogWriter::Resume(LogOptions options, SigningKey key,
                                    const std::filesystem::path& path,
                                    WholePart whole) {
  std::string recovered;
  {
    const auto mapped = platform::MappedFile::Open(path);
    if (!mapped) return AuditStorageError(mapped.error());
    const std::string_view torn = TextOf(*mapped).substr(whole.bytes);
    if ((options.is_synced && torn.size() > kMaxTornBytes) ||
        !MayBeTorn(torn, whole)) {
      return Damaged(path, whole.bytes);
    }
    if (!torn.empty()) {
      auto told = SetAside(path, torn, options.clock());
      if (!told) return told.error();
      recovered = std::move(*told);
    }
  }
  auto file = platform::AppendedFile::Open(path, whole.bytes);
  if (!file) return AuditStorageError(file.error());
  // The names of files that a killed daemon made.
  const auto synced = platform::SyncDirectory(options.folder);
  if (!synced) return AuditStorageError(synced.error());
  const bool has_other_key = whole.key != key.public_key().id();
  LogWriter writer(std::move(options), std::move(key), std::move(whole.chain),
                   std::move(*file));
  writer.signed_end_ = whole.signed_end;
  if (!recovered.empty()) {
    if (auto told = writer.AppendOne(recovered); !told) return told.error();
  }
  if (has_other_key) {
    // The key file was exchanged: nobody can vouch for the new key.
    const KeyRecord record{writer.key_.public_key().der(), {}, {}};
    const auto told =
        writer.AppendOne(KeyBody(record, TimeMembers(writer.options_.clock())));
    if (!told) return told.error();
  }
  return writer;
}

Result<platform::AppendedFile> LogWriter::MakeFile(const LogOptions& options,
                                                   const SigningKey& key,
                                                   Chain& chain) {
  const OpenRecord record{
      chain.log,
      key.public_key().id(),
      key.public_key().der(),
      {chain.tree.peaks().begin(), chain.tree.peaks().end()}};
  std::string line;
  AppendLine(chain.tree.size(), chain.previous,
             OpenBody(record, TimeMembers(options.clock())), line);
  const Digest hash = HashLine(line);
  line += '\n';
  const auto path = options.folder / LogFileName(chain.tree.size());
  auto file = platform::AppendedFile::Create(path);
  if (!file) return AuditStorageError(file.error());
  auto written = file->Append(std::as_bytes(std::span(line)));
  if (written) written = file->Sync();
  if (written) written = platform::SyncDirectory(options.folder);
  if (!written) {
    // Best effort: what stays is removed at the next start, or in the way.
    static_cast<void>(platform::RemoveFile(path));
    return AuditStorageError(written.error());
  }
  chain.Append(hash);
  return std::move(*file);
}

bool LogWriter::IsFileFull() const {
  return file_.bytes() >= options_.file_bytes ||
         options_.clock().wall_us - file_begun_us_ >= options_.file_age_us;
}

Result<void> LogWriter::Rotate() {
  if (auto synced = Sync(); !synced) return synced;
  Chain chain = chain_;
  auto file = MakeFile(options_, key_, chain);
  if (!file) return file.error();
  chain_ = std::move(chain);
  synced_size_ = size();
  file_ = std::move(*file);
  file_begun_us_ = options_.clock().wall_us;
  return {};
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
  for (const Digest& hash : hashes_) chain_.Append(hash);
  return {};
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
  // The kernel may hold pages that it could not write, and call them clean:
  // they are written anew, or not at all.
  const auto cut =
      platform::AppendedFile::Open(file_.path(), file_.synced_bytes());
  if (!cut) return AuditStorageError(cut.error());
  return {};
}

Result<void> LogWriter::AppendHead() {
  if (signed_end_ == size()) return {};
  if (IsFileFull()) {
    if (auto rotated = Rotate(); !rotated) return rotated;
  }
  // A head that is kept elsewhere must not speak of what a power cut may take.
  if (auto synced = Sync(); !synced) return synced;
  auto head = SignHead(key_, chain_.log, size(), WallText(options_.clock()),
                       chain_.tree.Root());
  if (!head) return head.error();
  if (auto appended = AppendOne(HeadBody(*head)); !appended) return appended;
  head_ = std::move(*head);
  signed_end_ = size();
  return Sync();
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
  if (auto stored = StoreSigningKey(options_.folder, *key); !stored) {
    return stored;
  }
  key_ = std::move(*key);
  return AppendHead();
}

}  // namespace answerbox::daemon
