// How LogWriter opens a log: LogWriter::Open and the steps that it takes.
#include <algorithm>
#include <array>
#include <utility>
#include <variant>

#include "daemon/audit/key_files.h"
#include "daemon/audit/log_writer.h"
#include "daemon/error.h"
#include "platform/file/directory.h"
#include "platform/file/mapped_file.h"
#include "protocol/audit/digest.h"
#include "protocol/audit/log_folder.h"

namespace answerbox::daemon {
namespace {

// The most bytes that a power cut tears: a batch, a head, and the padding of a
// block.
constexpr std::size_t kMaxTornBytes = kMaxBatchBytes + 8192;

// Copies the torn end of the last file to a file beside it, syncs that, and
// returns the body of the record that names it; empty if there is no torn end.
// Errors: kStorage.
Result<std::string> SetTornEndAside(const WholePart& whole,
                                    const RecordClock& clock) {
  const auto mapped = platform::MappedFile::Open(whole.file);
  if (!mapped) return AuditStorageError(mapped.error());
  const std::string_view bytes = mapped->text().substr(whole.bytes);
  if (bytes.empty()) return std::string();
  const std::string digest = ToHex(engine::ComputeSha256(bytes));
  std::filesystem::path path = whole.file;
  // The name depends on the content, so that the torn ends of two starts do not
  // collide.
  path.replace_extension("torn-" + digest.substr(0, 16));
  if (auto stored = StoreWhole(path, bytes); !stored) return stored.error();
  return "\"kind\":\"recovered\"," + TimeMembers(clock()) + ",\"file\":\"" +
         path.filename().native() +
         "\",\"bytes\":" + std::to_string(bytes.size()) + ",\"sha256\":\"" +
         digest + "\"}";
}

// Returns whether the key may go on signing.
bool IsInUse(const LogCheck& checked, const SigningKey& key) {
  return std::ranges::find(checked.keys, key.public_key().id()) !=
         checked.keys.end();
}

// Sets a disagreement if the key files do not fit the log, or mentions this in
// the present disagreement.
void CheckKey(const std::optional<SigningKey>& loaded, LogCheck& checked) {
  const auto* whole = std::get_if<WholePart>(&checked.found);
  if (!loaded) {
    if (whole != nullptr) {
      checked.found =
          Disagreement{"The log's key, " + whole->key + ", is gone.",
                       kSigningKeyFile, 0, whole->head};
    }
    return;
  }
  if (IsInUse(checked, *loaded)) return;
  const std::string key = "The key is " + loaded->public_key().id();
  const std::string where =
      whole != nullptr       ? ", but the log's is " + whole->key + "."
      : checked.keys.empty() ? ", but no record says that it was in use."
                             : ", but " + checked.keys.front() + " was in use.";
  if (auto* found = std::get_if<Disagreement>(&checked.found)) {
    found->message += " " + key + where +
                      " It is kept with the log; a new one "
                      "signs from here on.";
  } else if (whole != nullptr) {
    checked.found = Disagreement{key + where, kSigningKeyFile, 0, whole->head};
  } else if (checked.keys.empty()) {
    // The kept head is stored before the key.
    checked.found = Disagreement{
        key + ", but there is neither a log nor " + kKeptHeadFile +
            ": they have been removed, or only the key was put back.",
        kSigningKeyFile,
        0,
        {}};
  } else {
    checked.found = Disagreement{key + where, kSigningKeyFile, 0, {}};
  }
}

// A log that is about to begin, and its first kept head, which covers no
// records.
struct Beginning {
  Chain chain;
  KeptHead kept;
};
Result<Beginning> MakeBeginning(const SigningKey& key, const RecordTime& now) {
  std::array<std::byte, 8> log{};
  if (!FillRandom(log)) return Error{ErrorKind::kInternal, "no random numbers"};
  Chain chain;
  chain.log = ToHex(log);
  auto head = SignHead(key, chain.log, 0, WallText(now), chain.tree.Root(),
                       HeadKind::kKept);
  if (!head) return head.error();
  return Beginning{std::move(chain), {std::move(*head), key.public_key()}};
}

void SetHeadFile(LogOptions& options) {
  if (!options.head_file.empty()) return;
  options.head_file = options.folder.parent_path() / kKeptHeadFile;
}

Result<LogCheck> Check(const LogOptions& options) {
  TornBound bound;
  if (options.is_synced) bound.bytes = kMaxTornBytes;
  return CheckLog(options.folder, options.head_file, bound);
}

Result<void> PrepareFolder(LogOptions& options) {
  const auto made = platform::MakeDirectory(options.folder);
  if (!made) return AuditStorageError(made.error());
  SetHeadFile(options);
  // This comes before the key is read: an interrupted setting aside may have
  // moved the key.
  return UndoSettingAside(options.folder, options.head_file);
}

}  // namespace

Result<LogWriter> LogWriter::Open(LogOptions options,
                                  std::optional<Disagreement> distrust,
                                  KnownState* known) {
  KnownState none;
  if (known == nullptr) known = &none;
  if (auto ready = PrepareFolder(options); !ready) return ready.error();
  auto loaded = LoadSigningKey(options.folder);
  if (!loaded) return loaded.error();
  auto checked = Check(options);
  if (!checked) return checked.error();
  if (const auto* other = std::get_if<OtherFormat>(&checked->found)) {
    return OfOtherVersion(other->file);
  }
  // This comes after the checks: a log that is refused keeps its folder as it
  // was.
  if (*loaded) {
    auto restored = RestorePublicKey(options.folder, **loaded);
    if (!restored) return restored.error();
  }
  const auto* checked_whole = std::get_if<WholePart>(&checked->found);
  if (checked_whole != nullptr) *known = checked_whole->known;
  if (const auto* begun = std::get_if<NoLog>(&checked->found);
      begun != nullptr && begun->known != KnownState()) {
    *known = begun->known;
  }
  if (checked_whole != nullptr && distrust) {
    // The fault is in files before the newest head, which is still valid. If
    // there is no log here, it was set aside already.
    distrust->head = checked_whole->head;
    checked->found = std::move(*distrust);
  }
  // The log and its head may agree with each other and still belong to another
  // box, or to an attacker.
  CheckKey(*loaded, *checked);
  std::optional<SigningKey> key;
  // Any other key is set aside with the log. It never signs again, as nobody
  // knows who has it.
  if (*loaded && IsInUse(*checked, **loaded)) key = std::move(*loaded);
  if (const auto* found = std::get_if<Disagreement>(&checked->found)) {
    return BeginNew(std::move(options), std::move(key), found, *known);
  }
  if (checked->unbegun) {
    // The file holds only the records that begin a log. Left there, it would
    // conflict with the file that is made next.
    const auto removed = platform::RemoveFile(*checked->unbegun);
    if (!removed) return AuditStorageError(removed.error());
  }
  if (auto* whole = std::get_if<WholePart>(&checked->found)) {
    return Resume(std::move(options), std::move(*key), std::move(*whole));
  }
  return BeginNew(std::move(options), std::move(key), nullptr, *known);
}

Result<KnownState> LogWriter::ReadKnown(LogOptions options) {
  if (!platform::IsFolder(options.folder)) return KnownState();
  if (auto ready = PrepareFolder(options); !ready) return ready.error();
  const auto checked = Check(options);
  if (!checked) return checked.error();
  if (const auto* found = std::get_if<Disagreement>(&checked->found)) {
    return Error{ErrorKind::kCorrupt, found->message};
  }
  if (const auto* begun = std::get_if<NoLog>(&checked->found)) {
    return begun->known;
  }
  const auto* const whole = std::get_if<WholePart>(&checked->found);
  return whole == nullptr ? KnownState() : whole->known;
}

Result<LogWriter> LogWriter::BeginNew(LogOptions options,
                                      std::optional<SigningKey> key,
                                      const Disagreement* found,
                                      KnownState known) {
  const bool is_new = !key;
  if (is_new) {
    auto made = SigningKey::Generate();
    if (!made) return made.error();
    key = std::move(*made);
  }
  auto beginning = MakeBeginning(*key, options.clock());
  if (!beginning) return beginning.error();
  std::vector<std::filesystem::path> foreign;
  if (is_new) {
    // The files of the other key go with the log, so that the evidence is
    // whole.
    foreign = {options.folder / kSigningKeyFile,
               options.folder / kPublicKeyFile};
  }
  // The kept head is stored before the key: a key without one has lost its log.
  auto kept = found != nullptr
                  ? SetLogAside(options.folder, options.head_file, *found,
                                foreign, beginning->kept)
                  : StoreKeptHead(options.head_file, beginning->kept);
  if (kept && is_new) kept = StoreSigningKey(options.folder, *key);
  if (!kept) return kept.error();
  return Begin(std::move(options), std::move(*key), std::move(beginning->chain),
               std::move(known));
}

Result<LogWriter> LogWriter::Begin(LogOptions options, SigningKey key,
                                   Chain chain, KnownState known) {
  auto evidence = ListEvidence(options.folder);
  if (!evidence) return evidence.error();
  std::vector<std::string> bodies;
  std::vector<NamedEvidence> set_aside;
  for (const Evidence& one : *evidence) {
    bodies.push_back(EvidenceBody(one, options.clock()));
    // The `open` record has number 0, so evidence is counted from 1.
    set_aside.push_back({bodies.size(), one.folder, one.sha256});
  }
  for (std::string& state : StateOf(known, options)) {
    bodies.push_back(std::move(state));
  }
  // The evidence is in the first batch of the first file. A log without it
  // never exists.
  auto file = MakeFile(options, key, chain, {}, bodies);
  if (!file) return file.error();
  LogWriter writer(std::move(options), std::move(key), std::move(chain),
                   std::move(*file));
  writer.evidence_ = std::move(*evidence);
  writer.beginning_bytes_ = writer.file_.bytes();
  writer.known_ = std::move(known);
  writer.set_aside_ = std::move(set_aside);
  if (auto kept = writer.KeepHead(); !kept) return kept.error();
  return writer;
}

Result<LogWriter> LogWriter::Resume(LogOptions options, SigningKey key,
                                    WholePart whole) {
  // The torn end is copied before it is cut off, so that its bytes are never
  // lost.
  const auto recovered = SetTornEndAside(whole, options.clock);
  if (!recovered) return recovered.error();
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
  const std::vector<std::string> state = StateOf(whole.known, writer.options_);
  // As long as the one at the beginning of the file, or nearly so.
  if (!state.empty()) writer.beginning_bytes_ = state.front().size();
  writer.known_ = std::move(whole.known);
  writer.set_aside_ = std::move(whole.set_aside);
  writer.evidence_ = std::move(*evidence);
  if (whole.is_stopped) {
    // This replaces the statement that nothing follows, before a record
    // follows.
    if (auto kept = writer.KeepHead(); !kept) return kept.error();
  }
  // The file is of an earlier program, or a power cut tore its second record.
  // Then this is the second record, so that OpenNewest sees if it is torn
  // again.
  if (!whole.has_state && !state.empty()) {
    if (auto told = writer.AppendOne(state.front()); !told) return told.error();
  }
  if (!recovered->empty()) {
    if (auto told = writer.AppendOne(*recovered); !told) return told.error();
  }
  if (has_other_key) {
    // The log names a new key that a power cut kept from being stored. This
    // record makes the old key the current one again.
    const KeyRecord record{writer.key_.public_key().der(), {}, {}};
    const auto told =
        writer.AppendOne(KeyBody(record, TimeMembers(writer.options_.clock())));
    if (!told) return told.error();
  }
  return writer;
}

}  // namespace answerbox::daemon
