#include "protocol/audit/evidence.h"

#include <algorithm>
#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <cerrno>
#include <charconv>
#include <optional>
#include <span>
#include <utility>

#include "platform/file/directory.h"
#include "platform/file/file_writer.h"
#include "platform/file/mapped_file.h"
#include "protocol/audit/digest.h"
#include "protocol/audit/log_folder.h"

namespace answerbox::protocol {
namespace {

namespace json = boost::json;
namespace fs = std::filesystem;

constexpr std::string_view kPrefix = "evidence-";
constexpr std::string_view kUnfinished = ".part";
// The file in each folder of evidence that says what was wrong, as members of a
// record.
constexpr const char* kFoundFile = "found.json";
constexpr const char* kHashesFile = "SHA256SUMS";
// Larger numbers in the names of folders are not ours.
constexpr unsigned kMaxNumber = 999'999'999;

// The number in the name of a folder of evidence; nothing for other names.
std::optional<unsigned> NumberOf(std::string_view name) {
  if (!name.starts_with(kPrefix)) return std::nullopt;
  name.remove_prefix(kPrefix.size());
  unsigned number = 0;
  const auto read =
      std::from_chars(name.data(), name.data() + name.size(), number);
  if (read.ec != std::errc() || number > kMaxNumber) return std::nullopt;
  const std::string_view rest(read.ptr, name.data() + name.size());
  if (!rest.empty() && rest != kUnfinished) return std::nullopt;
  return number;
}

bool IsOfLog(std::string_view name) {
  return name.size() > 12 && name.front() >= '0' && name.front() <= '9' &&
         (name.find(".jsonl") != std::string_view::npos ||
          name.find(".torn-") != std::string_view::npos);
}

bool IsOfKey(std::string_view name) {
  return name == kSigningKeyFile || name == kPublicKeyFile;
}

bool IsThere(const fs::path& path) {
  std::error_code ignored;
  return fs::exists(fs::symlink_status(path, ignored));
}

// Moves `from` into the folder. Never overwrites a file.
Result<void> MoveInto(const fs::path& folder, const fs::path& from) {
  fs::path to = folder / from.filename();
  // Undoing leaves a file in the folder if one of its name is there again. It
  // may be the only copy.
  while (IsThere(to)) to += ".again";
  const auto moved = platform::Rename(from, to);
  if (!moved) return AuditStorageError(moved.error());
  return {};
}

Result<void> Sync(const fs::path& folder) {
  const auto synced =
      platform::SyncDirectory(folder.empty() ? fs::path(".") : folder);
  if (!synced) return AuditStorageError(synced.error());
  return {};
}

Result<std::string> HashLines(const fs::path& folder) {
  const auto names = platform::ListDirectory(folder);
  if (!names) return AuditStorageError(names.error());
  std::string lines;
  for (const std::string& name : *names) {
    // The list can't have its own hash. What an interrupted write left is no
    // evidence.
    if (name == kHashesFile || name.ends_with(platform::AtomicFile::kSuffix)) {
      continue;
    }
    const auto file = platform::MappedFile::Open(folder / name);
    if (!file) return AuditStorageError(file.error());
    lines += ToHex(engine::ComputeSha256(file->text())) + "  " + name + "\n";
    file->Release();
  }
  return lines;
}

// Copies the kept head into the folder, as it must never be missing where it
// is.
Result<void> CopyKeptHead(const fs::path& part, const fs::path& head_file) {
  if (!IsThere(head_file)) return {};
  const auto file = platform::MappedFile::Open(head_file);
  if (!file) return AuditStorageError(file.error());
  return StoreWhole(part / kKeptHeadFile, file->text());
}

// Moves the log into the folder, and gives the folder its final name.
Result<void> Complete(const fs::path& folder, const fs::path& head_file,
                      const fs::path& part, const KeptHead& next) {
  const auto names = platform::ListDirectory(folder);
  if (!names) return AuditStorageError(names.error());
  for (const std::string& name : *names) {
    if (!IsOfLog(name)) continue;
    if (auto moved = MoveInto(part, folder / name); !moved) return moved;
  }
  if (auto copied = CopyKeptHead(part, head_file); !copied) return copied;
  // Both folders before the hashes: a power cut must not leave a list of files
  // that are still in the other one.
  for (const fs::path& changed : {part, folder}) {
    if (auto synced = Sync(changed); !synced) return synced;
  }
  const auto lines = HashLines(part);
  if (!lines) return lines.error();
  if (auto stored = StoreWhole(part / kHashesFile, *lines); !stored)
    return stored;
  // Before the folder gets its final name. So a finished folder always comes
  // with a kept head of the next log, and the old head never says that the log
  // is gone.
  if (auto kept = StoreKeptHead(head_file, next); !kept) return kept;
  // The last step: until then the next start undoes all of it.
  const auto named = platform::Rename(part, fs::path(part).replace_extension());
  if (!named) return AuditStorageError(named.error());
  return Sync(folder);
}

// Whether the file holds the first kept head of a log, or nothing is there.
Result<bool> IsOfNoRecords(const fs::path& head_file) {
  const auto found = ReadKeptHead(head_file);
  if (!found) return found.error();
  return found->state == KeptHeadState::kMissing ||
         (found->kept && found->kept->head.size == 0);
}

// Puts the kept head back that `part` has a copy of.
Result<void> RestoreKeptHead(const fs::path& part, const fs::path& head_file) {
  const fs::path copy = part / kKeptHeadFile;
  const auto is_replaced = IsOfNoRecords(head_file);
  if (!is_replaced) return is_replaced.error();
  if (*is_replaced && IsThere(copy)) {
    const auto moved = platform::Rename(copy, head_file);
    if (!moved) return AuditStorageError(moved.error());
  } else {
    // The log had none, or it has not been replaced yet.
    const auto removed = platform::RemoveFile(*is_replaced ? head_file : copy);
    if (!removed && removed.error().code.value() != ENOENT) {
      return AuditStorageError(removed.error());
    }
  }
  return Sync(head_file.parent_path());
}

// Puts the files back and removes the folder, unless it holds files that
// SetLogAside does not put there.
Result<void> Undo(const fs::path& folder, const fs::path& head_file,
                  const fs::path& part) {
  const auto names = platform::ListDirectory(part);
  if (!names) return AuditStorageError(names.error());
  for (const std::string& name : *names) {
    // Only what SetLogAside moves is put back, and nothing over a file that is
    // there: somebody else may have put either there.
    if ((!IsOfLog(name) && !IsOfKey(name)) || IsThere(folder / name)) continue;
    const auto moved = platform::Rename(part / name, folder / name);
    if (!moved) return AuditStorageError(moved.error());
  }
  if (auto synced = Sync(folder); !synced) return synced;
  // Before found.json is there, nothing has been moved.
  if (IsThere(part / kFoundFile)) {
    if (auto restored = RestoreKeptHead(part, head_file); !restored) {
      return restored;
    }
  }
  std::error_code ignored;
  for (const std::string& name : *names) {
    if (name == kHashesFile || name.ends_with(platform::AtomicFile::kSuffix)) {
      fs::remove(part / name, ignored);
    }
  }
  // Last but one: while found.json is there, the kept head may still have to be
  // put back.
  fs::remove(part / kFoundFile, ignored);
  fs::remove(part, ignored);
  return Sync(folder);
}

fs::path PartOf(const fs::path& folder, unsigned number) {
  fs::path part = folder / (std::string(kPrefix) + std::to_string(number));
  part += kUnfinished;
  return part;
}

bool IsTaken(const fs::path& folder, unsigned number) {
  const fs::path part = PartOf(folder, number);
  return IsThere(part) || IsThere(fs::path(part).replace_extension());
}

std::string FoundText(const Disagreement& found) {
  return json::serialize(json::object{{"found", found.message},
                                      {"file", found.file},
                                      {"offset", found.offset},
                                      {"head", found.head}});
}

// The members of found.json; nothing if SetLogAside would not have written it.
std::optional<json::object> ReadFound(const fs::path& evidence_folder) {
  const auto file = platform::MappedFile::Open(evidence_folder / kFoundFile);
  if (!file || file->text().size() > kMaxFoundBytes) return std::nullopt;
  boost::system::error_code error;
  const std::string_view text = file->text();
  json::value value = json::parse({text.data(), text.size()}, error);
  const json::object* const found = error ? nullptr : value.if_object();
  // Exactly what FoundText writes. Text that somebody else put there must not
  // get into a record that the daemon signs.
  if (found == nullptr || found->size() != 4) return std::nullopt;
  for (const char* member : {"found", "file", "head"}) {
    const json::value* text_of = found->if_contains(member);
    if (text_of == nullptr || !text_of->is_string()) return std::nullopt;
  }
  const json::value* offset = found->if_contains("offset");
  if (offset == nullptr || !offset->is_int64() || offset->get_int64() < 0) {
    return std::nullopt;
  }
  return *found;
}

std::string TextOf(const json::object& members, const char* name) {
  const json::string& text = members.at(name).get_string();
  return {text.data(), text.size()};
}

Evidence ReadEvidence(const fs::path& folder, const std::string& name) {
  const fs::path path = folder / name;
  // A folder that can't be read is named all the same: evidence must not
  // vanish because a file in it is damaged.
  json::object members{{"folder", name}};
  {
    const auto hashes = platform::MappedFile::Open(path / kHashesFile);
    members["sha256"] =
        hashes ? ToHex(engine::ComputeSha256(hashes->text())) : std::string();
  }
  const auto found = ReadFound(path).value_or(json::object{
      {"found", "It is unknown what was wrong: found.json can't be read."},
      {"file", kFoundFile},
      {"offset", 0},
      {"head", ""}});
  for (const char* member : {"found", "file", "offset", "head"}) {
    members[member] = found.at(member);
  }
  Evidence evidence{name, TextOf(members, "found"), json::serialize(members),
                    TextOf(members, "sha256")};
  evidence.message += " (" + TextOf(members, "file") + ", byte " +
                      json::serialize(members.at("offset")) + ")";
  const auto access = platform::AccessTo(path);
  if (access && access->others_may_write) {
    evidence.message +=
        " Other users may write to the folder: run `chmod -R "
        "go-w " +
        path.native() + "`.";
  }
  return evidence;
}

}  // namespace

Result<std::string> HashOfEvidence(const fs::path& evidence_folder) {
  const auto lines = HashLines(evidence_folder);
  if (!lines) return lines.error();
  return ToHex(engine::ComputeSha256(*lines));
}

Result<void> SetLogAside(const fs::path& folder, const fs::path& head_file,
                         const Disagreement& found,
                         const std::vector<fs::path>& also,
                         const KeptHead& next) {
  const auto names = platform::ListDirectory(folder);
  if (!names) return AuditStorageError(names.error());
  unsigned number = 1;
  for (const std::string& name : *names) {
    if (const auto taken = NumberOf(name))
      // One more than the largest, so that no number is used again even if an
      // earlier folder was moved away.
      number = std::max(number, *taken + 1);
  }
  // Somebody made a folder with the largest number.
  if (number > kMaxNumber) {
    for (number = 1; IsTaken(folder, number);) ++number;
  }
  const fs::path part = PartOf(folder, number);
  const auto made = platform::MakeDirectory(part);
  if (!made) return AuditStorageError(made.error());
  // From here on UndoSettingAside puts back what was moved.
  if (auto stored = StoreWhole(part / kFoundFile, FoundText(found)); !stored) {
    return stored;
  }
  for (const fs::path& path : also) {
    if (!IsThere(path)) continue;
    if (auto moved = MoveInto(part, path); !moved) return moved;
  }
  return Complete(folder, head_file, part, next);
}

Result<void> UndoSettingAside(const fs::path& folder,
                              const fs::path& head_file) {
  const auto names = platform::ListDirectory(folder);
  if (!names) return AuditStorageError(names.error());
  for (const std::string& name : *names) {
    if (!NumberOf(name) || !name.ends_with(kUnfinished)) continue;
    if (auto undone = Undo(folder, head_file, folder / name); !undone) {
      return undone;
    }
  }
  return {};
}

Result<std::vector<Evidence>> ListEvidence(const fs::path& folder) {
  const auto names = platform::ListDirectory(folder);
  if (!names) return AuditStorageError(names.error());
  std::vector<std::pair<unsigned, std::string>> folders;
  for (const std::string& name : *names) {
    const auto number = NumberOf(name);
    if (number && !name.ends_with(kUnfinished)) {
      folders.emplace_back(*number, name);
    }
  }
  // By number, as names with more digits would sort before those with fewer.
  std::ranges::sort(folders);
  if (folders.size() > kMaxEvidence) {
    // The newest are kept: a record of each is written into the first file of a
    // log, which must stay small.
    folders.erase(folders.begin(), folders.end() - kMaxEvidence);
  }
  std::vector<Evidence> all;
  for (const auto& [number, name] : folders) {
    all.push_back(ReadEvidence(folder, name));
  }
  return all;
}

std::string EvidenceBody(const Evidence& evidence, const RecordTime& time) {
  return "\"kind\":\"evidence\"," + TimeMembers(time) + ',' +
         evidence.members.substr(1);
}

}  // namespace answerbox::protocol
