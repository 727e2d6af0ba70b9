#include "daemon/audit/log_writer.h"

#include <array>
#include <utility>
#include <variant>

#include "daemon/audit/format/log_folder.h"
#include "daemon/audit/key_files.h"
#include "daemon/audit/torn_end.h"
#include "platform/file/directory.h"
#include "platform/file/mapped_file.h"

namespace answerbox::daemon {
namespace {

// The most bytes that a power cut tears: a batch, a head, and the padding of a
// block.
constexpr std::size_t kMaxTornBytes = kMaxBatchBytes + 8192;

}  // namespace

LogWriter::LogWriter(LogOptions options, SigningKey key, Chain chain,
                     platform::AppendedFile file)
    : options_(std::move(options)),
      key_(std::move(key)),
      chain_(std::move(chain)),
      file_(std::move(file)),
      file_begun_us_(options_.clock().wall_us),
      synced_size_(chain_.tree.size()) {}

Result<LogWriter> LogWriter::Open(LogOptions options,
                                  std::optional<Disagreement> distrust) {
  const auto made = platform::MakeDirectory(options.folder);
  if (!made) return AuditStorageError(made.error());
  if (options.head_file.empty()) {
    options.head_file = options.folder.parent_path() / kKeptHeadFile;
  }
  auto finished = FinishSettingAside(options.folder, options.head_file);
  if (!finished) return finished.error();
  std::error_code ignored;
  const bool had_key =
      std::filesystem::exists(options.folder / kSigningKeyFile, ignored);
  auto loaded = LoadOrMakeSigningKey(options.folder);
  if (!loaded) return loaded.error();
  const bool is_old_key = loaded->is_of_old_version;
  const std::filesystem::path folder = options.folder;
  auto writer = OpenLog(std::move(options), std::move(*loaded), had_key,
                        std::move(distrust));
  if (writer && is_old_key) {
    auto stored = StoreSigningKey(folder, writer->key_);
    if (!stored) return stored.error();
  }
  return writer;
}

Result<LogWriter> LogWriter::OpenLog(LogOptions options,
                                     LoadedSigningKey loaded, bool had_key,
                                     std::optional<Disagreement> distrust) {
  const std::filesystem::path key_file = options.folder / kSigningKeyFile;
  SigningKey key = std::move(loaded.key);
  TornBound bound;
  if (options.is_synced) bound.bytes = kMaxTornBytes;
  auto checked = CheckLog(options.folder, options.head_file, bound);
  if (!checked) return checked.error();
  if (const auto* whole = std::get_if<WholePart>(&checked->found)) {
    if (distrust) {
      // The fault is in files before the newest head, which is still good. If
      // there is no log here, it was set aside already.
      distrust->head = whole->head;
      checked->found = std::move(*distrust);
    } else if (!whole->has_kept_head && had_key && !loaded.is_of_old_version) {
      checked->found =
          Disagreement{std::string(kKeptHeadFile) +
                           ", which says how long the log was, is missing.",
                       kKeptHeadFile, 0, whole->head};
    }
  }
  std::vector<std::filesystem::path> foreign;
  if (const auto* whole = std::get_if<WholePart>(&checked->found)) {
    // After a power cut during a change of keys, the old key signs again.
    const std::string& id = key.public_key().id();
    if (id != whole->key && id != whole->head_key) {
      if (had_key) {
        foreign = {key_file, options.folder / kPublicKeyFile};
      }
      checked->found = Disagreement{
          had_key
              ? "The key is " + id + ", but the log's is " + whole->key + "."
              : "The log's key, " + whole->key + ", is gone.",
          kSigningKeyFile, 0, whole->head};
    }
  }
  if (const auto* found = std::get_if<Disagreement>(&checked->found)) {
    auto aside =
        SetLogAside(options.folder, options.head_file, *found, foreign);
    if (!aside) return aside.error();
    if (!foreign.empty()) {
      auto made = LoadOrMakeSigningKey(options.folder);
      if (!made) return made.error();
      key = std::move(made->key);
    }
    return Begin(std::move(options), std::move(key));
  }
  if (checked->unbegun) {
    const auto removed = platform::RemoveFile(*checked->unbegun);
    if (!removed) return AuditStorageError(removed.error());
  }
  if (auto* whole = std::get_if<WholePart>(&checked->found)) {
    return Resume(std::move(options), std::move(key), std::move(*whole));
  }
  return Begin(std::move(options), std::move(key));
}

Result<LogWriter> LogWriter::Begin(LogOptions options, SigningKey key) {
  std::array<std::byte, 8> log{};
  if (!FillRandom(log)) return Error{ErrorKind::kInternal, "no random numbers"};
  auto evidence = ListEvidence(options.folder);
  if (!evidence) return evidence.error();
  std::vector<std::string> bodies;
  for (const Evidence& one : *evidence) {
    bodies.push_back(EvidenceBody(one, options.clock()));
  }
  Chain chain;
  chain.log = ToHex(log);
  auto file = MakeFile(options, key, chain, bodies);
  if (!file) return file.error();
  LogWriter writer(std::move(options), std::move(key), std::move(chain),
                   std::move(*file));
  writer.evidence_ = std::move(*evidence);
  if (auto kept = writer.KeepHead(); !kept) return kept.error();
  return writer;
}

Result<LogWriter> LogWriter::Resume(LogOptions options, SigningKey key,
                                    WholePart whole) {
  std::string recovered;
  {
    const auto mapped = platform::MappedFile::Open(whole.file);
    if (!mapped) return AuditStorageError(mapped.error());
    const std::string_view torn = mapped->text().substr(whole.bytes);
    if (!torn.empty()) {
      auto told = SetAside(whole.file, torn, options.clock());
      if (!told) return told.error();
      recovered = std::move(*told);
    }
  }
  auto file = platform::AppendedFile::Open(whole.file, whole.bytes);
  if (!file) return AuditStorageError(file.error());
  // A killed daemon may have made files without syncing their names.
  const auto synced = platform::SyncDirectory(options.folder);
  if (!synced) return AuditStorageError(synced.error());
  auto evidence = ListEvidence(options.folder);
  if (!evidence) return evidence.error();
  const bool has_other_key = whole.key != key.public_key().id();
  LogWriter writer(std::move(options), std::move(key), std::move(whole.chain),
                   std::move(*file));
  writer.signed_end_ = whole.signed_end;
  writer.evidence_ = std::move(*evidence);
  if (whole.is_stopped) {
    // Replaces the statement that nothing follows, before anything does.
    if (auto kept = writer.KeepHead(); !kept) return kept.error();
  }
  if (!recovered.empty()) {
    if (auto told = writer.AppendOne(recovered); !told) return told.error();
  }
  if (has_other_key) {
    // The log names a new key, but a power cut kept it from being stored. A
    // record names the old key again.
    const KeyRecord record{writer.key_.public_key().der(), {}, {}};
    const auto told =
        writer.AppendOne(KeyBody(record, TimeMembers(writer.options_.clock())));
    if (!told) return told.error();
  }
  if (!whole.has_kept_head) {
    // A log of an older version: from here on its head is kept. The new file
    // below says so by its format.
    auto kept = writer.Sync();
    if (kept) kept = writer.KeepHead();
    if (!kept) return kept.error();
  }
  if (whole.format < kLogFormat) {
    if (auto rotated = writer.Rotate(); !rotated) return rotated.error();
  }
  return writer;
}

Result<platform::AppendedFile> LogWriter::MakeFile(
    const LogOptions& options, const SigningKey& key, Chain& chain,
    std::span<const std::string> bodies) {
  const OpenRecord record{
      chain.log,
      key.public_key().id(),
      key.public_key().der(),
      {chain.tree.peaks().begin(), chain.tree.peaks().end()}};
  const auto path = options.folder / LogFileName(chain.tree.size());
  std::string text;
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
  if (auto stored = StoreSigningKey(options_.folder, *key); !stored) {
    is_key_unknown_ = true;
    return stored;
  }
  key_ = std::move(*key);
  return AppendHead();
}

}  // namespace answerbox::daemon
